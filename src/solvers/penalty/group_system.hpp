#pragma once
// The equations of one contact group (Larsen 6.2, 6.3): 13 numbers a body, f from springs and gravity, and
// the Jacobian in 13 x 13 blocks. Only bodies that share a contact have a block off the diagonal, so a row of
// dominoes has O(n) of them.

#include <Eigen/Dense>
#include <memory>
#include <span>
#include <vector>

#include "solvers/penalty/contact.hpp"
#include "solvers/penalty/integrate.hpp"

namespace cairn::penalty {

using Block = Eigen::Matrix<double, state_size, state_size>;
using ForceRows = Eigen::Matrix<double, 6, state_size>;  // dF and dtorque: all that contacts add

/// J of a group. Off the diagonal only the rows of force and torque are not zero.
struct GroupJacobian {
    struct Link {
        int row = 0, column = 0;  // bodies of the group
        ForceRows rows = ForceRows::Zero();
    };
    std::vector<Block> diagonal;
    std::vector<Link> links;

    /// All of it, 13 n x 13 n.
    SparseMatrix assemble() const;
    int blocks() const { return static_cast<int>(diagonal.size() + links.size()); }
};

/// What an error of a step may be.
struct Tolerances {
    double position = 1e-4;  // m; turns count at the body's surface
    double velocity = 1e-2;  // m/s
    double relative = 1e-2;  // of the speed, where that is more
    /// Bound on the error of slip at contacts, relative to the slip but at least half the slip speed (7.3);
    /// 0: none.
    double slip = 0;
};

class GroupSystem : public StiffSystem {
public:
    /// `bodies` are all there are; `members` those of this group, fixed ones left out; `contacts` the springs
    /// between them.
    GroupSystem(std::span<const Body> bodies, std::vector<int> members, std::vector<const Contact*> contacts,
                const ForceLaw& law, const LinearOptions& linear, const Tolerances& tolerances);
    ~GroupSystem() override;

    int size() const override { return state_size * static_cast<int>(members_.size()); }
    void derivative(const Column& y, Column& f) override;
    void linearize(const Column& y) override;
    LinearResult solve(double shift, const Column& b, Column& x) override;
    double error_ratio(const Column& before, const Column& after, const Column& error) const override;
    void settle(Column& y) const override;

    Column state() const;
    const std::vector<int>& members() const { return members_; }
    const GroupJacobian& jacobian() const { return jacobian_; }
    /// Solve the whole 13 n system, as Larsen did. By default positions and rotations, whose rows hold no
    /// forces, are eliminated first and 6 n unknowns are left: the same solution for a tenth of the work.
    void keep_all_unknowns(bool keep) { reduce_ = !keep; }

private:
    struct Ends {
        int local[2];      // index in the group, or -1: does not move
        int link[2] = {};  // of the blocks (0,1) and (1,0)
    };
    struct Reduced;

    void set_frames(const Column& y, bool slopes);
    const Frame& frame(const Contact& contact, int contact_index, int side) const;
    void add_contact_slopes(std::size_t index);
    void add_free_motion(std::size_t index, const State& state);
    void factor(double shift);
    double slip_error(const Column& after, const Column& error) const;

    std::span<const Body> bodies_;
    std::vector<int> members_;
    std::vector<const Contact*> contacts_;
    std::vector<Ends> ends_;
    ForceLaw law_;
    Tolerances tolerances_;
    std::vector<Frame> frames_;        // of the members
    std::vector<Frame> fixed_frames_;  // two a contact; those of fixed bodies are filled in
    GroupJacobian jacobian_;
    LinearSolver linear_;
    SparseMatrix matrix_;
    double shift_ = 0;  // of the matrix as factored; 0: none
    bool reduce_ = true;
    std::unique_ptr<Reduced> reduced_;
};

}  // namespace cairn::penalty
