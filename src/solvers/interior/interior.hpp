#pragma once
// `interior`: a primal-dual interior-point method on the second-order cone, for Coulomb's cone and its
// relaxation (after Acary, Armand, Nguyen and Shpakovych's work on friction; Nesterov-Todd scaling,
// Mehrotra's corrector).
//
// In z = (mu r_n, r_t) and y = (u~_n / mu, u_t) both cones are the Lorentz cone L, and Coulomb's problem
// reads
//     y - |y_t| e_n = V z + p,   z in L, y in L, z _|_ y      (without |y_t| for cone-relaxed).
// The iterates stay inside L and follow the central path z o y = sigma e, sigma -> 0.
//
// Merit       the duality measure z.y and the infeasibility of the equation.
// Guarantee   cone-relaxed with symmetric positive semi-definite W: polynomial. cone: no proof; in practice
// few
//             tens of iterations even where contacts are redundant, because the path leads to the middle of
//             the set of solutions.
// Cost        one sparse factorisation and two solves an iteration. Warm starts are not used.
// Memory      a scaled copy of W and its factors.
// Without     fixed and pyramid.

#include <memory>
#include <vector>

#include "solvers/frozen/problem.hpp"
#include "solvers/frozen/solve.hpp"

namespace cairn::lab {

struct Interior {
    double boundary = 0.99;  ///< part of the way to the cone's mantle that a step may go

    template <typename Visitor>
    void visit(Visitor&& v) {
        v("boundary", boundary, 0.5, 0.9999, "part of the way to the mantle that a step may go");
    }
};

SolveResult solve(const Interior& solver, const ContactProblem& problem, const SolveOptions& options);

/// The iteration itself, for `robust`.
class InteriorPoint {
public:
    InteriorPoint(const ContactProblem& problem, bool relaxed, double boundary);

    /// One predictor-corrector step; false when the linear system or the step broke down.
    bool step();
    /// The contact reactions of the current point.
    Vector reaction() const;
    std::size_t bytes() const;

private:
    void start();
    void scale_all();
    bool factorize();
    /// The step that removes a share of the infeasibility.
    bool solve_for(const std::vector<Vector3>& right_complementarity, double share, Vector& dz, Vector& dy);
    double longest_step(const Vector& dz, const Vector& dy) const;

    const ContactProblem& problem_;
    bool relaxed_;
    double boundary_;
    Vector unit_;    // per contact: 1 / sqrt(diagonal), so that every block of V has size one
    Vector normal_;  // per contact: 1 / mu, or 1 without friction
    SparseRowMatrix V_;
    Vector p_;
    Vector z_;
    Vector y_;
    double duality_ = 0.0;
    std::vector<Matrix3> H_;
    std::vector<Matrix3> H_inverse_;
    std::vector<Matrix3> K_;
    std::vector<Vector3> lambda_;
    Vector infeasibility_;

    struct Factor;
    std::shared_ptr<Factor> factor_;
};

}  // namespace cairn::lab
