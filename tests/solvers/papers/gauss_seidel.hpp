#pragma once
// Algorithm 3 (Gauss-Seidel) and Algorithm 4 (projected Gauss-Seidel) of Catto 2005 with his four stopping
// rules (section 7.1), plus the dense form of Algorithm 4 that the sparse one is compared with.
//
// Merit: f(l) = 1/2 l JB l - eta l, non-increasing in every row update while the bounds stay put. Guarantee:
// converges for positive definite JB (Cottle). Cost per iteration O(s), memory O(s + n).

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "solvers/rows/sparse_rows.hpp"

namespace cairn::lab::rows {

/// Catto 7.1: how an iteration ends. `residual` is ||Ax - b|| for Algorithm 3 and, because bounds leave w =
/// Ax - b non-zero at a solution, the natural map ||l - clamp(l - w / d)|| for Algorithm 4.
enum class Rule { count, residual, change, fraction };

template <typename Real>
struct Stopping {
    Rule rule = Rule::count;
    int iterations = 10;
    Real tolerance = static_cast<Real>(1e-6);
    Real fraction = static_cast<Real>(0.5);
};

template <typename Real>
struct Outcome {
    int iterations = 0;
    bool rule_met = false;
    Real measure = 0;  // what the rule compared in the last iteration
};

/// Watches |dx_i| of each sweep for the rules `change` and `fraction`.
template <typename Real>
class ChangeWatch {
public:
    explicit ChangeWatch(std::size_t rows) : previous_(rows, std::numeric_limits<Real>::quiet_NaN()) {}

    void start_sweep() {
        largest_ = 0;
        all_shrunk_ = true;
        worst_ratio_ = 0;
    }
    void note(std::size_t row, Real change, Real fraction) {
        const Real size = std::abs(change);
        largest_ = std::max(largest_, size);
        // The first sweep has no predecessor (NaN compares false), so it never ends the iteration.
        if (!(size <= fraction * previous_[row])) all_shrunk_ = false;
        if (previous_[row] > 0) worst_ratio_ = std::max(worst_ratio_, size / previous_[row]);
        previous_[row] = size;
    }
    Real largest() const { return largest_; }
    Real worst_ratio() const { return worst_ratio_; }
    bool all_shrunk() const { return all_shrunk_; }

private:
    std::vector<Real> previous_;
    Real largest_ = 0;
    Real worst_ratio_ = 0;
    bool all_shrunk_ = true;
};

/// Decides after a sweep; `residual` is called only when its rule is chosen.
template <typename Real, typename Residual>
bool sweep_ends(const Stopping<Real>& stop, const ChangeWatch<Real>& watch, Residual&& residual,
                Outcome<Real>& outcome) {
    switch (stop.rule) {
        case Rule::count:
            outcome.rule_met = outcome.iterations >= stop.iterations;
            break;
        case Rule::residual:
            outcome.measure = residual();
            outcome.rule_met = outcome.measure < stop.tolerance;
            break;
        case Rule::change:
            outcome.measure = watch.largest();
            outcome.rule_met = outcome.measure < stop.tolerance;
            break;
        case Rule::fraction:
            outcome.measure = watch.worst_ratio();
            outcome.rule_met = watch.all_shrunk();
            break;
    }
    return outcome.rule_met;
}

/// Algorithm 3: approximately solves A x = b (A row-major, n x n) from the given x.
template <typename Real>
Outcome<Real> gauss_seidel(const std::vector<Real>& A, const std::vector<Real>& b, std::vector<Real>& x,
                           const Stopping<Real>& stop) {
    const std::size_t n = b.size();
    ChangeWatch<Real> watch(n);
    Outcome<Real> outcome;
    const auto row_sum = [&](std::size_t i) {
        Real sum = 0;
        for (std::size_t j = 0; j < n; ++j) sum += A[i * n + j] * x[j];
        return sum;
    };
    const auto residual = [&] {
        Real squared = 0;
        for (std::size_t i = 0; i < n; ++i) squared += (row_sum(i) - b[i]) * (row_sum(i) - b[i]);
        return std::sqrt(squared);
    };
    while (outcome.iterations < stop.iterations) {
        watch.start_sweep();
        for (std::size_t i = 0; i < n; ++i) {
            const Real change = (b[i] - row_sum(i)) / A[i * n + i];
            x[i] += change;
            watch.note(i, change, stop.fraction);
        }
        ++outcome.iterations;
        if (sweep_ends(stop, watch, residual, outcome)) break;
    }
    return outcome;
}

/// Right-hand side and bounds of Algorithm 4. A friction row names its normal row and takes its bounds from
/// it (Coulomb's pyramid); with normal = -1 the bounds stand as they are (Catto's section 4.2).
template <typename Real>
struct RowBounds {
    std::vector<Real> eta;
    std::vector<Real> lo;
    std::vector<Real> hi;
    std::vector<int> normal;
    std::vector<Real> coefficient;

