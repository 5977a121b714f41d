#pragma once
// Sequential impulses on body velocities (Tamis 2015, Algorithm 1; Tonge 2012, solveMultiple): each row
// computes the impulse that would satisfy it alone (eq. 22-23) and applies it at once.
//
// Guarantee with accumulated clamping: the iterates are those of projected Gauss-Seidel (Tamis 4.1, eq. 27 =
// 29). Per-iteration clamping has no fixed point at the complementarity problem's solution and is here to
// show that. Soft rows replace the effective mass 1/(d) by 1/(d + gamma) and feed the accumulated impulse
// back.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "solvers/rows/sparse_rows.hpp"
#include "tests/solvers/papers/gauss_seidel.hpp"

namespace cairn::lab::rows {

enum class Clamping { accumulated, per_iteration };

/// The impulse of one row alone (Tamis eq. 22, times the time step): (zeta - J v) / (J M^-1 J^T).
template <typename Real>
Real row_impulse(Real relative_velocity, Real target, Real effective_inverse_mass) {
    return (target - relative_velocity) / effective_inverse_mass;
}

template <typename Real>
struct ImpulseRows {
    const SparseRows<Real>& rows;
    /// bounds.eta holds the target velocity zeta (bias) of each row; bounds are impulses.
    const RowBounds<Real>& bounds;
    /// Softness of each row (empty: all rigid): J v + gamma * lambda = zeta.
    std::vector<Real> gamma;
};

/// Applies stored impulses to the velocities before iterating (warm starting).
template <typename Real>
void apply_impulses(const SparseRows<Real>& rows, const std::vector<Real>& lambda,
                    std::vector<Six<Real>>& velocity) {
    for (std::size_t i = 0; i < rows.size(); ++i) rows.scatter(i, lambda[i], rows.B_sp, velocity);
}

template <typename Real>
void sequential_impulse_sweep(const ImpulseRows<Real>& system, const std::vector<Real>& d,
                              std::vector<Real>& accumulated, std::vector<Six<Real>>& velocity,
                              Clamping clamping = Clamping::accumulated) {
    const SparseRows<Real>& rows = system.rows;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Real softness = system.gamma.empty() ? Real(0) : system.gamma[i];
        const Real inverse_mass = d[i] + softness;
        if (!(inverse_mass > 0)) continue;
        const Real corrective = row_impulse(rows.row_times(i, velocity) + softness * accumulated[i],
                                            system.bounds.eta[i], inverse_mass);
        const Real old = accumulated[i];
        if (clamping == Clamping::accumulated) {
            accumulated[i] = system.bounds.clamp(i, old + corrective, accumulated);
        } else {
            accumulated[i] = old + system.bounds.clamp(i, corrective, accumulated);
        }
        rows.scatter(i, accumulated[i] - old, rows.B_sp, velocity);
    }
}

template <typename Real>
std::vector<Real> row_diagonals(const SparseRows<Real>& rows) {
    std::vector<Real> d(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) d[i] = rows.diagonal(i);
    return d;
}

/// Mass splitting (Tonge): every body is divided among the rows on it, all rows are solved at once on their
/// share, and the shares are averaged back. Equals Jacobi with d_i = sum over bodies of count_b * J_ib M_b^-1
/// J_ib^T.
template <typename Real>
std::vector<Real> split_diagonals(const SparseRows<Real>& rows) {
    std::vector<int> count(static_cast<std::size_t>(rows.bodies) + 1, 0);
    for (const BodyPair& pair : rows.J_map) {
        for (int body : pair) ++count[static_cast<std::size_t>(body)];
    }
    std::vector<Real> d(rows.size(), 0);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t side = 0; side < 2; ++side) {
            const int body = rows.J_map[i][side];
            if (body > 0) {
                const auto share = static_cast<Real>(count[static_cast<std::size_t>(body)]);
                d[i] += share * dot(rows.J_sp[i][side], rows.B_sp[i][side]);
            }
        }
    }
    return d;
}

template <typename Real>
void mass_splitting_sweep(const ImpulseRows<Real>& system, const std::vector<Real>& split,
                          std::vector<Real>& accumulated, std::vector<Six<Real>>& velocity) {
    const SparseRows<Real>& rows = system.rows;
    std::vector<Real> change(rows.size(), 0);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!(split[i] > 0)) continue;
        const Real corrective = row_impulse(rows.row_times(i, velocity), system.bounds.eta[i], split[i]);
        change[i] = system.bounds.clamp(i, accumulated[i] + corrective, accumulated) - accumulated[i];
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        accumulated[i] += change[i];
        rows.scatter(i, change[i], rows.B_sp, velocity);
    }
}

}  // namespace cairn::lab::rows
