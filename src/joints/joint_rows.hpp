#pragma once
// A joint as scalar rows, for solvers that want a list of rows rather than blocks (Catto 2005, section 3):
//
//     J V = linear_a.vA + angular_a.wA + linear_b.vB + angular_b.wB (+ the same for c and d)
//
// The maths is that of the joints' own files; a row also says in which impulse column of the joint its
// multiplier lives, so that reactions and warm starts are the same whoever solved it.

#include "model/model.hpp"

namespace cairn {

enum class JointRowKind : uint8_t {
    hold,    ///< C = 0
    limit,   ///< C >= 0
    spring,  ///< C = 0, softly: hertz and damping are set
    motor,   ///< J V = speed, with bounded force
};

struct JointRow {
    Vec3 linear_a{}, angular_a{}, linear_b{}, angular_b{};
    float error = 0;               // C
    float speed = 0;               // target of J V
    float lower = 0, upper = 0;    // bounds of the multiplier as a force
    float hertz = 0, damping = 0;  // 0: as stiff as the solver makes it
    JointRowKind kind = JointRowKind::hold;
    bool reduced = false;  // a spring whose stiffness is that of the reduced mass, not of the row's
    bool block = false;    // the first of three rows that are solved together by a solver that can
    int column = 0;        // among the joint's impulses
    float room_below = infinity, room_above = infinity;     // of a motor: how far its limits let it go
    Vec3 linear_c{}, angular_c{}, linear_d{}, angular_d{};  // of a user's joint with more than two bodies
};

inline constexpr int max_joint_rows = max_joint_memory;

/// Fills `rows` and returns how many there are. A bound on the length of a vector (the motor of a ball joint,
/// a motor joint) becomes one on each of its three rows.
int joint_rows(const Model& model, const JointRecord& joint, JointRow (&rows)[max_joint_rows]);

}  // namespace cairn
