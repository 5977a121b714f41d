#pragma once
// Body state in and out of lanes.

#include "base/lanes.hpp"
#include "model/body_state.hpp"
#include "model/contact_columns.hpp"
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

/// Slot of a body whether it may be written or not.
CAIRN_INLINE int slot_of(BodyRef ref) { return ref ^ (ref >> 31); }

CAIRN_INLINE VelocityWide gather_velocity(const Velocity* velocities, const BodyRef* refs) {
    const float* rows[lane_count];
    const float* angular_rows[lane_count];
    for (int i = 0; i < lane_count; ++i) {
        rows[i] = &velocities[slot_of(refs[i])].linear.x;
        angular_rows[i] = rows[i] + 4;
    }
    VelocityWide v;
    Float unused;
    gather4(rows, v.linear.x, v.linear.y, v.linear.z, unused);
    gather4(angular_rows, v.angular.x, v.angular.y, v.angular.z, unused);
    return v;
}

CAIRN_INLINE void scatter_velocity(Velocity* velocities, const BodyRef* refs, const VelocityWide& v) {
    float* rows[lane_count];
    float* angular_rows[lane_count];
    Velocity rubbish;  // bodies that may not be written
    for (int i = 0; i < lane_count; ++i) {
        rows[i] = refs[i] >= 0 ? &velocities[refs[i]].linear.x : &rubbish.linear.x;
        angular_rows[i] = rows[i] + 4;
    }
    scatter4(rows, v.linear.x, v.linear.y, v.linear.z, Float(0.0f));
    scatter4(angular_rows, v.angular.x, v.angular.y, v.angular.z, Float(0.0f));
}

/// Translation and rotation vector since the start of the step, in the same shape as a velocity.
CAIRN_INLINE VelocityWide gather_motion(const Motion* motions, const BodyRef* refs) {
    const float* rows[lane_count];
    const float* angular_rows[lane_count];
    for (int i = 0; i < lane_count; ++i) {
        rows[i] = &motions[slot_of(refs[i])].translation.x;
        angular_rows[i] = rows[i] + 4;
    }
    VelocityWide v;
    Float unused;
    gather4(rows, v.linear.x, v.linear.y, v.linear.z, unused);
    gather4(angular_rows, v.angular.x, v.angular.y, v.angular.z, unused);
    return v;
}

CAIRN_INLINE Vec3w gather_acceleration(const BodyForces* forces, const BodyRef* refs) {
    const float* rows[lane_count];
    for (int i = 0; i < lane_count; ++i) rows[i] = &forces[slot_of(refs[i])].acceleration.x;
    Vec3w a;
    Float unused;
    gather4(rows, a.x, a.y, a.z, unused);
    return a;
}

CAIRN_INLINE Quatw gather_turn(const Quat* turns, const BodyRef* refs) {
    const float* rows[lane_count];
    for (int i = 0; i < lane_count; ++i) rows[i] = &turns[slot_of(refs[i])].x;
    Quatw q;
    gather4(rows, q.x, q.y, q.z, q.w);
    return q;
}

CAIRN_INLINE PoseWide gather_pose(const Pose* poses, const BodyRef* refs) {
    const float* rows[4][lane_count];
    for (int i = 0; i < lane_count; ++i)
        for (int k = 0; k < 4; ++k) rows[k][i] = &poses[slot_of(refs[i])].center.x + 4 * k;
    PoseWide p;
    Float unused;
    gather4(rows[0], p.center.x, p.center.y, p.center.z, p.inverse_mass);
    gather4(rows[1], p.rotation.x, p.rotation.y, p.rotation.z, p.rotation.w);
    gather4(rows[2], p.inverse_inertia.xx, p.inverse_inertia.yy, p.inverse_inertia.zz, p.inverse_inertia.xy);
    gather4(rows[3], p.inverse_inertia.xz, p.inverse_inertia.yz, unused, unused);
    return p;
}

/// Rotation matrix by columns; cheaper than a quaternion where more than two vectors are turned.
struct Mat3w {
    Vec3w x, y, z;
};
CAIRN_INLINE Mat3w to_matrix(Quatw q) {
    const Float one(1.0f), two(2.0f);
    const Float xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    const Float xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    const Float wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    return {{one - two * (yy + zz), two * (xy + wz), two * (xz - wy)},
            {two * (xy - wz), one - two * (xx + zz), two * (yz + wx)},
            {two * (xz + wy), two * (yz - wx), one - two * (xx + yy)}};
}
CAIRN_INLINE Vec3w operator*(const Mat3w& m, Vec3w v) { return v.x * m.x + v.y * m.y + v.z * m.z; }

}  // namespace cairn::CAIRN_WIDE
