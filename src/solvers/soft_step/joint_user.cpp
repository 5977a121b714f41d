#include "solvers/soft_step/joint_user.hpp"

#include <algorithm>

#include "base/index.hpp"
#include "joints/user_rows.hpp"
#include "solvers/soft_step/integrate.hpp"
#include "solvers/soft_step/soft_step.hpp"

namespace cairn {

namespace {

/// The bodies of a joint in the middle of a step.
struct UserBodies {
    const Model& model;
    const BodyArrays& arrays;
    int count;
    int32_t slot[4];

    UserBodies(const Model& m, const BodyArrays& bodies, const JointRecord& joint)
        : model(m),
          arrays(bodies),
          count(joint.sides()),
          slot{joint.body_a, joint.body_b, joint.body_c, joint.body_d} {}

    /// A body's own frame, now or, moved on by `time` at its present velocity, soon.
    Transform frame(int32_t body, float time) const {
        const Pose& pose = arrays.pose[body];
        const Velocity& v = arrays.velocity[body];
        const Vec3 center = pose.center + (arrays.motion[body].translation + time * v.linear);
        Quat rotation = arrays.motion[body].turn * pose.rotation;
        if (time > 0) rotation = small_rotation(time * v.angular) * rotation;
        rotation = normalized(rotation);
        return {center - rotate(rotation, model.bodies[at(body)].center_of_mass), rotation};
    }

    UserFrames frames(float time) const {
        UserFrames all;
        for (int side = 0; side < count; ++side) all.of[side] = frame(slot[side], time);
        return all;
    }

    float speed(const Row& row) const {
        const Velocity& first = arrays.velocity[slot[0]];
        float sum = dot(row.linear_a, first.linear) + dot(row.angular_a, first.angular);
        for (int side = 1; side < count; ++side) {
            const Velocity& v = arrays.velocity[slot[side]];
            sum = sum + dot(linear_part(row, side), v.linear) + dot(angular_part(row, side), v.angular);
        }
        return sum;
    }

    void change(int side, Vec3 linear, Vec3 angular) const {
        if (!model.bodies[at(slot[side])].dynamic()) return;
        arrays.velocity[slot[side]].linear += linear;
        arrays.velocity[slot[side]].angular += angular;
    }

    /// What an angular impulse does: with the inertia of the body as it is now, once it has turned far.
    Vec3 spin_of(int side, Vec3 impulse) const {
        const int32_t body = slot[side];
        const float(&inverse)[6] = arrays.pose[body].inverse_inertia;
        if (!(arrays.motion[body].turned > 0)) return symmetric_times(inverse, impulse);
        // the locked axes do not turn with the body
        if (arrays.pose[body].least_turn > 0) return symmetric_times(arrays.inertia[body].inverse, impulse);
        const Quat turn = arrays.motion[body].turn;
        return rotate(turn, symmetric_times(inverse, inverse_rotate(turn, impulse)));
    }

    /// What is left of a push: nothing along locked axes.
    Vec3 freed(int side, Vec3 linear) const {
        if (!(arrays.pose[slot[side]].least_push > 0)) return linear;
        return diagonal(arrays.forces[slot[side]].linear_free) * linear;
    }

    void push(const Row& row, float impulse) const {
        for (int side = 0; side < count; ++side)
            change(side,
                   (arrays.pose[slot[side]].inverse_mass * impulse) * freed(side, linear_part(row, side)),
                   spin_of(side, impulse * angular_part(row, side)));
    }

    float effective_mass(const Row& row) const {
        float k = 0, least = 0;
        bool moves = false;  // straight, a body without locks: it answers for those that do not
        for (int side = 0; side < count; ++side) {
            const Vec3 linear = linear_part(row, side), angular = angular_part(row, side);
            const Pose& pose = arrays.pose[slot[side]];
            k = k + pose.inverse_mass * dot(linear, freed(side, linear)) +
                dot(angular, spin_of(side, angular));
            least = least + pose.least_push * dot(linear, linear) + pose.least_turn * dot(angular, angular);
            moves |= pose.inverse_mass > 0 && pose.least_push == 0 && !(linear == Vec3{});
        }
        return k > (moves ? 0 : least) ? 1 / k : 0.0f;
    }

