#pragma once
// Catto's sparse Jacobian (section 3.4): each constraint row touches at most two bodies, so J is stored as s
// rows of two 6-vectors (J_sp) with the s x 2 body map (J_map). Body 0 is the ground: its block is zero and
// never read.

#include <array>
#include <cassert>
#include <cstddef>
#include <vector>

namespace cairn::lab::rows {

template <typename Real>
using Six = std::array<Real, 6>;

template <typename Real>
Real dot(const Six<Real>& a, const Six<Real>& b) {
    Real sum = 0;
    for (std::size_t k = 0; k < 6; ++k) sum += a[k] * b[k];
    return sum;
}

template <typename Real>
void add_scaled(Six<Real>& target, Real factor, const Six<Real>& value) {
    for (std::size_t k = 0; k < 6; ++k) target[k] += factor * value[k];
}

/// The two blocks of one row, for J_sp or B_sp.
template <typename Real>
using RowPair = std::array<Six<Real>, 2>;

/// J_map: the first may be 0 (ground), the second never is.
using BodyPair = std::array<int, 2>;

/// Inverse mass and inverse inertia tensor (world frame, row-major) of one body.
template <typename Real>
struct InverseMass {
    Real mass = 0;
    std::array<Real, 9> inertia{};

    Six<Real> apply(const Six<Real>& f) const {
        Six<Real> v{};
        for (std::size_t k = 0; k < 3; ++k) {
            v[k] = mass * f[k];
            v[3 + k] = inertia[3 * k] * f[3] + inertia[3 * k + 1] * f[4] + inertia[3 * k + 2] * f[5];
        }
        return v;
    }
};

/// Constraint rows of a system with `bodies` bodies, numbered from 1; vectors over bodies have bodies + 1
/// entries.
template <typename Real>
struct SparseRows {
    int bodies = 0;
    std::vector<RowPair<Real>> J_sp;
    std::vector<RowPair<Real>> B_sp;  // (M^-1 J^T) transposed: the same sparsity as J
    std::vector<BodyPair> J_map;

    std::size_t size() const { return J_sp.size(); }
    std::size_t bytes() const { return size() * (2 * sizeof(RowPair<Real>) + sizeof(BodyPair)); }

    void add_row(int first, int second, const Six<Real>& first_block, const Six<Real>& second_block) {
        assert(second > 0 && first >= 0 && first <= bodies && second <= bodies);
        J_sp.push_back({first > 0 ? first_block : Six<Real>{}, second_block});
        J_map.push_back({first, second});
    }

    /// B = M^-1 J^T (eq. 34); the ground's inverse mass is zero.
    void build_B(const std::vector<InverseMass<Real>>& inverse_mass) {
        B_sp.resize(size());
        for (std::size_t i = 0; i < size(); ++i) {
            B_sp[i][0] = J_map[i][0] > 0
                             ? inverse_mass[static_cast<std::size_t>(J_map[i][0])].apply(J_sp[i][0])
                             : Six<Real>{};
            B_sp[i][1] = inverse_mass[static_cast<std::size_t>(J_map[i][1])].apply(J_sp[i][1]);
        }
    }

    /// d_i = J_i B_i, the diagonal of J B.
    Real diagonal(std::size_t i) const { return dot(J_sp[i][0], B_sp[i][0]) + dot(J_sp[i][1], B_sp[i][1]); }

    /// One row of J V.
    Real row_times(std::size_t i, const std::vector<Six<Real>>& V) const {
        Real sum = 0;
        if (J_map[i][0] > 0) sum += dot(J_sp[i][0], V[static_cast<std::size_t>(J_map[i][0])]);
        return sum + dot(J_sp[i][1], V[static_cast<std::size_t>(J_map[i][1])]);
    }

    /// target += factor * column i of `pairs` (J^T or B).
    void scatter(std::size_t i, Real factor, const std::vector<RowPair<Real>>& pairs,
                 std::vector<Six<Real>>& target) const {
        if (J_map[i][0] > 0) add_scaled(target[static_cast<std::size_t>(J_map[i][0])], factor, pairs[i][0]);
        add_scaled(target[static_cast<std::size_t>(J_map[i][1])], factor, pairs[i][1]);
    }
};

/// Algorithm 1: C' = J V in O(s).
template <typename Real>
std::vector<Real> constraint_velocity(const SparseRows<Real>& rows, const std::vector<Six<Real>>& V) {
    std::vector<Real> result(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) result[i] = rows.row_times(i, V);
    return result;
}

/// Algorithm 2: F_c = J^T lambda in O(s + n).
template <typename Real>
std::vector<Six<Real>> constraint_force(const SparseRows<Real>& rows, const std::vector<Real>& lambda) {
    std::vector<Six<Real>> force(static_cast<std::size_t>(rows.bodies) + 1, Six<Real>{});
    for (std::size_t i = 0; i < rows.size(); ++i) rows.scatter(i, lambda[i], rows.J_sp, force);
    return force;
}

/// a = B lambda, "in a fashion similar to Algorithm 2".
template <typename Real>
std::vector<Six<Real>> constraint_acceleration(const SparseRows<Real>& rows,
                                               const std::vector<Real>& lambda) {
    std::vector<Six<Real>> result(static_cast<std::size_t>(rows.bodies) + 1, Six<Real>{});
    for (std::size_t i = 0; i < rows.size(); ++i) rows.scatter(i, lambda[i], rows.B_sp, result);
    return result;
}

}  // namespace cairn::lab::rows