    Real clamp(std::size_t i, Real value, const std::vector<Real>& lambda) const {
        if (!normal.empty() && normal[i] >= 0) {
            const Real bound =
                coefficient[i] * std::max(Real(0), lambda[static_cast<std::size_t>(normal[i])]);
            return std::max(-bound, std::min(value, bound));
        }
        return std::max(lo[i], std::min(value, hi[i]));
    }
};

/// What Algorithm 4 keeps between iterations: d = diag(JB) and a = B lambda.
template <typename Real>
struct PgsState {
    std::vector<Real> d;
    std::vector<Six<Real>> a;

    PgsState(const SparseRows<Real>& rows, const std::vector<Real>& lambda)
        : d(rows.size()), a(constraint_acceleration(rows, lambda)) {
        for (std::size_t i = 0; i < rows.size(); ++i) d[i] = rows.diagonal(i);
    }
};

/// One sweep of Algorithm 4 over all rows; a row without inverse mass (d = 0) is left alone.
template <typename Real>
void pgs_sweep(const SparseRows<Real>& rows, const RowBounds<Real>& bounds, PgsState<Real>& state,
               std::vector<Real>& lambda, ChangeWatch<Real>& watch, Real fraction) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!(state.d[i] > 0)) continue;
        const Real wanted = (bounds.eta[i] - rows.row_times(i, state.a)) / state.d[i];
        const Real old = lambda[i];
        lambda[i] = bounds.clamp(i, old + wanted, lambda);
        const Real change = lambda[i] - old;
        rows.scatter(i, change, rows.B_sp, state.a);
        watch.note(i, change, fraction);
    }
}

/// The rows' natural map max |l - clamp(l - w / d)| with w = J a - eta.
template <typename Real>
Real pgs_natural_map(const SparseRows<Real>& rows, const RowBounds<Real>& bounds, const PgsState<Real>& state,
                     const std::vector<Real>& lambda) {
    Real worst = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!(state.d[i] > 0)) continue;
        const Real w = rows.row_times(i, state.a) - bounds.eta[i];
        worst = std::max(worst, std::abs(lambda[i] - bounds.clamp(i, lambda[i] - w / state.d[i], lambda)));
    }
    return worst;
}

/// Algorithm 4: approximately solves JB lambda = eta within the bounds, from the given lambda.
template <typename Real>
Outcome<Real> projected_gauss_seidel(const SparseRows<Real>& rows, const RowBounds<Real>& bounds,
                                     std::vector<Real>& lambda, const Stopping<Real>& stop) {
    PgsState<Real> state(rows, lambda);
    ChangeWatch<Real> watch(rows.size());
    Outcome<Real> outcome;
    while (outcome.iterations < stop.iterations) {
        watch.start_sweep();
        pgs_sweep(rows, bounds, state, lambda, watch, stop.fraction);
        ++outcome.iterations;
        if (sweep_ends(
                stop, watch, [&] { return pgs_natural_map(rows, bounds, state, lambda); }, outcome))
            break;
    }
    return outcome;
}

/// The same iteration on the assembled matrix A = JB: O(s^2) an iteration, kept to compare with.
template <typename Real>
void dense_pgs_sweep(const std::vector<Real>& A, const RowBounds<Real>& bounds, std::vector<Real>& lambda) {
    const std::size_t n = lambda.size();
    for (std::size_t i = 0; i < n; ++i) {
        if (!(A[i * n + i] > 0)) continue;
        Real sum = 0;
        for (std::size_t j = 0; j < n; ++j) sum += A[i * n + j] * lambda[j];
        lambda[i] = bounds.clamp(i, lambda[i] + (bounds.eta[i] - sum) / A[i * n + i], lambda);
    }
}

}  // namespace cairn::lab::rows
