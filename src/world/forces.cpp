// Forces and impulses of the public API.

#include "base/check.hpp"
#include "base/index.hpp"
#include "base/range.hpp"
#include "world/impl.hpp"

namespace cairn {

namespace {

/// The body's slot, awake, after the vector was checked; none where a force has no effect.
int32_t pushed(World::Impl& world, BodyId id, Vec3 value, const char* name) {
    const int32_t index = world.index(id);
    require_finite(value, name);
    if (!world.model.bodies[at(index)].dynamic()) return none;
    wake(world, index);
    return index;
}

/// A force beyond all measure would spread through contacts and joints within the step: the body is frozen at
/// once.
void push(World::Impl& world, int32_t index, Vec3 force, Vec3 torque) {
    Body& body = world.model.bodies[at(index)];
    const Pose& pose = world.model.poses[at(index)];
    if (body.force == Vec3{} && body.torque == Vec3{}) world.model.pushed_bodies.push_back(index);
    body.force += force;
    body.torque += torque;
    const Vec3 linear = pose.inverse_mass * body.force;
    const Vec3 angular = symmetric_times(pose.inverse_inertia, body.torque);
    const bool borne = length_squared(linear) <= hardest * hardest &&
                       length_squared(angular) <= hardest * hardest && is_finite(body.force) &&
                       is_finite(body.torque);
    if (!borne) freeze(world, index);
}

void kick(World::Impl& world, int32_t index, Vec3 impulse, Vec3 angular_impulse) {
    const Pose& pose = world.model.poses[at(index)];
    Velocity& velocity = world.model.velocities[at(index)];
    velocity.linear += pose.inverse_mass * impulse;
    velocity.angular += symmetric_times(pose.inverse_inertia, angular_impulse);
    if (!in_range(velocity)) freeze(world, index);
}

}  // namespace

void World::apply_force(BodyId id, Vec3 force) {
    impl_->require_idle("World::apply_force");
    const int32_t index = pushed(*impl_, id, force, "World::apply_force");
    if (index != none) push(*impl_, index, force, {});
}

void World::apply_force_at(BodyId id, Vec3 force, Vec3 point) {
    impl_->require_idle("World::apply_force_at");
    require_within(point, farthest, "World::apply_force_at: point");
    const int32_t index = pushed(*impl_, id, force, "World::apply_force_at");
    if (index != none) push(*impl_, index, force, cross(point - center_of_mass(id), force));
}

void World::apply_torque(BodyId id, Vec3 torque) {
    impl_->require_idle("World::apply_torque");
    const int32_t index = pushed(*impl_, id, torque, "World::apply_torque");
    if (index != none) push(*impl_, index, {}, torque);
}

void World::apply_impulse(BodyId id, Vec3 impulse) {
    impl_->require_idle("World::apply_impulse");
    const int32_t index = pushed(*impl_, id, impulse, "World::apply_impulse");
    if (index != none) kick(*impl_, index, impulse, {});
}

void World::apply_impulse_at(BodyId id, Vec3 impulse, Vec3 point) {
    impl_->require_idle("World::apply_impulse_at");
    require_within(point, farthest, "World::apply_impulse_at: point");
    const int32_t index = pushed(*impl_, id, impulse, "World::apply_impulse_at");
    if (index != none) kick(*impl_, index, impulse, cross(point - center_of_mass(id), impulse));
}

void World::apply_angular_impulse(BodyId id, Vec3 impulse) {
    impl_->require_idle("World::apply_angular_impulse");
    const int32_t index = pushed(*impl_, id, impulse, "World::apply_angular_impulse");
    if (index != none) kick(*impl_, index, {}, impulse);
}

}  // namespace cairn
