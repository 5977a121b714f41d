#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "solvers/direct/lcp.hpp"

namespace cairn::lab {
namespace {

/// The tableau [w | z | z0 | right-hand side] with the basis' columns reduced to unit vectors.
class Tableau {
public:
    Tableau(const Matrix& M, const Vector& q, const Vector& cover)
        : n_(q.size()), original_(n_, 2 * n_ + 2), basis_(static_cast<std::size_t>(n_)) {
        original_.leftCols(n_).setIdentity();
        original_.middleCols(n_, n_) = -M;
        original_.col(2 * n_) = -cover;
        original_.col(2 * n_ + 1) = q;
        table_ = original_;
        zero_ = 1e-12 * std::max(1e-300, q.cwiseAbs().maxCoeff());
        for (Index i = 0; i < n_; ++i) basis_[static_cast<std::size_t>(i)] = i;
    }

    Index artificial() const { return 2 * n_; }
    Index basic(Index row) const { return basis_[static_cast<std::size_t>(row)]; }
    double right(Index row) const { return table_(row, 2 * n_ + 1); }

    /// The row with the most negative q / cover starts: z0 enters there and all become non-negative. Among
    /// equals the last one, which leaves every row lexicographically positive.
    Index first_row() const {
        Index row = 0;
        for (Index i = 1; i < n_; ++i) {
            if (right(i) / -table_(i, 2 * n_) <= right(row) / -table_(row, 2 * n_)) row = i;
        }
        return row;
    }

    /// Lexicographic minimum ratio test; -1 when no row limits the entering variable (a ray).
    Index leaving_row(Index entering) const {
        const double smallest_pivot = 1e-10 * std::max(1e-3, table_.col(entering).cwiseAbs().maxCoeff());
        Index best = -1;
        for (Index row = 0; row < n_; ++row) {
            if (table_(row, entering) <= smallest_pivot) continue;
            if (best < 0 || lexicographically_less(row, best, entering)) best = row;
        }
        return best;
    }

    void pivot(Index row, Index entering) {
        table_.row(row) /= table_(row, entering);
        for (Index i = 0; i < n_; ++i) {
            const double factor = table_(i, entering);
            if (i != row && factor != 0.0) table_.row(i) -= factor * table_.row(row);
        }
        basis_[static_cast<std::size_t>(row)] = entering;
        if (++since_refresh_ >= 30) refresh();
    }

    Index complement(Index variable) const { return variable < n_ ? variable + n_ : variable - n_; }

private:
    /// Rebuilds the tableau from the problem and the basis: the rounding of earlier pivots is gone.
    void refresh() {
        since_refresh_ = 0;
        Matrix columns(n_, n_);
        for (Index i = 0; i < n_; ++i) columns.col(i) = original_.col(basic(i));
        const Eigen::PartialPivLU<Matrix> factor(columns);
        const RowTable rebuilt = factor.solve(Matrix(original_));
        if (rebuilt.allFinite()) table_ = rebuilt;
    }

    bool lexicographically_less(Index a, Index b, Index entering) const {
        const double pivot_a = table_(a, entering);
        const double pivot_b = table_(b, entering);
        const double ratio_a = std::max(0.0, right(a)) / pivot_a;
        const double ratio_b = std::max(0.0, right(b)) / pivot_b;
        const double tie = zero_ / std::min(pivot_a, pivot_b) + 1e-13 * std::max(ratio_a, ratio_b);
        if (ratio_a < ratio_b - tie) return true;
        if (ratio_b < ratio_a - tie) return false;
        // Let the artificial variable go as soon as it may: that ends the method.
        if (basic(a) == artificial()) return true;
        if (basic(b) == artificial()) return false;
        for (Index k = 0; k < n_; ++k) {
            const double first = table_(a, k) / pivot_a;
            const double second = table_(b, k) / pivot_b;
            if (std::abs(first - second) > 1e-11 * std::max({1e-3, std::abs(first), std::abs(second)})) {
                return first < second;
            }
        }
        return false;
    }

