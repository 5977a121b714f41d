#include "capi/convert.hpp"

using namespace cairn;
using namespace cairn::capi;

cairn_body cairn_body_add(cairn_world* world, const cairn_body_def* def) {
    return guarded(__func__, world, [&](World& w) { return to_c(w.add_body(or_default<BodyDef>(def))); });
}

bool cairn_body_remove(cairn_world* world, cairn_body body) {
    return guarded(__func__, world, [&](World& w) { w.remove_body(to_cpp(body)); });
}

bool cairn_body_valid(const cairn_world* world, cairn_body body) {
    return guarded(__func__, world, [&](const World& w) { return w.valid(to_cpp(body)); });
}

cairn_transform cairn_body_transform(const cairn_world* world, cairn_body body) {
    return guarded(__func__, world, [&](const World& w) { return to_c(w.transform(to_cpp(body))); });
}

cairn_vec3 cairn_body_center_of_mass(const cairn_world* world, cairn_body body) {
    return guarded(__func__, world, [&](const World& w) { return to_c(w.center_of_mass(to_cpp(body))); });
}

cairn_vec3 cairn_body_velocity(const cairn_world* world, cairn_body body) {
    return guarded(__func__, world, [&](const World& w) { return to_c(w.velocity(to_cpp(body))); });
}

cairn_vec3 cairn_body_angular_velocity(const cairn_world* world, cairn_body body) {
    return guarded(__func__, world, [&](const World& w) { return to_c(w.angular_velocity(to_cpp(body))); });
}

cairn_vec3 cairn_body_velocity_at(const cairn_world* world, cairn_body body, cairn_vec3 world_point) {
    return guarded(__func__, world,
                   [&](const World& w) { return to_c(w.velocity_at(to_cpp(body), to_cpp(world_point))); });
}

cairn_body_type cairn_body_get_type(const cairn_world* world, cairn_body body) {
    return guarded(__func__, world,
                   [&](const World& w) { return static_cast<cairn_body_type>(w.type(to_cpp(body))); });
}

float cairn_body_mass(const cairn_world* world, cairn_body body) {
    return guarded(__func__, world, [&](const World& w) { return w.mass(to_cpp(body)); });
}

cairn_mass_properties cairn_body_mass_properties(const cairn_world* world, cairn_body body) {
    return guarded(__func__, world, [&](const World& w) { return to_c(w.mass_properties(to_cpp(body))); });
}

bool cairn_body_awake(const cairn_world* world, cairn_body body) {
    return guarded(__func__, world, [&](const World& w) { return w.awake(to_cpp(body)); });
}

bool cairn_body_frozen(const cairn_world* world, cairn_body body) {
    return guarded(__func__, world, [&](const World& w) { return w.frozen(to_cpp(body)); });
}

uint64_t cairn_body_user_data(const cairn_world* world, cairn_body body) {
    return guarded(__func__, world, [&](const World& w) { return w.user_data(to_cpp(body)); });
}

int cairn_body_shapes(const cairn_world* world, cairn_body body, cairn_shape* shapes, int max) {
    return guarded(__func__, world,
                   [&](const World& w) { return copy_out(w.shapes(to_cpp(body)), shapes, max); });
}

int cairn_body_joints(const cairn_world* world, cairn_body body, cairn_joint* joints, int max) {
    return guarded(__func__, world,
                   [&](const World& w) { return copy_out(w.joints(to_cpp(body)), joints, max); });
}

int cairn_body_contacts(const cairn_world* world, cairn_body body, cairn_contact* contacts, int max) {
    return guarded(__func__, world,
                   [&](const World& w) { return copy_out(w.contacts(to_cpp(body)), contacts, max); });
}

bool cairn_body_set_transform(cairn_world* world, cairn_body body, const cairn_transform* transform) {
    return guarded(__func__, world, [&](World& w) {
        w.set_transform(to_cpp(body), to_cpp(required(transform, "transform")));
    });
}

bool cairn_body_set_velocity(cairn_world* world, cairn_body body, cairn_vec3 velocity) {
    return guarded(__func__, world, [&](World& w) { w.set_velocity(to_cpp(body), to_cpp(velocity)); });
}

bool cairn_body_set_angular_velocity(cairn_world* world, cairn_body body, cairn_vec3 velocity) {
    return guarded(__func__, world,
                   [&](World& w) { w.set_angular_velocity(to_cpp(body), to_cpp(velocity)); });
}

bool cairn_body_set_type(cairn_world* world, cairn_body body, cairn_body_type type) {
    return guarded(__func__, world, [&](World& w) { w.set_type(to_cpp(body), body_type(type)); });
}

bool cairn_body_set_mass_properties(cairn_world* world, cairn_body body, const cairn_mass_properties* mass) {
    return guarded(__func__, world,
                   [&](World& w) { w.set_mass_properties(to_cpp(body), to_cpp(required(mass, "mass"))); });
}

