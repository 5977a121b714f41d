#include "joints/user_rows.hpp"

#include "base/check.hpp"

namespace cairn {

namespace {

bool usable(const Row& row) {
    bool finite = is_finite(row.error) && is_finite(row.speed) && row.lower <= row.upper;
    for (int side = 0; side < 4; ++side)
        finite = finite && is_finite(linear_part(row, side)) && is_finite(angular_part(row, side));
    return finite;
}

}  // namespace

UserFrames user_frames(const Model& model, const JointRecord& joint) {
    UserFrames frames;
    for (int side = 0; side < joint.sides(); ++side) frames.of[side] = model.frame(joint.body(side));
    return frames;
}

void evaluate_rows(const UserJoint& joint, const UserFrames& frames, Row (&rows)[6]) {
    for (Row& row : rows) row = {};
    if (joint.evaluate_all) {
        joint.evaluate_all(frames.of, rows);
    } else {
        joint.evaluate(frames.of[0], frames.of[1], rows);
    }
    for (int i = 0; i < 6; ++i) {
        if (i < joint.row_count && rows[i].active && usable(rows[i])) continue;
        rows[i] = {};
        rows[i].active = false;
    }
}

}  // namespace cairn
