#pragma once
// A pair of shapes whose bounds overlap. While it touches, its manifold is in ContactColumns.

#include <cstdint>

#include "collision/manifold.hpp"
#include "model/body.hpp"

namespace cairn {

struct ContactRecord {
    uint32_t shape_a = 0, shape_b = 0;  // kind(a) <= kind(b), so that one kernel serves each pair of kinds
    int32_t body_a = 0, body_b = 0;
    bool alive = false;
    bool touching = false;
    bool sensor = false;
    bool moving_surface = false;  // never recycled: the surface velocity turns with the body
    bool fresh = true;            // no manifold was ever computed
    bool awake = false;
    bool stiff = false;  // counted in Model::stiff_contacts
    uint8_t point_class = 0;
    uint8_t count = 0;
    AxisCache axis;
    int32_t active_index = none;  // into Model::active_contacts
    int32_t color = none;         // where the manifold is, while awake and touching
    int32_t slot = none;
    int32_t stored = none;  // where the manifold is, while asleep and touching
    uint32_t features[4] = {};
    int32_t next[2] = {none, none};  // edges of the two bodies' lists
    int32_t previous[2] = {none, none};
    float recycle_distance = 0;    // relative motion up to which a touching pair keeps its manifold: metres
    float recycle_half_angle = 0;  // and the sine of half the angle
    Transform pose;                // of b seen from a, centres of mass, when the manifold was last computed
};

}  // namespace cairn
