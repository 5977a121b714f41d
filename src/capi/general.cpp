// What belongs to no world: the version, names and rotations.

#include "capi/convert.hpp"

using namespace cairn;
using namespace cairn::capi;

const char* cairn_version(void) { return version(); }

const char* cairn_stage_name(int stage) {
    return stage_name(stage >= 0 && stage < CAIRN_STAGE_COUNT ? static_cast<Stage>(stage) : Stage::count);
}

cairn_quat cairn_quat_axis_angle(cairn_vec3 axis, float angle) {
    return to_c(axis_angle(to_cpp(axis), angle));
}

cairn_quat cairn_quat_between(cairn_vec3 from, cairn_vec3 to) {
    return to_c(rotation_between(to_cpp(from), to_cpp(to)));
}

cairn_quat cairn_quat_from_mat3(cairn_mat3 m) { return to_c(to_quat(to_cpp(m))); }
cairn_mat3 cairn_mat3_inverse(cairn_mat3 m) { return to_c(inverse(to_cpp(m))); }
