#pragma once
// A pair of shapes whose bounds overlap. While it touches, its manifold is in ContactColumns.

#include <cstddef>
#include <cstdint>

#include "collision/manifold.hpp"
#include "model/body.hpp"

namespace cairn {

/// Pairs whose narrow phase is done a lane each (world/round_pairs.hpp).
enum class RoundPair : uint8_t { neither, spheres, capsules, capsule_box };

struct alignas(64) ContactRecord {
    // What the test reads that every pair takes in every step comes first, in one cache line
    // (world/kept_pairs.hpp).
    Transform pose;  // of the smaller seen from the larger, centres of mass, at the last narrow phase
    // relative motion up to which the pair, touching or apart, keeps its manifold: metres, sine of half the
    // angle
    float keep_distance = 0, keep_half_sine = 0;
    int32_t body_a = 0, body_b = 0;
    bool seen_from_b = false;     // the larger body, from which the other's motion is looked at
    bool moving_surface = false;  // never recycled: the surface velocity turns with the body
    bool fresh = true;            // to be looked at in the next step whatever the poses are
    bool alive = false;
    bool touching = false;
    bool sensor = false;
    bool stiff = false;  // counted in Model::stiff_contacts
    uint8_t point_class = 0;
    uint8_t count = 0;
    RoundPair round = RoundPair::neither;

    uint32_t shape_a = 0, shape_b = 0;  // kind(a) <= kind(b), so that one kernel serves each pair of kinds
    float recycle_distance = 0, recycle_half_sine = 0;  // what a touching pair keeps by
    AxisCache axis;
    int32_t active_index = none;  // into Model::active_contacts
    int32_t color = none;         // where the manifold is, while awake and touching
    int32_t slot = none;
    int32_t stored = none;  // where the manifold is, while asleep and touching
    uint32_t features[4] = {};
    int32_t next[2] = {none, none};  // edges of the two bodies' lists
    int32_t previous[2] = {none, none};
};
static_assert(offsetof(ContactRecord, pose) == 0 && offsetof(ContactRecord, keep_distance) == 28 &&
              offsetof(ContactRecord, shape_a) <= 64 && sizeof(ContactRecord) == 128);

}  // namespace cairn
