#pragma once
// Columns of a prepared contact: what the passes of one step read, computed once a step by prepare. Angular
// Jacobians and their products with the inverse inertia are stored, not arms: a normal row then costs two dot
// products and two multiply-adds of three, a quarter of what crossing arms costs in every pass.

#include "model/contact_columns.hpp"

namespace cairn {

namespace constraint_column {
enum : int {
    normal = 0,   // 3, world
    tangent = 3,  // 3, world; the second tangent is normal x tangent
    mass_a = 6,   // inverse masses
    mass_b = 7,
    bias_rate = 8,
    mass_scale = 9,
    impulse_scale = 10,
    tangent_a1 = 11,   // 3: arm x tangent, body a, first tangent
    tangent_a2 = 14,   // 3
    tangent_b1 = 17,   // 3
    tangent_b2 = 20,   // 3
    response_a1 = 23,  // 3: inverse inertia times the above
    response_a2 = 26,
    response_b1 = 29,
    response_b2 = 32,
    tangent_mass = 35,  // 3: inverse of the 2x2 tangent matrix: 11, 12, 22
    twist_a = 38,       // 3: inverse inertia times normal
    twist_b = 41,       // 3
    twist_mass = 44,
    surface = 45,       // 2: target of the tangential velocity
    rolling_mass = 47,  // 6: inverse of the sum of inverse inertias
    header = 53,
};
enum : int {
    angular_a = 0,    // 3: arm x normal
    angular_b = 3,    // 3
    response_a = 6,   // 3: inverse inertia times the above
    response_b = 9,   // 3
    mass = 12,        // effective mass along the normal
    separation = 13,  // at the start of the step
    approach = 14,    // normal velocity at the start of the step, for restitution
    lever = 15,       // distance from the friction centre
    peak = 16,        // largest normal impulse of the step
    point_columns = 17,
};
}  // namespace constraint_column

constexpr int class_constraint_columns(int point_class) {
    return constraint_column::header + class_points[point_class] * constraint_column::point_columns;
}

}  // namespace cairn
