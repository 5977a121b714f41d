#pragma once
// Shared by the tests of the frozen-problem solvers.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "lab/generate.hpp"
#include "solvers/frozen/residual.hpp"
#include "solvers/frozen/run.hpp"
#include "solvers/registry/registry.hpp"
#include "solvers/rows/sparse_rows.hpp"
#include "tests/solvers/papers/gauss_seidel.hpp"
#include "tests/solvers/papers/sequential_impulses.hpp"

namespace cairn::lab::test {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// J as a dense s x 6n matrix (body 0 has no columns).
inline Matrix dense_jacobian(const rows::SparseRows<double>& system) {
    Matrix J = Matrix::Zero(static_cast<Index>(system.size()), 6 * static_cast<Index>(system.bodies));
    for (std::size_t i = 0; i < system.size(); ++i) {
        for (std::size_t side = 0; side < 2; ++side) {
            const int body = system.J_map[i][side];
            if (body == 0) continue;
            for (int k = 0; k < 6; ++k) {
                J(static_cast<Index>(i), 6 * (body - 1) + k) +=
                    system.J_sp[i][side][static_cast<std::size_t>(k)];
            }
        }
    }
    return J;
}

inline Matrix dense_inverse_mass(const ContactSystem& system) {
    const Index n = 6 * static_cast<Index>(system.rows.bodies);
    Matrix M = Matrix::Zero(n, n);
    for (Index b = 1; b <= system.rows.bodies; ++b) {
        const rows::InverseMass<double>& mass = system.inverse_mass[static_cast<std::size_t>(b)];
        const Index at = 6 * (b - 1);
        for (Index k = 0; k < 3; ++k) {
            M(at + k, at + k) = mass.mass;
            for (Index j = 0; j < 3; ++j)
                M(at + 3 + k, at + 3 + j) = mass.inertia[static_cast<std::size_t>(3 * k + j)];
        }
    }
    return M;
}

inline Vector stack(const std::vector<rows::Six<double>>& values) {
    Vector v(6 * (static_cast<Index>(values.size()) - 1));
    for (std::size_t b = 1; b < values.size(); ++b) {
        for (std::size_t k = 0; k < 6; ++k) v[static_cast<Index>(6 * (b - 1) + k)] = values[b][k];
    }
    return v;
}

inline Vector to_vector(const std::vector<double>& values) {
    return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

inline std::vector<double> row_major(const Matrix& A) {
    std::vector<double> values;
    for (Index i = 0; i < A.rows(); ++i) {
        for (Index j = 0; j < A.cols(); ++j) values.push_back(A(i, j));
    }
    return values;
}

/// Contact rows: normals in [0, inf), tangents tied to their normal (coupled) or boxed by a constant.
inline rows::RowBounds<double> contact_bounds(const ContactSystem& system, const std::vector<double>& eta,
                                              bool coupled, double box = 0.3) {
    rows::RowBounds<double> bounds;
    bounds.eta = eta;
    for (Index c = 0; c < system.mu.size(); ++c) {
        for (int k = 0; k < 3; ++k) {
            bounds.lo.push_back(k == 0 ? 0.0 : -box);
            bounds.hi.push_back(k == 0 ? infinity : box);
            bounds.normal.push_back(k > 0 && coupled ? static_cast<int>(3 * c) : -1);
            bounds.coefficient.push_back(system.mu[c]);
        }
    }
    return bounds;
}

inline std::vector<double> negated(std::vector<double> values) {
    for (double& value : values) value = -value;
    return values;
}

/// A random symmetric positive definite matrix with the given condition number.
inline Matrix random_spd(Random& random, Index n, double condition) {
    Matrix Q(n, n);
    for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < n; ++j) Q(i, j) = random.normal();
    }
    // Gram-Schmidt, so that only the random source decides.
    for (Index j = 0; j < n; ++j) {
        for (Index k = 0; k < j; ++k) Q.col(j) -= Q.col(k).dot(Q.col(j)) * Q.col(k);
        Q.col(j).normalize();
    }
    Vector eigenvalues(n);
    for (Index i = 0; i < n; ++i) {
        eigenvalues[i] =
            std::pow(condition, n > 1 ? static_cast<double>(i) / static_cast<double>(n - 1) : 0.0);
    }
    return Q * eigenvalues.asDiagonal() * Q.transpose();
}

inline Vector random_vector(Random& random, Index n) {
    Vector v(n);
    for (Index i = 0; i < n; ++i) v[i] = random.normal();
    return v;
}

/// Largest difference of normal velocities: unique without friction.
inline double normal_difference(const ContactProblem& problem, const Vector& velocity,
                                const Vector& reaction) {
    const Vector other = problem.velocity(reaction);
    double largest = 0.0;
    for (int i = 0; i < problem.contacts(); ++i) {
        largest = std::max(largest, std::abs(velocity[3 * i] - other[3 * i]));
    }
    return largest;
}

/// Runs with a time budget that only a hang would use up, however busy or instrumented the machine is.
inline SolveResult run(const std::string& spec, const ContactProblem& problem, SolveOptions options = {}) {
    options.max_seconds = 600.0;
    return run_solver(parse_solver(spec), problem, options);
}

}  // namespace cairn::lab::test
