#include "solvers/soft_step/torn_joints.hpp"

#include <algorithm>
#include <vector>

#include "base/index.hpp"
#include "joints/joint_rows.hpp"
#include "math/rotation.hpp"

namespace cairn {

namespace {

/// The rows that are to hold, and the limits that are passed: none of motors, nor of springs, which are as
/// fast as they were asked to be. But what comes home comes to the rest of its springs too: a suspension that
/// is metres long would throw what has just come to its line. What a user's function says may be in any unit.
int closing_rows(const Model& model, const JointRecord& joint, bool home, JointRow (&rows)[max_joint_rows]) {
    if (joint.kind == JointKind::user) return 0;
    const int count = joint_rows(model, joint, rows);
    int kept = 0;
    for (int i = 0; i < count; ++i) {
        const JointRow& row = rows[i];
        const bool held = row.kind == JointRowKind::hold && row.hertz == 0;
        const bool past = row.kind == JointRowKind::limit && row.hertz == 0 && row.error < 0;
        const bool at_rest = home && row.kind == JointRowKind::spring;
        if (held || past || at_rest) rows[kept++] = row;
    }
    return kept;
}

/// The symmetric matrix of a joint's rows. A row of which others leave next to nothing, or along a locked
/// axis (Pose::least_push), is left out: its answer is rounding.
class RowMatrix {
public:
    double at[max_joint_rows][max_joint_rows];
    double least[max_joint_rows];

    void factor(int count) {
        for (int k = 0; k < count; ++k) least[k] = std::max(least[k], least_share * at[k][k]);
        for (int k = 0; k < count; ++k)
            for (int i = k + 1; i < count && has_pivot(k); ++i) {
                const double share = at[i][k] / at[k][k];
                for (int j = k + 1; j < count; ++j) at[i][j] -= share * at[k][j];
                at[i][k] = share;
            }
    }
    /// Once it is factored.
    void solve(int count, double* right) const {
        for (int k = 0; k < count; ++k)
            for (int i = k + 1; i < count && has_pivot(k); ++i) right[i] -= at[i][k] * right[k];
        for (int k = count - 1; k >= 0; --k) {
            for (int j = k + 1; j < count; ++j) right[k] -= at[k][j] * right[j];
            right[k] = has_pivot(k) ? right[k] / at[k][k] : 0.0;
        }
    }

private:
    static constexpr double least_share = 1e-6;

    bool has_pivot(int k) const { return at[k][k] > least[k]; }
};

struct BodyMotion {
    Vec3 linear, angular;
};
struct PairMotion {
    BodyMotion a, b;
};

float speed_of(const JointRow& row, const BodyMotion& a, const BodyMotion& b) {
    return dot(row.linear_a, a.linear) + dot(row.angular_a, a.angular) + dot(row.linear_b, b.linear) +
           dot(row.angular_b, b.angular);
}

/// What an impulse does to a body.
BodyMotion answer_of(const Model& model, int32_t body, Vec3 linear, Vec3 angular) {
    const Pose& pose = model.poses[at(body)];
    return {pose.inverse_mass * model.bodies[at(body)].freed(linear),
            symmetric_times(pose.inverse_inertia, angular)};
}

void add(BodyMotion& motion, float impulse, const BodyMotion& answer) {
    motion.linear += impulse * answer.linear, motion.angular += impulse * answer.angular;
}

/// A joint with what closes it: the least motion, weighed by masses, that satisfies all of its rows at once,
/// to first order (J M^-1 J^T lambda = -C).
class OpenJoint {
public:
    OpenJoint(const Model& model, int32_t index, bool home) : index_(index) {
        const JointRecord& joint = model.joints[at(index)];
        count_ = closing_rows(model, joint, home, rows_);
        const Pose& a = model.poses[at(joint.body_a)];
        const Pose& b = model.poses[at(joint.body_b)];
        for (int i = 0; i < count_; ++i) {
            const JointRow& row = rows_[i];
            answers_[i] = {answer_of(model, joint.body_a, row.linear_a, row.angular_a),
                           answer_of(model, joint.body_b, row.linear_b, row.angular_b)};
            for (int k = 0; k <= i; ++k)
                matrix_.at[i][k] = matrix_.at[k][i] =
                    double(speed_of(rows_[k], answers_[i].a, answers_[i].b));
            const bool turns = row.linear_b == Vec3{};
            matrix_.least[i] = double(turns ? a.least_turn + b.least_turn : a.least_push + b.least_push);
        }
        matrix_.factor(count_);
    }

    int32_t index() const { return index_; }

