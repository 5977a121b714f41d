#pragma once
// A joint apart from what the solver touches every pass (joint_columns.hpp).

#include <cstdint>
#include <variant>

#include <cairn/joint.hpp>

#include "model/body.hpp"

namespace cairn {

/// In the order of the alternatives of JointDef.
enum class JointKind : uint8_t { ball, hinge, slider, fixed, distance, wheel, motor, user };
inline constexpr int joint_kind_count = 8;

inline constexpr int max_joint_memory = 16;
inline constexpr int max_joint_columns = 64;
inline constexpr int max_joint_angles = 2;

struct JointRecord {
    JointDef def;
    bool alive = false;
    JointKind kind = JointKind::ball;
    int32_t body_a = 0, body_b = 0;  // slots; 0 is the world
    int32_t body_c = 0, body_d = 0;  // of a user's joint; 0 is none
    /// Frames of the joint in the bodies' own frames (from their origins, so that a change of mass does not
    /// move them).
    Transform frame_a, frame_b;
    Quat rest_a;       // rotation of body a when the joint was added
    float length = 0;  // rest length of a distance joint
    /// It is new, or one of its bodies was put elsewhere: it may be open, and soft-step looks
    /// (torn_joints.hpp).
    bool torn = false;
    /// It is open. Until it has come together it is a weld to the solver, and lies in the columns of one.
    bool closing = false;
    int32_t color = none;  // where its columns are, while one of its bodies is awake
    int32_t slot = none;
    int32_t next[4] = {none, none, none, none};  // edges of its bodies' lists: joint * 4 + side
    int32_t previous[4] = {none, none, none, none};
    float stored[max_joint_memory] = {};  // impulses and angles while they are not in the columns

    int32_t body(int side) const {
        const int32_t bodies[] = {body_a, body_b, body_c, body_d};
        return bodies[side];
    }
    /// Whether its impulses and angles are in the columns. Those of one that closes are not: there are those
    /// of its weld.
    bool in_columns() const { return color != none && !closing; }
    /// In the columns of which kind it lies.
    JointKind lane_kind() const { return closing ? JointKind::fixed : kind; }
    int sides() const { return body_d ? 4 : body_c ? 3 : 2; }

    const JointBase& base() const {
        return std::visit([](const auto& d) -> const JointBase& { return d; }, def);
    }
};

}  // namespace cairn
