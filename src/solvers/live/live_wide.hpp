#pragma once
// Live bodies in lanes, for the kernels of live_kernels.hpp.

#include "base/lane_records.hpp"
#include "base/lanes_double.hpp"

namespace cairn::CAIRN_WIDE {

struct BodyWide {
    Double3 velocity;
    Double inverse_mass;
    Double3 angular;
    Double rest;  // what else is in the record: passes through
};

/// Symmetric, world axes.
struct InertiaWide {
    Double xx, yy, zz, xy, xz, yz;
};
CAIRN_INLINE Double3 operator*(const InertiaWide& m, Double3 v) {
    return {m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z,
            m.xz * v.x + m.yz * v.y + m.zz * v.z};
}

/// `bodies[lane]` leads to a LiveBody.
CAIRN_INLINE BodyWide gather_body(const double* const* bodies) {
    const double* angular[double_count];
    for (int i = 0; i < double_count; ++i) angular[i] = bodies[i] + 4;
    BodyWide body;
    gather4(bodies, body.velocity.x, body.velocity.y, body.velocity.z, body.inverse_mass);
    gather4(angular, body.angular.x, body.angular.y, body.angular.z, body.rest);
    return body;
}

CAIRN_INLINE InertiaWide gather_inertia(const double* const* bodies) {
    const double* first[double_count];
    const double* second[double_count];
    for (int i = 0; i < double_count; ++i) first[i] = bodies[i] + 8, second[i] = bodies[i] + 12;
    InertiaWide m;
    Double unused;
    gather4(first, m.xx, m.yy, m.zz, m.xy);
    gather4(second, m.xz, m.yz, unused, unused);
    return m;
}

}  // namespace cairn::CAIRN_WIDE
