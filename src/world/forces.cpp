// Forces and impulses of the public API.

#include "base/check.hpp"
#include "world/impl.hpp"

namespace cairn {

namespace {

size_t at(int32_t index) { return static_cast<size_t>(index); }

Vec3 symmetric_times(const float (&m)[6], Vec3 v) {
    return {m[0] * v.x + m[3] * v.y + m[4] * v.z, m[3] * v.x + m[1] * v.y + m[5] * v.z,
            m[4] * v.x + m[5] * v.y + m[2] * v.z};
}

/// The body, awake, after the vector was checked; null where a force has no effect.
Body* pushed(World::Impl& world, BodyId id, Vec3 value, const char* name) {
    const int32_t index = world.index(id);
    require_finite(value, name);
    Body& body = world.model.bodies[at(index)];
    if (!body.dynamic() || body.frozen) return nullptr;
    wake(world, index);
    return &body;
}

}  // namespace

void World::apply_force(BodyId id, Vec3 force) {
    if (Body* body = pushed(*impl_, id, force, "World::apply_force")) body->force += force;
}

void World::apply_force_at(BodyId id, Vec3 force, Vec3 point) {
    require_finite(point, "World::apply_force_at: point");
    if (Body* body = pushed(*impl_, id, force, "World::apply_force_at")) {
        body->force += force;
        body->torque += cross(point - center_of_mass(id), force);
    }
}

void World::apply_torque(BodyId id, Vec3 torque) {
    if (Body* body = pushed(*impl_, id, torque, "World::apply_torque")) body->torque += torque;
}

void World::apply_impulse(BodyId id, Vec3 impulse) {
    if (!pushed(*impl_, id, impulse, "World::apply_impulse")) return;
    impl_->model.velocities[id.index].linear += impl_->model.poses[id.index].inverse_mass * impulse;
}

void World::apply_impulse_at(BodyId id, Vec3 impulse, Vec3 point) {
    require_finite(point, "World::apply_impulse_at: point");
    if (!pushed(*impl_, id, impulse, "World::apply_impulse_at")) return;
    const Pose& pose = impl_->model.poses[id.index];
    Velocity& velocity = impl_->model.velocities[id.index];
    velocity.linear += pose.inverse_mass * impulse;
    velocity.angular += symmetric_times(pose.inverse_inertia, cross(point - pose.center, impulse));
}

void World::apply_angular_impulse(BodyId id, Vec3 impulse) {
    if (!pushed(*impl_, id, impulse, "World::apply_angular_impulse")) return;
    impl_->model.velocities[id.index].angular +=
        symmetric_times(impl_->model.poses[id.index].inverse_inertia, impulse);
}

}  // namespace cairn
