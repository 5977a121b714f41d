#pragma once
// Columns of a prepared contact: what the passes of one step read, computed once a step by prepare.
//
// The passes are bound by the bytes they move (bench/RESULTS.md), so a contact is kept small. All its rows
// act at one point, the friction centre c, in one frame n, t1, t2: on the velocity u of b against a at c, and
// on the angular velocity w of b against a. A normal row at c + o is the force along n at c and the torque o
// x n, whose parts along t1 and t2 are the point's two levers:
//
//     vn = u.n + lever1 w.t1 + lever2 w.t2
//
// What one row does to another is then a number computed here, and the bodies are touched twice a pass: once
// to read u and w, once to apply the sum of all impulses. Ninety floats a contact of four points and pass,
// where storing every row's Jacobian and its response takes a hundred and twenty.

#include "model/contact_columns.hpp"

namespace cairn {

namespace constraint_column {
enum : int {
    normal = 0,      // 3, world
    tangent = 3,     // 3, world; the second tangent is normal x tangent
    arm_a = 6,       // 3: from the centre of mass to the friction centre
    arm_b = 9,       // 3
    mass_a = 12,     // inverse masses
    mass_b = 13,     //
    inertia_a = 14,  // 6: inverse inertias, world: xx yy zz xy xz yz
    inertia_b = 20,  // 6
    twist_mass = 26,
    tangent_mass = 27,    // 3: inverse of the 2x2 tangent matrix: 11, 12, 22
    twist_to_slide = 30,  // 2: what a unit twist impulse adds to u.t1 and u.t2
    to_normal = 32,       // 3: what unit impulses of twist and the two tangents add to u.n
    to_roll1 = 35,        // 3: to w.t1
    to_roll2 = 38,        // 3: to w.t2
    surface = 41,         // 2: target of the tangential velocity
    rolling_mass = 43,    // 6: inverse of the sum of inverse inertias
    header = 49,
};
enum : int {
    mass = 0,        // effective mass along the normal
    separation = 1,  // at the start of the step
    lever1 = 2,      // of the normal force about the friction centre, along t1
    lever2 = 3,      // along t2
    reach = 4,       // distance from the friction centre
    gap = 5,         // separation now: nothing moves between a relaxing pass and the next one with bias
    approach = 6,    // normal velocity at the start of the step, for restitution
    peak = 7,        // largest normal impulse of the step, where watched
    point_columns = 8,
};
}  // namespace constraint_column

/// Pairs of a manifold's points; what a unit impulse at one adds to the normal velocity at the other is kept
/// after the points.
constexpr int pair_columns(int points) { return points * (points - 1) / 2; }
constexpr int pair_column(int points, int i, int j) {
    return i < j ? i * (2 * points - i - 1) / 2 + j - i - 1 : pair_column(points, j, i);
}

/// What is round has one or two points, and arms that follow it through the step; those of the step's start
/// are kept after the pairs.
constexpr bool arms_follow(int points) { return points < 4; }
constexpr int start_arms_column(int points) {
    return constraint_column::header + points * constraint_column::point_columns + pair_columns(points);
}

constexpr int class_constraint_columns(int point_class) {
    const int points = class_points[point_class];
    return start_arms_column(points) + (arms_follow(points) ? 6 : 0);
}

}  // namespace cairn