    /// Adds what is missing to the motions of its bodies.
    void close(BodyMotion& a, BodyMotion& b) const {
        double right[max_joint_rows];
        for (int i = 0; i < count_; ++i) right[i] = -double(rows_[i].error + speed_of(rows_[i], a, b));
        matrix_.solve(count_, right);
        for (int i = 0; i < count_; ++i) {
            add(a, static_cast<float>(right[i]), answers_[i].a);
            add(b, static_cast<float>(right[i]), answers_[i].b);
        }
    }

private:
    int32_t index_;
    JointRow rows_[max_joint_rows];
    PairMotion answers_[max_joint_rows];
    RowMatrix matrix_;
    int count_;
};

/// What motions of its bodies are to b, seen from a.
struct WayHome {
    Vec3 arm_a, arm_b;  // from both centres of mass to anchor b
    Vec3 shift, turn;   // of b about anchor b
    float length;       // the farthest that anchors, or centres of mass, come closer or a body turns
};

WayHome find_way(const Model& model, const JointRecord& joint, const BodyMotion& a, const BodyMotion& b) {
    const Pose& pose_a = model.poses[at(joint.body_a)];
    const Pose& pose_b = model.poses[at(joint.body_b)];
    const Vec3 own_a = joint.frame_a.position - model.bodies[at(joint.body_a)].center_of_mass;
    const Vec3 own_b = joint.frame_b.position - model.bodies[at(joint.body_b)].center_of_mass;
    WayHome way;
    way.arm_b = rotate(pose_b.rotation, own_b);
    way.arm_a = pose_b.center + way.arm_b - pose_a.center;
    const Vec3 centers = b.linear - a.linear;
    const Vec3 goes = centers + cross(b.angular, way.arm_b);
    way.shift = goes - cross(a.angular, way.arm_a);
    way.turn = b.angular - a.angular;
    const Vec3 anchors = goes - cross(a.angular, rotate(pose_a.rotation, own_a));
    way.length = max_of(length(centers), length(anchors));
    for (const Vec3 turned : {way.turn, a.angular, b.angular})
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

/// Far ahead a motion is not what it is to first order: the weld draws no farther than this at a time.
constexpr float most_ahead = 0.5f;

/// A weld that is closed a part of the way ahead, and comes there at the speed.
void write_weld(Model& model, const JointRecord& joint, const WayHome& way, float speed) {
    const float ahead = min_of(way.length, most_ahead), share = way.length > 0 ? ahead / way.length : 0.0f;
    const Quat a = model.poses[at(joint.body_a)].rotation, b = model.poses[at(joint.body_b)].rotation;
    JointFrames<Scalars> frames{};
    frames.anchor_a = inverse_rotate(a, way.arm_a + share * way.shift);
    frames.anchor_b = inverse_rotate(b, way.arm_b);
    frames.frame_a = normalized(conjugate(a) * exp_rotation(share * way.turn) * b);
    const float rate = speed / max_of(ahead, 1e-6f);
    model.joint_columns.write_weld(joint, frames, {0, 0, max_of(rate, 1e-6f)});
}

/// Whether the joint, by itself, is open by more than the gap. Most are not at all, and it is soon said.
bool is_open(const Model& model, int32_t index, float gap) {
    const JointRecord& joint = model.joints[at(index)];
    JointRow rows[max_joint_rows];
    const int count = closing_rows(model, joint, false, rows);
    if (std::none_of(rows, rows + count,
                     [&](const JointRow& row) { return abs_of(row.error) > 0.01f * gap; }))
        return false;
    BodyMotion a{}, b{};
    OpenJoint(model, index, false).close(a, b);
    return find_way(model, joint, a, b).length > gap;
}

/// Where joints of one body ask different things of it, each is asked again, knowing of the others.
constexpr int plan_sweeps = 10;

/// The joints that are open, in the columns of welds.
std::vector<OpenJoint> find_open(Model& model, float gap) {
    std::vector<OpenJoint> open;
    for (size_t i = 0; i < model.joints.size(); ++i) {
        JointRecord& joint = model.joints[i];
        if (!joint.alive || !joint.torn || joint.color == none) continue;
        const int32_t index = static_cast<int32_t>(i);
        joint.torn = is_open(model, index, gap);
        if (joint.torn != joint.closing) change_columns(model, index, joint.torn);
        if (joint.torn) open.emplace_back(model, index, true);
    }
    model.any_torn_joints = !open.empty();
    return open;
}

}  // namespace

void tend_torn_joints(Model& model, const StepConstants& constants) {
    if (!model.any_torn_joints) return;
    const float speed = model.solver.push_speed;
    const float gap = speed / constants.joint.bias_rate;  // what a joint closes at that speed by itself
    const std::vector<OpenJoint> open = find_open(model, gap);
    if (open.empty()) return;
    std::vector<BodyMotion> motions(model.bodies.size());
    const int sweeps = open.size() > 1 ? plan_sweeps : 1;
    for (int sweep = 0; sweep < sweeps; ++sweep)
        for (const OpenJoint& each : open) {
            const JointRecord& joint = model.joints[at(each.index())];
            each.close(motions[at(joint.body_a)], motions[at(joint.body_b)]);
        }
    for (const OpenJoint& each : open) {
        const JointRecord& joint = model.joints[at(each.index())];
        const WayHome way = find_way(model, joint, motions[at(joint.body_a)], motions[at(joint.body_b)]);
        write_weld(model, joint, way, speed);
    }
}

}  // namespace cairn
