#pragma once
// A body apart from what the solver touches every pass (body_state.hpp).

#include <cstdint>

#include <cairn/body.hpp>

#include "model/contact_columns.hpp"

namespace cairn {

inline constexpr int32_t none = -1;

struct alignas(64) Body {
    Mat3 inverse_inertia{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};  // as `inertia`; first: read in lanes
    BodyType type = BodyType::fixed;
    bool can_sleep = true;
    bool bullet = false;
    bool gyroscopic = true;
    bool spherical_inertia = true;  // equal principal moments: no gyroscopic torque
    bool round_off_center = false;  // touches by something round whose core is not at the centre of mass
    bool frozen = false;
    bool awake = false;
    uint8_t locks = 0;           // bits 0-2 linear x y z, 3-5 angular x y z
    Vec3 center_of_mass;         // in the body's frame; read in lanes too
    int32_t awake_index = none;  // into Model::awake_bodies
    int32_t first_shape = none, last_shape = none;
    int32_t first_contact = none;  // head of the list of contact edges: contact * 2 + side
    int32_t first_joint = none;    // the same for joints
    float gravity_scale = 1;
    float linear_damping = 0;
    float angular_damping = 0;
    float mass = 0;
    float radius = 0;     // of all shapes about the centre of mass
    float thickness = 0;  // least extent of any shape but sensors, 0 without one: how thin the body is
    Vec3 force, torque;
    Mat3 inertia{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};  // about the centre of mass, body axes
    uint64_t contact_colors = 0;                    // colours in which a contact of this body is
    uint64_t joint_colors = 0;
    // what the definition asked for, to derive the mass again when shapes change
    float asked_mass = 0;
    Mat3 asked_inertia{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    Vec3 asked_center;
    bool asked_has_center = false;
    uint64_t user_data = 0;
    uint64_t added_at = 0;  // Model::step_count then: until the next step it is still being put together

    /// Moves by forces; a frozen body is as good as fixed.
    bool dynamic() const { return type == BodyType::dynamic && !frozen; }
    /// With one or two locked axes of translation. With all three it is as good as fixed and can but turn.
    bool on_rails() const { return dynamic() && (locks & 7u) != 0 && (locks & 7u) != 7u; }
    /// What is left of a push or a motion where axes of translation are locked.
    Vec3 freed(Vec3 v) const {
        return {(locks & 1u) != 0 ? 0 : v.x, (locks & 2u) != 0 ? 0 : v.y, (locks & 4u) != 0 ? 0 : v.z};
    }
    /// The same of turning.
    Vec3 turning_freed(Vec3 v) const {
        return {(locks & 8u) != 0 ? 0 : v.x, (locks & 16u) != 0 ? 0 : v.y, (locks & 32u) != 0 ? 0 : v.z};
    }
};

}  // namespace cairn
