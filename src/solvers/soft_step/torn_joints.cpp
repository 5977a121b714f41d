#include "solvers/soft_step/torn_joints.hpp"

#include <algorithm>

#include "base/index.hpp"
#include "joints/joint_rows.hpp"
#include "math/rotation.hpp"

namespace cairn {

namespace {

/// The rows that are to hold, and the limits that are passed: none of motors, nor of springs, which are as
/// fast as they were asked to be. But who comes home comes to the rest of its suspension: metres away it
/// would throw what has come as far as its line. What a user's function says may be in any unit.
int closing_rows(const Model& model, const JointRecord& joint, bool home, JointRow (&rows)[max_joint_rows]) {
    if (joint.kind == JointKind::user) return 0;
    const int count = joint_rows(model, joint, rows);
    int kept = 0;
    for (int i = 0; i < count; ++i) {
        const JointRow& row = rows[i];
        const bool held = row.kind == JointRowKind::hold && row.hertz == 0;
        const bool past = row.kind == JointRowKind::limit && row.hertz == 0 && row.error < 0;
        const bool suspension = home && row.kind == JointRowKind::spring && row.reduced;
        if (held || past || suspension) rows[kept++] = row;
    }
    return kept;
}

/// How both bodies move.
struct JointMotion {
    Vec3 linear_a, angular_a, linear_b, angular_b;
};

float speed_of(const JointRow& row, const JointMotion& m) {
    return dot(row.linear_a, m.linear_a) + dot(row.angular_a, m.angular_a) + dot(row.linear_b, m.linear_b) +
           dot(row.angular_b, m.angular_b);
}

/// What a unit of the row's impulse does: M^-1 J^T.
JointMotion answer_to(const Model& model, const JointRecord& joint, const JointRow& row) {
    const Pose& a = model.poses[at(joint.body_a)];
    const Pose& b = model.poses[at(joint.body_b)];
    return {a.inverse_mass * model.bodies[at(joint.body_a)].freed(row.linear_a),
            symmetric_times(a.inverse_inertia, row.angular_a),
            b.inverse_mass * model.bodies[at(joint.body_b)].freed(row.linear_b),
            symmetric_times(b.inverse_inertia, row.angular_b)};
}

/// Solves the symmetric system in place. A row of which others leave next to nothing, or along a locked axis
/// (Pose::least_push), is left out: its answer is rounding.
class RowSystem {
public:
    double matrix[max_joint_rows][max_joint_rows];
    double right[max_joint_rows];
    double least[max_joint_rows];

