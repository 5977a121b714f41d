#pragma once
// Body state in and out of lanes.

#include "model/slots_wide.hpp"
#include "solvers/soft_step/integrate.hpp"

namespace cairn::CAIRN_WIDE {

struct VelocityWide {
    Vec3w linear, angular;
};

struct PoseWide {
    Vec3w center;
    Float inverse_mass;
    Quatw rotation;
    Sym3w inverse_inertia;
};

CAIRN_INLINE VelocityWide gather_velocity(const Velocity* velocities, const BodySlots& slots) {
    return {gather_vector(velocities, slots, 0), gather_vector(velocities, slots, 4)};
}

CAIRN_INLINE void scatter_velocity(Velocity* velocities, const BodySlots& slots, const VelocityWide& v) {
    slots.reload();
    if (slots.all_written) {
        scatter4([&](int lane) { return slots.at(velocities, lane, 0); }, v.linear.x, v.linear.y, v.linear.z,
                 Float(0.0f));
        scatter4([&](int lane) { return slots.at(velocities, lane, 4); }, v.angular.x, v.angular.y,
                 v.angular.z, Float(0.0f));
        return;
    }
    Velocity rubbish;  // for bodies that may not be written
    const auto place = [&](int lane) {
        return slots.refs[lane] >= 0 ? slots.at(velocities, lane, 0) : &rubbish.linear.x;
    };
    scatter4(place, v.linear.x, v.linear.y, v.linear.z, Float(0.0f));
    scatter4([&](int lane) { return place(lane) + 4; }, v.angular.x, v.angular.y, v.angular.z, Float(0.0f));
}

CAIRN_INLINE Quatw gather_turn(const Quat* turns, const BodySlots& slots) {
    Quatw q;
    gather_part(turns, slots, 0, q.x, q.y, q.z, q.w);
    return q;
}

CAIRN_INLINE PoseWide gather_pose(const Pose* poses, const BodySlots& slots) {
    PoseWide p;
    Float unused;
    gather_part(poses, slots, 0, p.center.x, p.center.y, p.center.z, p.inverse_mass);
    gather_part(poses, slots, 4, p.rotation.x, p.rotation.y, p.rotation.z, p.rotation.w);
    Sym3w& i = p.inverse_inertia;
    gather_part(poses, slots, 8, i.xx, i.yy, i.zz, i.xy);
    gather_part(poses, slots, 12, i.xz, i.yz, unused, unused);
    return p;
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
    return {select(turned, entry(&Vec3w::x, &Vec3w::x), start.xx),
            select(turned, entry(&Vec3w::y, &Vec3w::y), start.yy),
            select(turned, entry(&Vec3w::z, &Vec3w::z), start.zz),
            select(turned, entry(&Vec3w::x, &Vec3w::y), start.xy),
            select(turned, entry(&Vec3w::x, &Vec3w::z), start.xz),
            select(turned, entry(&Vec3w::y, &Vec3w::z), start.yz)};
}

}  // namespace cairn::CAIRN_WIDE