float cairn_body_gravity_scale(const cairn_world* world, cairn_body body) {
    return guarded(__func__, world, [&](const World& w) { return w.gravity_scale(to_cpp(body)); });
}

float cairn_body_linear_damping(const cairn_world* world, cairn_body body) {
    return guarded(__func__, world, [&](const World& w) { return w.linear_damping(to_cpp(body)); });
}

float cairn_body_angular_damping(const cairn_world* world, cairn_body body) {
    return guarded(__func__, world, [&](const World& w) { return w.angular_damping(to_cpp(body)); });
}

cairn_locks cairn_body_locks(const cairn_world* world, cairn_body body) {
    return guarded(__func__, world, [&](const World& w) { return to_c(w.locks(to_cpp(body))); });
}

bool cairn_body_can_sleep(const cairn_world* world, cairn_body body) {
    return guarded(__func__, world, [&](const World& w) { return w.can_sleep(to_cpp(body)); });
}

bool cairn_body_bullet(const cairn_world* world, cairn_body body) {
    return guarded(__func__, world, [&](const World& w) { return w.bullet(to_cpp(body)); });
}

bool cairn_body_set_gravity_scale(cairn_world* world, cairn_body body, float scale) {
    return guarded(__func__, world, [&](World& w) { w.set_gravity_scale(to_cpp(body), scale); });
}

bool cairn_body_set_damping(cairn_world* world, cairn_body body, float linear, float angular) {
    return guarded(__func__, world, [&](World& w) { w.set_damping(to_cpp(body), linear, angular); });
}

bool cairn_body_set_locks(cairn_world* world, cairn_body body, cairn_locks locks) {
    return guarded(__func__, world, [&](World& w) { w.set_locks(to_cpp(body), to_cpp(locks)); });
}

bool cairn_body_set_awake(cairn_world* world, cairn_body body, bool awake) {
    return guarded(__func__, world, [&](World& w) { w.set_awake(to_cpp(body), awake); });
}

bool cairn_body_set_can_sleep(cairn_world* world, cairn_body body, bool can_sleep) {
    return guarded(__func__, world, [&](World& w) { w.set_can_sleep(to_cpp(body), can_sleep); });
}

bool cairn_body_set_bullet(cairn_world* world, cairn_body body, bool bullet) {
    return guarded(__func__, world, [&](World& w) { w.set_bullet(to_cpp(body), bullet); });
}

bool cairn_body_gyroscopic(const cairn_world* world, cairn_body body) {
    return guarded(__func__, world, [&](const World& w) { return w.gyroscopic(to_cpp(body)); });
}

bool cairn_body_set_gyroscopic(cairn_world* world, cairn_body body, bool gyroscopic) {
    return guarded(__func__, world, [&](World& w) { w.set_gyroscopic(to_cpp(body), gyroscopic); });
}

bool cairn_body_set_user_data(cairn_world* world, cairn_body body, uint64_t user_data) {
    return guarded(__func__, world, [&](World& w) { w.set_user_data(to_cpp(body), user_data); });
}

bool cairn_body_move_to(cairn_world* world, cairn_body body, const cairn_transform* target, float dt) {
    return guarded(__func__, world,
                   [&](World& w) { w.move_to(to_cpp(body), to_cpp(required(target, "target")), dt); });
}

bool cairn_body_apply_force(cairn_world* world, cairn_body body, cairn_vec3 force) {
    return guarded(__func__, world, [&](World& w) { w.apply_force(to_cpp(body), to_cpp(force)); });
}

bool cairn_body_apply_force_at(cairn_world* world, cairn_body body, cairn_vec3 force,
                               cairn_vec3 world_point) {
    return guarded(__func__, world,
                   [&](World& w) { w.apply_force_at(to_cpp(body), to_cpp(force), to_cpp(world_point)); });
}

bool cairn_body_apply_torque(cairn_world* world, cairn_body body, cairn_vec3 torque) {
    return guarded(__func__, world, [&](World& w) { w.apply_torque(to_cpp(body), to_cpp(torque)); });
}

bool cairn_body_apply_impulse(cairn_world* world, cairn_body body, cairn_vec3 impulse) {
    return guarded(__func__, world, [&](World& w) { w.apply_impulse(to_cpp(body), to_cpp(impulse)); });
}

bool cairn_body_apply_impulse_at(cairn_world* world, cairn_body body, cairn_vec3 impulse,
                                 cairn_vec3 world_point) {
    return guarded(__func__, world,
                   [&](World& w) { w.apply_impulse_at(to_cpp(body), to_cpp(impulse), to_cpp(world_point)); });
}

bool cairn_body_apply_angular_impulse(cairn_world* world, cairn_body body, cairn_vec3 impulse) {
    return guarded(__func__, world,
                   [&](World& w) { w.apply_angular_impulse(to_cpp(body), to_cpp(impulse)); });
}