    void solve(int count) {
        for (int k = 0; k < count; ++k) least[k] = std::max(least[k], least_pivot * matrix[k][k]);
        for (int k = 0; k < count; ++k) {
            if (!(matrix[k][k] > least[k])) continue;
            for (int i = k + 1; i < count; ++i) {
                const double share = matrix[i][k] / matrix[k][k];
                for (int j = k; j < count; ++j) matrix[i][j] -= share * matrix[k][j];
                right[i] -= share * right[k];
            }
        }
        for (int k = count - 1; k >= 0; --k) {
            for (int j = k + 1; j < count; ++j) right[k] -= matrix[k][j] * right[j];
            right[k] = matrix[k][k] > least[k] ? right[k] / matrix[k][k] : 0.0;
        }
    }

private:
    static constexpr double least_pivot = 1e-6;
};

/// The least motion, weighed by masses, that satisfies all rows at once, to first order:
/// J M^-1 J^T lambda = -C.
JointMotion closing_motion(const Model& model, const JointRecord& joint, bool home) {
    JointRow rows[max_joint_rows];
    JointMotion answers[max_joint_rows];
    const int count = closing_rows(model, joint, home, rows);
    const Pose& a = model.poses[at(joint.body_a)];
    const Pose& b = model.poses[at(joint.body_b)];
    RowSystem system;
    for (int i = 0; i < count; ++i) {
        answers[i] = answer_to(model, joint, rows[i]);
        for (int k = 0; k <= i; ++k)
            system.matrix[i][k] = system.matrix[k][i] = double(speed_of(rows[k], answers[i]));
        system.right[i] = -double(rows[i].error);
        const bool turns = rows[i].linear_b == Vec3{};
        system.least[i] = double(turns ? a.least_turn + b.least_turn : a.least_push + b.least_push);
    }
    system.solve(count);
    JointMotion motion{};
    for (int i = 0; i < count; ++i) {
        const float impulse = static_cast<float>(system.right[i]);
        motion.linear_a += impulse * answers[i].linear_a, motion.angular_a += impulse * answers[i].angular_a;
        motion.linear_b += impulse * answers[i].linear_b, motion.angular_b += impulse * answers[i].angular_b;
    }
    return motion;
}

/// What that is to b, seen from a.
struct WayHome {
    Vec3 arm_a, arm_b;  // from both centres of mass to anchor b
    Vec3 shift, turn;   // of b about anchor b
    float length;       // the farthest that anchors, or centres of mass, come closer or a body turns
};

WayHome find_way(const Model& model, const JointRecord& joint, bool home) {
    const Pose& a = model.poses[at(joint.body_a)];
    const Pose& b = model.poses[at(joint.body_b)];
    const Vec3 anchor_a = joint.frame_a.position - model.bodies[at(joint.body_a)].center_of_mass;
    const Vec3 anchor_b = joint.frame_b.position - model.bodies[at(joint.body_b)].center_of_mass;
    const JointMotion motion = closing_motion(model, joint, home);
    const Vec3 centers = motion.linear_b - motion.linear_a, turn = motion.angular_b - motion.angular_a;
    WayHome way;
    way.arm_b = rotate(b.rotation, anchor_b);
    way.arm_a = b.center + way.arm_b - a.center;
    const Vec3 b_goes = centers + cross(motion.angular_b, way.arm_b);
    way.shift = b_goes - cross(motion.angular_a, way.arm_a);
    way.turn = turn;
    const Vec3 anchors = b_goes - cross(motion.angular_a, rotate(a.rotation, anchor_a));
    way.length = max_of(length(centers), length(anchors));
    for (const Vec3 turned : {turn, motion.angular_a, motion.angular_b})
        way.length = max_of(way.length, length(turned));
    return way;
}

/// The joint leaves the columns of its kind for those of a weld, or comes back from there. What it bore as
/// the one says nothing of what it will bear as the other; its angles stay.
void change_columns(Model& model, int32_t index, bool closing) {
    JointRecord& joint = model.joints[at(index)];
    JointColumns& columns = model.joint_columns;
    columns.save(joint);
    for (int i = 0; i < joint_impulses(joint.kind); ++i) joint.stored[i] = 0;
    const int32_t moved = columns.remove(joint.color, joint.lane_kind(), joint.slot);
    if (moved != -1) model.joints[at(moved)].slot = joint.slot;
    joint.closing = closing;
    const BodyRef ref_a = model.reference(joint.body_a), ref_b = model.reference(joint.body_b);
    joint.slot = columns.add(joint.color, joint.lane_kind(), index, ref_a, ref_b,
                             model.parts.part(first_moving(ref_a, ref_b)));
    if (closing) return;
    columns.write(joint, model.bodies[at(joint.body_a)].center_of_mass,
                  model.bodies[at(joint.body_b)].center_of_mass);
    columns.load(joint);
}

/// A weld that is closed once b has gone so much of the way.
void write_weld(Model& model, const JointRecord& joint, const WayHome& way, float share) {
    const Quat a = model.poses[at(joint.body_a)].rotation, b = model.poses[at(joint.body_b)].rotation;
    JointFrames<Scalars> frames{};
    frames.anchor_a = inverse_rotate(a, way.arm_a + share * way.shift);
    frames.anchor_b = inverse_rotate(b, way.arm_b);
    frames.frame_a = normalized(conjugate(a) * exp_rotation(share * way.turn) * b);
    int column = 0;
    const auto put = [&](float value) {
        model.joint_columns.at(joint.color, JointKind::fixed, joint.slot, column++) = value;
    };
    const auto write = [&](const auto& value) {
        if constexpr (requires { value.w; })
            put(value.x), put(value.y), put(value.z), put(value.w);
        else if constexpr (requires { value.x; })
            put(value.x), put(value.y), put(value.z);
        else
            put(value);
    };
    frames.visit(write);
    FixedSettings<Scalars>{0, -1}.visit(write);
}

/// Whether it is still to be looked at.
bool tend(Model& model, int32_t index, float gap, float reach) {
    JointRecord& joint = model.joints[at(index)];
    if (joint.color == none) return true;
    joint.torn = find_way(model, joint, false).length > gap;
    if (joint.torn != joint.closing) change_columns(model, index, joint.torn);
    if (joint.torn) {
        const WayHome way = find_way(model, joint, true);
        write_weld(model, joint, way, min_of(reach / way.length, 1.0f));
    }
    return joint.torn;
}

}  // namespace

void tend_torn_joints(Model& model, const StepConstants& constants, float dt) {
    if (!model.any_torn_joints) return;
    model.any_torn_joints = false;
    const float speed = model.solver.push_speed;
    const float gap = speed / constants.joint.bias_rate;  // what a joint closes at that speed by itself
    for (size_t i = 0; i < model.joints.size(); ++i) {
        const JointRecord& joint = model.joints[i];
        if (joint.alive && joint.torn && tend(model, static_cast<int32_t>(i), gap, speed * dt))
            model.any_torn_joints = true;
    }
}

}  // namespace cairn
