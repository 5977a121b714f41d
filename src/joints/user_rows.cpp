#include "joints/user_rows.hpp"

#include "base/check.hpp"

namespace cairn {

namespace {

bool usable(const Row& row) {
    return is_finite(row.error) && is_finite(row.linear_a) && is_finite(row.angular_a) &&
           is_finite(row.linear_b) && is_finite(row.angular_b) && is_finite(row.speed) &&
           row.lower <= row.upper;
}

}  // namespace

void evaluate_rows(const UserJoint& joint, const Transform& a, const Transform& b, Row (&rows)[6]) {
    for (Row& row : rows) row = {};
    joint.evaluate(a, b, rows);
    for (int i = 0; i < 6; ++i) {
        if (i < joint.row_count && rows[i].active && usable(rows[i])) continue;
        rows[i] = {};
        rows[i].active = false;
    }
}

float row_speed(const Row& row, Vec3 linear_a, Vec3 angular_a, Vec3 linear_b, Vec3 angular_b) {
    return dot(row.linear_a, linear_a) + dot(row.angular_a, angular_a) + dot(row.linear_b, linear_b) +
           dot(row.angular_b, angular_b);
}

}  // namespace cairn
