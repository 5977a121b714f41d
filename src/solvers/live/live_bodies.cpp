// Bodies: in, forces, and out again.

#include "base/index.hpp"
#include "math/rotation.hpp"
#include "solvers/live/live_system.hpp"

namespace cairn {

namespace {

Sym3d inverse_inertia_of(const Pose& pose) {
    const float(&m)[6] = pose.inverse_inertia;
    return {double(m[0]), double(m[1]), double(m[2]), double(m[3]), double(m[4]), double(m[5])};
}

Vec3d free_axes(unsigned locks) {
    return {locks & 1u ? 0.0 : 1.0, locks & 2u ? 0.0 : 1.0, locks & 4u ? 0.0 : 1.0};
}
Vec3d masked(Vec3d v, Vec3d mask) { return {v.x * mask.x, v.y * mask.y, v.z * mask.z}; }

/// Columns a b c; zero where singular.
Vec3d solve3(const Mat3d& m, Vec3d right) {
    const Vec3d bc = cross(m.y, m.z);
    const double determinant = dot(m.x, bc);
    if (determinant == 0) return {};
    return (1 / determinant) *
           Vec3d{dot(right, bc), dot(m.x, cross(right, m.z)), dot(m.x, cross(m.y, right))};
}

/// One Newton step on the implicit midpoint rule for I w' + w x I w = 0 in body axes, as soft-step takes it.
Vec3d gyroscopic(const Body& body, Quat rotation, Vec3d angular, double h) {
    const Mat3d r = to_matrix_double(rotation), inertia = to_double(body.inertia);
    const Vec3d w = transpose_times(r, angular);
    const Vec3d momentum = inertia * w;
    const Mat3d momentum_cross{
        {0, momentum.z, -momentum.y}, {-momentum.z, 0, momentum.x}, {momentum.y, -momentum.x, 0}};
    const auto column = [&](Vec3d i, Vec3d m) { return i + (0.5 * h) * (cross(w, i) - m); };
    const Mat3d jacobian{column(inertia.x, momentum_cross.x), column(inertia.y, momentum_cross.y),
                         column(inertia.z, momentum_cross.z)};
    return r * (w - solve3(jacobian, h * cross(w, momentum)));
}

}  // namespace

void gather_bodies(const Model& model, LiveSystem& system) {
    system.body_of_slot.assign(model.bodies.size(), 0);
    system.bodies.assign(1, LiveBody{});
    for (int32_t slot : model.awake_bodies) {
        const Pose& pose = model.poses[at(slot)];
        const Velocity& velocity = model.velocities[at(slot)];
        LiveBody body;
        body.velocity = Vec3d(velocity.linear), body.angular = Vec3d(velocity.angular);
        body.slot = slot;
        if (model.bodies[at(slot)].dynamic()) {
            body.inverse_mass = double(pose.inverse_mass);
            body.inverse_inertia = inverse_inertia_of(pose);
        }
        system.body_of_slot[at(slot)] = static_cast<int32_t>(system.bodies.size());
        system.bodies.push_back(body);
    }
}

void apply_forces(const Model& model, const LiveOptions& options, LiveSystem& system) {
    const double h = system.h;
    for (size_t i = 1; i < system.bodies.size(); ++i) {
        LiveBody& live = system.bodies[i];
        const Body& body = model.bodies[at(live.slot)];
        if (!body.dynamic()) continue;
        live.velocity = live.velocity + h * (double(body.gravity_scale) * Vec3d(model.gravity) +
                                             live.inverse_mass * Vec3d(body.force));
        live.angular = live.angular + h * (live.inverse_inertia * Vec3d(body.torque));
        if (options.gyroscopic && body.gyroscopic && !body.spherical_inertia)
            live.angular = gyroscopic(body, model.poses[at(live.slot)].rotation, live.angular, h);
        live.velocity = (1 / (1 + h * double(body.linear_damping))) * live.velocity;
        live.angular = (1 / (1 + h * double(body.angular_damping))) * live.angular;
        if (body.locks == 0) continue;
        live.velocity = masked(live.velocity, free_axes(body.locks));
        live.angular = masked(live.angular, free_axes(body.locks >> 3u));
    }
}

void integrate_bodies(const LiveSystem& system, const std::vector<LivePush>& push, const LiveOptions& options,
                      Model& model, const BodyArrays& bodies) {
    for (size_t i = 1; i < system.bodies.size(); ++i) {
        const LiveBody& live = system.bodies[i];
        const Body& body = model.bodies[at(live.slot)];
        Vec3d velocity = live.velocity, angular = live.angular;
        Vec3d moving = velocity, turning = angular;
        if (!push.empty()) moving = moving + push[i].velocity, turning = turning + push[i].angular;
        if (body.locks != 0) {
            const Vec3d linear = free_axes(body.locks), rotation = free_axes(body.locks >> 3u);
            velocity = masked(velocity, linear), moving = masked(moving, linear);
            angular = masked(angular, rotation), turning = masked(turning, rotation);
        }
        if (body.dynamic()) {
            bodies.velocity[live.slot].linear = to_float(velocity);
            bodies.velocity[live.slot].angular = to_float(angular);
        }
        Motion& motion = bodies.motion[live.slot];
        motion.translation = to_float(system.h * moving);
        const Vec3 angle = to_float(system.h * turning), half = 0.5f * angle;
        bodies.winding[live.slot].angle = angle;
        motion.turn = options.exact_rotation
                          ? exp_rotation(angle)
                          : normalized(Quat{half.x, half.y, half.z, 1});  // Catto, eq. 37 (E1)
    }
}

}  // namespace cairn
