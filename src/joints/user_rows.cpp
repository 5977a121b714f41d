#include "joints/user_rows.hpp"

#include "base/check.hpp"

namespace cairn {

namespace {

/// What is wrong with the row; null where it is usable.
const char* fault_of(const Row& row) {
    if (!is_finite(row.error)) return "error is not finite";
    if (!is_finite(row.speed)) return "speed is not finite";
    if (!(row.lower <= row.upper)) return "lower is above upper, or one of them is not a number";
    if (row.lower == infinity || row.upper == -infinity) return "no number lies between lower and upper";
    static const char* const linear[] = {"linear_a is not finite", "linear_b is not finite",
                                         "linear_c is not finite", "linear_d is not finite"};
    static const char* const angular[] = {"angular_a is not finite", "angular_b is not finite",
                                          "angular_c is not finite", "angular_d is not finite"};
    for (int side = 0; side < 4; ++side) {
        if (!is_finite(linear_part(row, side))) return linear[side];
        if (!is_finite(angular_part(row, side))) return angular[side];
    }
    return nullptr;
}

void run(const UserJoint& joint, const UserFrames& frames, Row (&rows)[6]) {
    for (Row& row : rows) row = {};
    if (joint.evaluate_all) {
        joint.evaluate_all(frames.of, rows);
    } else {
        joint.evaluate(frames.of[0], frames.of[1], rows);
    }
}

}  // namespace

UserFrames user_frames(const Model& model, const JointRecord& joint) {
    UserFrames frames;
    for (int side = 0; side < joint.sides(); ++side) frames.of[side] = model.frame(joint.body(side));
    return frames;
}

void evaluate_rows(const UserJoint& joint, const UserFrames& frames, Row (&rows)[6]) {
    try {
        run(joint, frames, rows);
    } catch (...) {  // in the middle of a step nobody can mend it: rows left out, and counted
        for (Row& row : rows) row.error = infinity;
    }
    for (int i = 0; i < 6; ++i) {
        if (i < joint.row_count && rows[i].active && !fault_of(rows[i])) continue;
        rows[i] = {};
        rows[i].active = false;
    }
}

int count_unusable_rows(const UserJoint& joint, const UserFrames& frames, std::string* fault) {
    Row rows[6];
    try {
        run(joint, frames, rows);
    } catch (...) {
        if (fault) throw;  // who adds the joint may know what to do
        return joint.row_count;
    }
    int count = 0;
    for (int i = 0; i < joint.row_count; ++i) {
        const char* wrong = rows[i].active ? fault_of(rows[i]) : nullptr;
        if (wrong && count++ == 0 && fault) *fault = "row " + std::to_string(i) + ": " + wrong;
    }
    return count;
}

}  // namespace cairn