    float fastest_turn() const {
        float square = 0;
        for (int side = 0; side < count; ++side) {
            const Vec3 w = arrays.velocity[slot[side]].angular;
            square = max_of(square, dot(w, w));
        }
        return square;
    }
};

const UserJoint& definition_of(const Model& model, const UserConstraint& constraint) {
    return std::get<UserJoint>(model.joints[at(constraint.joint)].def);
}

void evaluate_here(const Model& model, const BodyArrays& arrays, UserConstraint& constraint) {
    const UserBodies bodies(model, arrays, model.joints[at(constraint.joint)]);
    evaluate_rows(definition_of(model, constraint), bodies.frames(0), constraint.rows);
    for (int i = 0; i < 6; ++i) {
        constraint.mass[i] = bodies.effective_mass(constraint.rows[i]);
        if (!constraint.rows[i].active) constraint.impulses[i] = 0;
    }
}

bool is_equality(const Row& row) { return row.lower == -infinity && row.upper == infinity; }
/// A one-sided row that has not reached its bound may go there but no further.
bool is_ahead(const Row& row) {
    return (row.lower == 0 && row.error > 0) || (row.upper == 0 && row.error < 0);
}

/// What an equality row's error gains to second order on the way through the sub-step, as a speed: the error
/// where the bodies are going, less what the row itself foresees.
void find_gains(const UserBodies& bodies, const UserJoint& def, const UserConstraint& constraint, float h,
                float (&gains)[6]) {
    Row soon[6];
    evaluate_rows(def, bodies.frames(h), soon);
    for (int i = 0; i < 6; ++i) {
        gains[i] = 0;
        const Row& row = constraint.rows[i];
        if (!row.active || !soon[i].active || !is_equality(row)) continue;
        // fades out for fast bodies, as the curvature of arms does (joints/point.hpp)
        const float turn = 100 * h * h * bodies.fastest_turn();
        gains[i] = ((soon[i].error - row.error) / h - bodies.speed(row)) / (1 + turn * turn);
    }
}

struct RowTarget {
    float bias = 0, mass_scale = 1, impulse_scale = 0;
};

RowTarget target_of(const UserJoint& def, const UserConstraint& constraint, int i, bool bias, float gain,
                    const StepConstants& k) {
    const Row& row = constraint.rows[i];
    if (def.spring.hertz > 0) {
        const Softness s = make_softness(def.spring.hertz, def.spring.damping_ratio, k.h);
        return {s.bias_rate * constraint.held_error[i], s.mass_scale, s.impulse_scale};
    }
    if (is_ahead(row)) return {k.inverse_h * row.error, 1, 0};
    if (!bias) return {};
    const Softness s = def.stiffness.hertz > 0
                           ? make_softness(def.stiffness.hertz, def.stiffness.damping_ratio, k.h)
                           : k.joint;
    return {s.bias_rate * row.error + gain, s.mass_scale, s.impulse_scale};
}

void solve_rows(const Model& model, const BodyArrays& arrays, UserConstraint& constraint, bool bias,
                const StepConstants& k) {
    const UserJoint& def = definition_of(model, constraint);
    const UserBodies bodies(model, arrays, model.joints[at(constraint.joint)]);
    float gains[6] = {};
    if (bias && !(def.spring.hertz > 0)) find_gains(bodies, def, constraint, k.h, gains);
    for (int i = 0; i < def.row_count; ++i) {
        const Row& row = constraint.rows[i];
        if (!row.active) continue;
        // a stiffness of the user's is a spring, of which the pass without bias takes nothing back
        // (JointStep)
        if (!bias && def.stiffness.hertz > 0 && is_equality(row)) continue;
        const RowTarget target = target_of(def, constraint, i, bias, gains[i], k);
        float& total = constraint.impulses[i];
        const float speed = bodies.speed(row) - row.speed;
        const float impulse =
            -target.mass_scale * constraint.mass[i] * (speed + target.bias) - target.impulse_scale * total;
        const float next = clamp_to(total + impulse, k.h * row.lower, k.h * row.upper);
        bodies.push(row, is_equality(row) ? impulse : next - total);
        total = next;
    }
}

}  // namespace

void UserJoints::prepare() {
    const LaneGroup& group = model_.joint_columns.group(overflow_color, JointKind::user);
    constraints_.clear();
    for (int32_t joint : group.members) {
        constraints_.emplace_back();
        constraints_.back().joint = joint;
        model_.joint_columns.save(model_.joints[at(joint)]);
        for (int i = 0; i < 6; ++i) constraints_.back().impulses[i] = model_.joints[at(joint)].stored[i];
    }
    std::sort(constraints_.begin(), constraints_.end(),
              [](const UserConstraint& a, const UserConstraint& b) { return a.joint < b.joint; });
    for (UserConstraint& constraint : constraints_) evaluate_here(model_, bodies_, constraint);
}

void UserJoints::warm_start() {
    for (UserConstraint& constraint : constraints_) {
        const UserBodies bodies(model_, bodies_, model_.joints[at(constraint.joint)]);
        for (int i = 0; i < 6; ++i) bodies.push(constraint.rows[i], constraint.impulses[i]);
    }
}

void UserJoints::solve(bool first) {
    for (size_t k = 0; k < constraints_.size(); ++k) {
        UserConstraint& constraint = constraints_[first ? k : constraints_.size() - 1 - k];
        const UserBodies bodies(model_, bodies_, model_.joints[at(constraint.joint)]);
        if (first) {
            for (int side = 0; side < bodies.count; ++side)
                bodies.change(side, constraint.linear[side], constraint.angular[side]);
        }
        for (int i = 0; i < 6; ++i) constraint.held_error[i] = constraint.rows[i].error;
        solve_rows(model_, bodies_, constraint, true, constants_);
    }
}

void UserJoints::relax() {
    for (UserConstraint& constraint : constraints_) {
        const UserConstraint before = constraint;
        evaluate_here(model_, bodies_, constraint);
        const UserBodies bodies(model_, bodies_, model_.joints[at(constraint.joint)]);
        for (int side = 0; side < bodies.count; ++side) {
            Vec3 linear{}, angular{};
            for (int i = 0; i < 6; ++i) {
                const Row& now = constraint.rows[i];
                const Row& was = before.rows[i];
                linear += constraint.impulses[i] * linear_part(now, side) -
                          before.impulses[i] * linear_part(was, side);
                angular += constraint.impulses[i] * angular_part(now, side) -
                           before.impulses[i] * angular_part(was, side);
            }
            constraint.linear[side] =
                bodies_.pose[bodies.slot[side]].inverse_mass * bodies.freed(side, linear);
            constraint.angular[side] = bodies.spin_of(side, angular);
        }
        solve_rows(model_, bodies_, constraint, false, constants_);
    }
}

void UserJoints::finish() {
    for (const UserConstraint& constraint : constraints_) {
        JointRecord& joint = model_.joints[at(constraint.joint)];
        for (int i = 0; i < 6; ++i) joint.stored[i] = constraint.impulses[i];
        model_.joint_columns.load(joint);
    }
}

}  // namespace cairn
