#include "capi/convert.hpp"

using namespace cairn;
using namespace cairn::capi;

cairn_joint cairn_joint_add(cairn_world* world, const cairn_joint_def* def) {
    return guarded(__func__, world,
                   [&](World& w) { return to_c(w.add_joint(to_cpp(required(def, "def")))); });
}

bool cairn_joint_remove(cairn_world* world, cairn_joint joint) {
    return guarded(__func__, world, [&](World& w) { w.remove_joint(to_cpp(joint)); });
}

bool cairn_joint_valid(const cairn_world* world, cairn_joint joint) {
    return guarded(__func__, world, [&](const World& w) { return w.valid(to_cpp(joint)); });
}

bool cairn_joint_definition(const cairn_world* world, cairn_joint joint, cairn_joint_def* def) {
    return guarded(__func__, world,
                   [&](const World& w) { required(def, "def") = to_c(w.definition(to_cpp(joint))); });
}

bool cairn_joint_set_definition(cairn_world* world, cairn_joint joint, const cairn_joint_def* def) {
    return guarded(__func__, world,
                   [&](World& w) { w.set_definition(to_cpp(joint), to_cpp(required(def, "def"))); });
}

cairn_reaction cairn_joint_reaction(const cairn_world* world, cairn_joint joint) {
    return guarded(__func__, world, [&](const World& w) { return to_c(w.reaction(to_cpp(joint))); });
}

float cairn_joint_position(const cairn_world* world, cairn_joint joint) {
    return guarded(__func__, world, [&](const World& w) { return w.joint_position(to_cpp(joint)); });
}

float cairn_joint_speed(const cairn_world* world, cairn_joint joint) {
    return guarded(__func__, world, [&](const World& w) { return w.joint_speed(to_cpp(joint)); });
}

float cairn_joint_position_of(const cairn_world* world, cairn_joint joint,
                              cairn_joint_coordinate coordinate) {
    return guarded(__func__, world, [&](const World& w) {
        return w.joint_position(to_cpp(joint), joint_coordinate(coordinate));
    });
}

float cairn_joint_speed_of(const cairn_world* world, cairn_joint joint, cairn_joint_coordinate coordinate) {
    return guarded(__func__, world, [&](const World& w) {
        return w.joint_speed(to_cpp(joint), joint_coordinate(coordinate));
    });
}

float cairn_joint_error(const cairn_world* world, cairn_joint joint) {
    return guarded(__func__, world, [&](const World& w) { return w.joint_error(to_cpp(joint)); });
}

cairn_joint_placement cairn_joint_place(const cairn_world* world, cairn_joint joint) {
    return guarded(__func__, world, [&](const World& w) { return to_c(w.joint_place(to_cpp(joint))); });
}
