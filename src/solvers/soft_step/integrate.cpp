#include "solvers/soft_step/integrate.hpp"

namespace cairn {

namespace {

Vec3 symmetric_times(const float (&m)[6], Vec3 v) {
    return {m[0] * v.x + m[3] * v.y + m[4] * v.z, m[3] * v.x + m[1] * v.y + m[5] * v.z,
            m[4] * v.x + m[5] * v.y + m[2] * v.z};
}

/// One Newton step on the implicit Euler equation I (w' - w) + h w' x I w' = 0, in body axes (Catto, GDC 2015): stable for
/// any spin, where the explicit term gains energy.
Vec3 gyroscopic(const Body& body, Quat rotation, Vec3 angular, float h) {
    const Vec3 w = inverse_rotate(rotation, angular);
    const Vec3 momentum = body.inertia * w;
    const Vec3 residual = h * cross(w, momentum);
    // Jacobian: I + h ([w]x I - [I w]x)
    const Mat3& inertia = body.inertia;
    const Mat3 jacobian{inertia.x + h * (cross(w, inertia.x) - cross(momentum, {1, 0, 0})),
                        inertia.y + h * (cross(w, inertia.y) - cross(momentum, {0, 1, 0})),
                        inertia.z + h * (cross(w, inertia.z) - cross(momentum, {0, 0, 1}))};
    return rotate(rotation, w - inverse(jacobian) * residual);
}

Vec3 free_axes(Vec3 v, unsigned locks) {
    return {locks & 1u ? 0.0f : v.x, locks & 2u ? 0.0f : v.y, locks & 4u ? 0.0f : v.z};
}

/// Below this angular speed the gyroscopic change of one sub-step is under a millionth of the angular speed itself.
constexpr float gyroscopic_speed = 1e-4f;

}  // namespace

Quat small_rotation(Vec3 angle) {
    // unit quaternion along (a tan t / |a|, 1) with t = |a| / 2; tan by its series, so no trigonometry
    const Vec3 half = 0.5f * angle;
    const float square = dot(half, half);
    const float scale = 1.0f + square * (1.0f / 3.0f + square * (2.0f / 15.0f + square * (17.0f / 315.0f)));
    const Vec3 v = scale * half;
    const float length = std::sqrt(dot(v, v) + 1.0f);
    return {v.x / length, v.y / length, v.z / length, 1.0f / length};
}

void integrate_velocities(Model& model, SoftStepScratch& scratch, int first, int last, float h, bool first_substep) {
    for (int i = first; i < last; ++i) {
        const size_t slot = static_cast<size_t>(model.awake_bodies[static_cast<size_t>(i)]);
        const Body& body = model.bodies[slot];
        if (!body.dynamic()) continue;
        const Pose& pose = model.poses[slot];
        Velocity& velocity = model.velocities[slot];
        Velocity& base = scratch.base[slot];
        Vec3 v = velocity.linear, w = velocity.angular;
        const Vec3 warm_linear = first_substep ? Vec3{} : v - base.linear;
        const Vec3 warm_angular = first_substep ? Vec3{} : w - base.angular;
        v += h * (body.gravity_scale * model.gravity + pose.inverse_mass * body.force);
        w += h * symmetric_times(pose.inverse_inertia, body.torque);
        if (body.gyroscopic && !body.spherical_inertia && dot(w, w) > gyroscopic_speed * gyroscopic_speed)
            w = gyroscopic(body, scratch.turn[slot] * pose.rotation, w, h);
        if (body.linear_damping > 0) v = v / (1.0f + h * body.linear_damping);
        if (body.angular_damping > 0) w = w / (1.0f + h * body.angular_damping);
        base.linear = v;
        base.angular = w;
        v += warm_linear;
        w += warm_angular;
        if (body.locks) {
            v = free_axes(v, body.locks);
            w = free_axes(w, body.locks >> 3);
        }
        velocity.linear = v;
        velocity.angular = w;
    }
}

void integrate_positions(Model& model, SoftStepScratch& scratch, int first, int last, float h) {
    for (int i = first; i < last; ++i) {
        const size_t slot = static_cast<size_t>(model.awake_bodies[static_cast<size_t>(i)]);
        Velocity& velocity = model.velocities[slot];
        const Body& body = model.bodies[slot];
        if (body.locks) {
            velocity.linear = free_axes(velocity.linear, body.locks);
            velocity.angular = free_axes(velocity.angular, body.locks >> 3);
        }
        Motion& motion = scratch.motion[slot];
        const Vec3 angle = h * velocity.angular;
        motion.translation += h * velocity.linear;
        motion.rotation += angle;
        scratch.turn[slot] = small_rotation(angle) * scratch.turn[slot];
    }
}

}  // namespace cairn
