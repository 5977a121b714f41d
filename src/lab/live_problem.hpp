#pragma once
// A step of a world as a frozen contact problem (u = W r + q, solvers/frozen/problem.hpp), and back.
//
// Contacts are contacts. Joints are eliminated where they are equalities, rigid or soft: with rows E,
// compliance S and A = E M^-1 E^T + S, their impulses are A^-1 (b - E v), which leaves the inverse mass M^-1
// - M^-1 E^T A^-1 E M^-1 to the contacts. The others become contacts that are exact in Coulomb's law: a limit
// is one without friction; a row with bounds c - b and c + b is friction (mu = 1) under a normal impulse that
// is b whatever happens.

#include <Eigen/SparseCholesky>

#include "solvers/frozen/problem.hpp"
#include "solvers/frozen/solve.hpp"
#include "solvers/live/live_system.hpp"

namespace cairn::lab {

class LiveProblem {
public:
    /// `system` has free velocities; its impulses are the warm start.
    explicit LiveProblem(const LiveSystem& system);

    const ContactProblem& problem() const { return problem_; }
    Vector warm_start(const LiveSystem& system) const;
    bool has_motors() const { return !motors_.empty(); }

    /// Writes the answer's impulses into the system and adds them to its velocities.
    void apply(const SolveResult& result, const FrictionModel& friction, LiveSystem& system) const;

private:
    void number_bodies(const LiveSystem& system);
    void sort_rows(const LiveSystem& system);
    void build_matrix(const LiveSystem& system);
    void build_vectors(const LiveSystem& system);
    SparseColumnMatrix contact_jacobian(const LiveSystem& system) const;
    SparseColumnMatrix hold_jacobian(const LiveSystem& system) const;
    void eliminate_holds(const LiveSystem& system, SparseColumnMatrix& W);
    SparseColumnMatrix softness(const LiveSystem& system) const;
    Index contact_count() const;

    ContactProblem problem_;
    std::vector<int> body_;  // number among the moving ones, or -1
    Index moving_ = 0;
    std::vector<int> points_;                   // of the system, that are contacts here
    std::vector<int> limits_, motors_, holds_;  // rows of the system
    SparseColumnMatrix inverse_mass_;           // M^-1
    SparseColumnMatrix H_;                      // columns: contacts, limits, motors
    SparseColumnMatrix response_;               // M^-1 E^T
    SparseColumnMatrix coupling_;               // E M^-1 H
    Eigen::SimplicialLDLT<SparseColumnMatrix> hold_factor_;
    Vector free_;         // velocities of the moving bodies, centred motor impulses included
    Vector hold_wanted_;  // b
    Vector hold_free_;    // A^-1 (b - E v_free)
};

/// The friction model of a live step in the words of the laboratory.
FrictionModel friction_of(const LiveOptions& options);

}  // namespace cairn::lab
