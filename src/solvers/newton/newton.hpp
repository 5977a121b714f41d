#pragma once
// `newton`: semismooth Newton with line search (Alart-Curnier; Acary-Bremond-Huber RR-9118), for all four
// friction models.
//
// Merit       1/2 |F|^2 of the model's nonsmooth equation; every accepted Newton step decreases it.
// Guarantee   locally superlinear where the generalised Jacobian is regular. Globally none: where no descent
// is
//             found the proximal weight alpha grows, and at last a Gauss-Seidel sweep is taken instead.
// Cost        one factorisation of the active part of J and one product with W per trial step.
// Memory      the triplets and factors of J.
// Without     nothing: all four friction models run.

#include "solvers/frozen/problem.hpp"
#include "solvers/frozen/solve.hpp"
#include "solvers/newton/nonsmooth_system.hpp"

namespace cairn::lab {

struct Newton {
    double proximal = 1e-8;  ///< smallest relative weight of the proximal term
    int sweeps = 5;          ///< Gauss-Seidel sweeps before the first Newton step

    template <typename Visitor>
    void visit(Visitor&& v) {
        v("proximal", proximal, 0.0, 1.0, "smallest relative weight of the proximal term");
        v("sweeps", sweeps, 0, 1000000, "Gauss-Seidel sweeps before the first Newton step");
    }
};

SolveResult solve(const Newton& solver, const ContactProblem& problem, const SolveOptions& options);

/// One globalised Newton iteration after another on any system; shared by `newton` and `robust`.
class NewtonIteration {
public:
    NewtonIteration(NonsmoothSystem& system, double proximal);

    /// Starts (again) from x.
    void start(const Vector& x);
    /// One step; true when a Newton step was accepted, false when only sweeps were taken.
    bool step(Vector& x);
    /// The model's residual at the current x.
    double residual(const Vector& x) const { return system_.residual(x); }
    std::int64_t sweeps() const { return sweeps_; }

private:
    bool line_search(const Vector& x, const Vector& direction);

    NonsmoothSystem& system_;
    double least_alpha_;
    double alpha_;
    double merit_ = 0.0;
    double step_length_ = 1.0;
    Vector F_;
    Vector direction_;
    Vector trial_;
    Vector trial_F_;
    double trial_merit_ = 0.0;
    std::int64_t sweeps_ = 0;
};

}  // namespace cairn::lab
