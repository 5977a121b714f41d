#pragma once
// Body state in and out of lanes.

#include "model/slots_wide.hpp"
#include "solvers/soft_step/integrate.hpp"

namespace cairn::CAIRN_WIDE {

struct VelocityWide {
    Vec3w linear, angular;
};

struct MotionWide {
    Vec3w translation;
    Float turned;
    Quatw turn;
};

struct PoseWide {
    Vec3w center;
    Float inverse_mass;
    Quatw rotation;
    Sym3w inverse_inertia;
};

CAIRN_INLINE VelocityWide gather_velocity(const Velocity* velocities, const BodySlots& slots) {
    const Octet v = gather_octet(velocities, slots, 0);
    return {v.first_vector(), v.second_vector()};
}

CAIRN_INLINE void scatter_velocity(Velocity* velocities, const BodySlots& slots, const VelocityWide& v) {
    const Float zero(0.0f);
    scatter_written(
        velocities, slots,
        {{v.linear.x, v.linear.y, v.linear.z, zero}, {v.angular.x, v.angular.y, v.angular.z, zero}});
}

CAIRN_INLINE MotionWide gather_motion(const Motion* motions, const BodySlots& slots) {
    const Octet m = gather_octet(motions, slots, 0);
    return {m.first_vector(), m.first[3], m.second_quaternion()};
}

/// Once a step.
CAIRN_SHARED PoseWide gather_pose(const Pose* poses, const BodySlots& slots) {
    const Octet place = gather_octet(poses, slots, 0);
    return {place.first_vector(), place.first[3], place.second_quaternion(),
            gather_octet(poses, slots, 8).symmetric()};
}

/// The inertia of the bodies that have turned far, and of the others the given one.
CAIRN_INLINE Sym3w gather_inertia(const TurnedInertia* inertias, const BodySlots& slots, Mask turned,
                                  const Sym3w& other) {
    return select(turned, gather_octet(inertias, slots, 0).symmetric(), other);
}

/// The inverse of an inertia in world axes restricted to those that are free (1, else 0), as refresh_pose.
CAIRN_INLINE Sym3w free_inverse(const Sym3w& inertia, Vec3w free) {
    const Float trace = inertia.xx + inertia.yy + inertia.zz, one(1.0f);
    const Float xy = free.x * free.y, xz = free.x * free.z, yz = free.y * free.z;
    const Sym3w r =
        inverse({select(free.x < one, trace, inertia.xx), select(free.y < one, trace, inertia.yy),
                 select(free.z < one, trace, inertia.zz), xy * inertia.xy, xz * inertia.xz, yz * inertia.yz});
    return {free.x * r.xx, free.y * r.yy, free.z * r.zz, xy * r.xy, xz * r.xz, yz * r.yz};
}

/// How a rotation changes a vector: rotate(q, v) - v, to the precision of the change.
CAIRN_INLINE Vec3w change_by(Quatw q, Vec3w v) {
    const Vec3w axis{q.x, q.y, q.z};
    const Vec3w t = Float(2.0f) * cross(axis, v);
    return q.w * t + cross(axis, t);
}

/// The inertia of bodies as they are now, R I R^T; as it was where they have not turned far.
CAIRN_INLINE Sym3w current_inertia(const Sym3w& start, Quatw turn, Mask turned) {
    const Mat3w r = to_matrix(turn);
    // columns of R I, which are rows of I R^T
    const Vec3w x = r * Vec3w{start.xx, start.xy, start.xz}, y = r * Vec3w{start.xy, start.yy, start.yz},
                z = r * Vec3w{start.xz, start.yz, start.zz};
    const auto entry = [&](Float Vec3w::*row, Float Vec3w::*column) {
        return x.*row * r.x.*column + y.*row * r.y.*column + z.*row * r.z.*column;
    };
    return select(
        turned,
        Sym3w{entry(&Vec3w::x, &Vec3w::x), entry(&Vec3w::y, &Vec3w::y), entry(&Vec3w::z, &Vec3w::z),
              entry(&Vec3w::x, &Vec3w::y), entry(&Vec3w::x, &Vec3w::z), entry(&Vec3w::y, &Vec3w::z)},
        start);
}

}  // namespace cairn::CAIRN_WIDE
