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
//
// What every pass reads, impulses too, lies in one piece, block after block, and the manifold's columns are
// not touched between prepare and finish: the memory that streams past is all used. What few passes read lies
// elsewhere. (In between, a gap of a dozen lines a block, it cost more than to read it: memory that is read
// without gaps comes at 30 GB/s, with them at 12.)

#include "model/contact_columns.hpp"

namespace cairn {

namespace constraint_column {
enum : int {
    normal = 0,     // 3, world
    tangent = 3,    // 3, world; the second tangent is normal x tangent
    arm_a = 6,      // 3: from the centre of mass to the friction centre
    arm_b = 9,      // 3
    friction = 12,  // these and the impulses from the manifold
    spinning = 13,
    rolling = 14,
    watch = 15,
    twist_impulse = 16,
    tangent_impulse = 17,  // 2
    twist_mass = 19,
    tangent_mass = 20,    // 3: inverse of the 2x2 tangent matrix: 11, 12, 22
    twist_to_slide = 23,  // 2: what a unit twist impulse adds to u.t1 and u.t2
    surface = 25,         // 2: target of the tangential velocity
    to_normal = 27,       // 3: what unit impulses of twist and the two tangents add to u.n
    mass_a = 30,          // inverse masses
    mass_b = 31,          //
    inertia_a = 32,       // 6: inverse inertias, world: xx yy zz xy xz yz
    inertia_b = 38,       // 6
    header = 44,
};
/// Of each point.
enum : int {
    impulse = 0,
    load = 1,
    mass = 2,        // effective mass along the normal
    gap = 3,         // separation now: nothing moves between a relaxing pass and the next one with bias
    separation = 4,  // at the start of the step
    lever1 = 5,      // of the normal force about the friction centre, along t1
    lever2 = 6,      // along t2
    reach = 7,       // distance from the friction centre
    point_columns = 8,
};
/// Of each point, once or never a step.
enum : int {
    approach = 0,  // normal velocity at the start of the step, for restitution
    peak = 1,      // largest normal impulse of the step, where watched
    rare_point_columns = 2,
};
}  // namespace constraint_column

/// Pairs of a manifold's points; what a unit impulse at one adds to the normal velocity at the other is kept
/// after the points.
constexpr int pair_columns(int points) { return points * (points - 1) / 2; }
constexpr int pair_column(int points, int i, int j) {
    return i < j ? i * (2 * points - i - 1) / 2 + j - i - 1 : pair_column(points, j, i);
}

/// What is round has one or two points, and arms that follow it through the step.
constexpr bool arms_follow(int points) { return points < 4; }

/// Where the columns are that depend on the number of points.
struct ConstraintLayout {
    int pairs;    // what a unit impulse at one point adds to the normal velocity at another
    int to_roll;  // 6: what unit impulses of twist and the two tangents add to w.t1 and to w.t2
    int round;    // 2: radii, as in the manifold
    int count;
    // of those that few passes read, after those of the points
    int rolling_mass;     // 6: inverse of the sum of inverse inertias
    int rolling_impulse;  // 3
    int start_arms;       // 6: those of the start of the step, where they follow
    int rare_count;
};
constexpr ConstraintLayout constraint_layout(int points) {
    ConstraintLayout at{};
    at.pairs = constraint_column::header + points * constraint_column::point_columns;
    at.to_roll = at.pairs + pair_columns(points);
    at.round = at.to_roll + (points > 1 ? 6 : 0);
    at.count = at.round + (arms_follow(points) ? 2 : 0);
    at.rolling_mass = points * constraint_column::rare_point_columns;
    at.rolling_impulse = at.rolling_mass + 6;
    at.start_arms = at.rolling_impulse + 3;
    at.rare_count = at.start_arms + (arms_follow(points) ? 6 : 0);
    return at;
}

}  // namespace cairn
