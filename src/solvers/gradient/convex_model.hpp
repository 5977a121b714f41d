#pragma once
// Every friction model as a convex quadratic program over a simple set, for the gradient solvers:
//     minimise 1/2 x A x + (c + s) x   over   x in C.
// `fixed` and `cone-relaxed` are such programs as they stand. Coulomb's `cone` becomes one when the dilation
// s_n = mu |u_t| is frozen (De Saxce), `pyramid` when the friction bounds mu x_n are frozen; those are
// refreshed from the iterate by an outer fixed point (Haslinger; Cadoux), for which there is no general
// proof.

#include <vector>

#include "solvers/frozen/monitor.hpp"
#include "solvers/frozen/problem.hpp"
#include "solvers/frozen/solve.hpp"

namespace cairn::lab {

class ConvexModel {
public:
    /// The expansion_defect of a row model must be empty.
    ConvexModel(const ContactProblem& problem, const SolveOptions& options);
    ConvexModel(const ConvexModel&) = delete;
    ConvexModel& operator=(const ConvexModel&) = delete;

    /// True when the program above is the friction model itself: nothing needs refreshing.
    bool exact() const { return exact_; }
    Index size() const { return constant_.size(); }
    Vector start(const SolveOptions& options) const;

    /// y = A x + c: the velocity.
    void product(const Vector& x, Vector& y) const;
    /// A d without the constant, for line searches.
    void multiply(const Vector& d, Vector& y) const;
    /// g = y + s.
    void gradient(const Vector& y, Vector& g) const { g = y + shift_; }
    void project(Vector& x) const;
    /// ||x - P(x - g)|| over the scale: the residual of the frozen program.
    double frozen_residual(const Vector& x, const Vector& g) const;
    /// The residual of the friction model itself.
    double model_residual(const Vector& x, const Vector& y) const;
    double model_residual(const Vector& x) const;
    double objective(const Vector& x, const Vector& y) const {
        return 0.5 * x.dot(y + constant_) + shift_.dot(x);
    }
    /// Takes dilation or bounds from the iterate.
    void refresh(const Vector& x, const Vector& y);

    const Vector& lower() const { return lower_; }
    const Vector& upper() const { return upper_; }
    /// Largest eigenvalue of A by power iteration, a little overestimated.
    double largest_eigenvalue() const;
    std::size_t stored_entries() const;

    /// The answer of a run that ended at x.
    SolveResult result(Monitor& monitor, const Vector& x, std::int64_t products, int vectors) const;

private:
    const ContactProblem& problem_;
    FrictionKind kind_;
    bool cone_;
    bool exact_;
    RowExpansion expansion_;
    Vector constant_;  // c
    Vector shift_;     // s
    Vector lower_;
    Vector upper_;
    double scale_ = 1.0;
};

}  // namespace cairn::lab