    using RowTable = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    Index n_;
    RowTable original_;
    RowTable table_;
    std::vector<Index> basis_;
    double zero_ = 0.0;
    int since_refresh_ = 0;
};

double natural_map(const Matrix& M, const Vector& q, const Vector& z) {
    return (z - (z - M * z - q).cwiseMax(0.0)).lpNorm<Eigen::Infinity>();
}

/// Solves M_BB z_B = -q_B anew: the tableau's rounding of many pivots is gone. Kept only when it is better.
Vector polish(const Matrix& M, const Vector& q, const Vector& z) {
    std::vector<Index> basic;
    for (Index i = 0; i < z.size(); ++i) {
        if (z[i] > 0.0) basic.push_back(i);
    }
    if (basic.empty()) return z;
    const auto size = static_cast<Index>(basic.size());
    Matrix sub(size, size);
    Vector right(size);
    for (Index i = 0; i < size; ++i) {
        right[i] = -q[basic[static_cast<std::size_t>(i)]];
        for (Index j = 0; j < size; ++j) {
            sub(i, j) = M(basic[static_cast<std::size_t>(i)], basic[static_cast<std::size_t>(j)]);
        }
    }
    const Vector solved = sub.partialPivLu().solve(right);
    Vector better = Vector::Zero(z.size());
    for (Index i = 0; i < size; ++i) better[basic[static_cast<std::size_t>(i)]] = std::max(0.0, solved[i]);
    const bool usable = better.allFinite() && natural_map(M, q, better) < natural_map(M, q, z);
    return usable ? better : z;
}

/// One walk with the given covering vector. `limit` counts pivots of this walk.
PivotResult walk(const Matrix& M, const Vector& q, const Vector& cover, int limit,
                 const OutOfTime& out_of_time) {
    PivotResult result;
    const Index n = q.size();
    result.x = Vector::Zero(n);
    Tableau tableau(M, q, cover);
    Index row = tableau.first_row();
    Index leaving = tableau.basic(row);
    tableau.pivot(row, tableau.artificial());
    ++result.pivots;
    while (leaving != tableau.artificial()) {
        if (result.pivots >= limit) {
            result.message = "pivot limit reached";
            return result;
        }
        if (out_of_time && out_of_time()) {
            result.message = "out of time";
            return result;
        }
        const Index entering = tableau.complement(leaving);
        row = tableau.leaving_row(entering);
        if (row < 0) {
            result.message = "ended on a ray: no complementary solution was found";
            return result;
        }
        leaving = tableau.basic(row);
        tableau.pivot(row, entering);
        ++result.pivots;
    }
    for (Index i = 0; i < n; ++i) {
        const Index variable = tableau.basic(i);
        if (variable >= n && variable < 2 * n) result.x[variable - n] = std::max(0.0, tableau.right(i));
    }
    result.x = polish(M, q, result.x);
    const double size = std::max(1e-300, q.cwiseAbs().maxCoeff());
    result.solved = result.x.allFinite() && natural_map(M, q, result.x) < 1e-6 * size;
    if (!result.solved) result.message = "the final basis is singular to working precision";
    return result;
}

}  // namespace

PivotResult lemke(const Matrix& M, const Vector& q, int max_pivots, const OutOfTime& out_of_time) {
    PivotResult result;
    const Index n = q.size();
    result.x = Vector::Zero(n);
    if (n == 0 || q.minCoeff() >= 0.0) {
        result.solved = true;
        return result;
    }
    // Redundant rows make bases singular up to rounding, and a walk can then lose its way. Another covering
    // vector leads along another path to a solution; the sequence of vectors is fixed, so runs repeat.
    Vector cover = Vector::Ones(n);
    std::uint64_t state = 88172645463325252ULL;
    int pivots = 0;
    for (int attempt = 0; attempt < 12 && pivots < max_pivots; ++attempt) {
        const auto share = static_cast<int>(std::max<Index>(100, 8 * n));
        result = walk(M, q, cover, std::min(share, max_pivots - pivots), out_of_time);
        pivots += result.pivots;
        if (result.solved || (out_of_time && out_of_time())) break;
        for (Index i = 0; i < n; ++i) {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            cover[i] = 1.0 + static_cast<double>(state >> 11) * 0x1.0p-53;
        }
    }
    result.pivots = pivots;
    return result;
}

}  // namespace cairn::lab
