#pragma once
// What semismooth Newton needs to know of a friction model: the nonsmooth equation F(x) = 0, a generalised
// Jacobian, and a fixed-point sweep to fall back on.

#include <memory>

#include "solvers/frozen/problem.hpp"
#include "solvers/frozen/run.hpp"
#include "solvers/si/block_gauss_seidel.hpp"

namespace cairn::lab {

class NonsmoothSystem {
public:
    virtual ~NonsmoothSystem() = default;

    /// Computes the velocity at x and F(x); returns the merit 1/2 |F|^2.
    virtual double evaluate(const Vector& x, Vector& F) = 0;
    /// The model's residual at the x of the last evaluate.
    virtual double residual(const Vector& x) const = 0;
    /// Solves J d = -F at the x of the last evaluate, with the operator W replaced by W + alpha diag(W): a
    /// proximal term that makes redundant contacts solvable. False when the matrix is singular.
    virtual bool direction(const Vector& x, const Vector& F, double alpha, Vector& d) = 0;
    /// One Gauss-Seidel sweep of the model.
    virtual void sweep(Vector& x) const = 0;
    /// Multiplications in one sweep and (estimated) in one direction: what `robust` weighs against each
    /// other.
    virtual double sweep_cost() const = 0;
    virtual double direction_cost() const = 0;
    virtual std::size_t bytes() const = 0;
};

/// Coulomb's cone by the Alart-Curnier function, or the relaxed cone by the natural map.
std::unique_ptr<NonsmoothSystem> make_cone_system(const ContactProblem& problem, FrictionKind kind);
/// Bounded rows (fixed, pyramid) by the natural map. `run` must outlive the system.
std::unique_ptr<NonsmoothSystem> make_row_system(const RowRun& run);

/// Solves the sparse system given by triplets: dense LU when it is small or full, sparse LU with column
/// ordering otherwise. False when singular or not finite.
bool solve_triplets(const std::vector<Eigen::Triplet<double, int>>& triplets, Index size, const Vector& right,
                    Vector& solution);
/// Multiplications that solve_triplets is expected to need.
double factor_cost(double size, double entries);

}  // namespace cairn::lab
