// Motion of single bodies between constraint passes, one body a lane.

#include "solvers/soft_step/integrate.hpp"
#include "solvers/soft_step/kernels.hpp"

#include "solvers/soft_step/bodies_wide.hpp"

namespace cairn::CAIRN_WIDE {
namespace {

/// Four floats of a record of each body, at `offset` floats from its start.
template <class Record>
CAIRN_INLINE void gather_part(const Record* records, const BodyRef* refs, int offset, Float& x, Float& y,
                              Float& z, Float& w) {
    const float* rows[lane_count];
    for (int i = 0; i < lane_count; ++i)
        rows[i] = reinterpret_cast<const float*>(&records[slot_of(refs[i])]) + offset;
    gather4(rows, x, y, z, w);
}

/// General 3x3 solve by Cramer's rule, columns a b c; zero where singular.
CAIRN_INLINE Vec3w solve3(Vec3w a, Vec3w b, Vec3w c, Vec3w right) {
    const Vec3w bc = cross(b, c);
    const Float determinant = dot(a, bc);
    const Float s = select(determinant == Float(0.0f), Float(0.0f), Float(1.0f) / determinant);
    return {s * dot(right, bc), s * dot(a, cross(right, c)), s * dot(a, cross(b, right))};
}

/// One Newton step on the implicit midpoint rule for I w' + w x I w = 0, in body axes: stable for any spin.
/// The midpoint, not the end of the sub-step: implicit Euler damps nutation, 8 % of the cone angle of a free
/// top in 5 s.
CAIRN_INLINE Vec3w gyroscopic(const Sym3w& inertia, Quatw rotation, Vec3w angular, Float h) {
    const Vec3w w = rotate(conjugate(rotation), angular);
    const Vec3w momentum = inertia * w;
    const Vec3w residual = h * cross(w, momentum);
    const Float half = Float(0.5f) * h;
    // Jacobian: I + h/2 ([w]x I - [I w]x), column by column
    const Vec3w x{inertia.xx, inertia.xy, inertia.xz}, y{inertia.xy, inertia.yy, inertia.yz};
    const Vec3w z{inertia.xz, inertia.yz, inertia.zz};
    const Float zero(0.0f);
    const Vec3w jx = x + half * (cross(w, x) - Vec3w{zero, momentum.z, -momentum.y});
    const Vec3w jy = y + half * (cross(w, y) - Vec3w{-momentum.z, zero, momentum.x});
    const Vec3w jz = z + half * (cross(w, z) - Vec3w{momentum.y, -momentum.x, zero});
    return rotate(rotation, w - solve3(jx, jy, jz, residual));
}

/// Forces, gravity, damping and gyroscopic torque of one sub-step, and, after the first sub-step, the warm
/// start.
///
/// Warm starting sub-step k + 1 means to apply all of sub-step k's impulses again. The Jacobians are those of
/// the whole step, so what those impulses do to a body is what they did to it in sub-step k: its change of
/// velocity since the forces were applied. One vector addition a body replaces a pass over all constraints.
void integrate_velocities(const BodyBlocks& blocks, int first, int last, const BodyArrays& bodies, float step,
                          bool first_substep) {
    const Float h(step);
    for (int index = first; index < last; ++index) {
        const BodyRef* refs = blocks.refs + index * lane_count;
        VelocityWide v = gather_velocity(bodies.velocity, refs);
        VelocityWide warm{{Float(0.0f), Float(0.0f), Float(0.0f)}, {Float(0.0f), Float(0.0f), Float(0.0f)}};
        if (!first_substep) {
            const VelocityWide base = gather_velocity(blocks.base, refs);
            warm = {v.linear - base.linear, v.angular - base.angular};
        }
        Vec3w acceleration, angular_acceleration, linear_free, angular_free;
        Float linear_keep, angular_keep, spins, unused;
        gather_part(blocks.forces, refs, 0, acceleration.x, acceleration.y, acceleration.z, linear_keep);
        gather_part(blocks.forces, refs, 4, angular_acceleration.x, angular_acceleration.y,
                    angular_acceleration.z, angular_keep);
        gather_part(blocks.forces, refs, 8, linear_free.x, linear_free.y, linear_free.z, spins);
        gather_part(blocks.forces, refs, 12, angular_free.x, angular_free.y, angular_free.z, unused);
        v.linear = v.linear + h * acceleration;
        v.angular = v.angular + h * angular_acceleration;
        const Mask gyro = spins > Float(0.0f);
        if (any(gyro)) {
            Sym3w inertia;
            Quatw rotation;
            gather_part(blocks.forces, refs, 16, inertia.xx, inertia.yy, inertia.zz, inertia.xy);
            gather_part(blocks.forces, refs, 20, inertia.xz, inertia.yz, unused, unused);
            gather_part(bodies.pose, refs, 4, rotation.x, rotation.y, rotation.z, rotation.w);
            const Quatw turn = gather_turn(bodies.turn, refs);
            v.angular = select(gyro, gyroscopic(inertia, turn * rotation, v.angular, h), v.angular);
        }
        v.linear = linear_keep * v.linear;
        v.angular = angular_keep * v.angular;
        scatter_velocity(blocks.base, refs, v);
        const auto freed = [](Vec3w a, Vec3w mask) {
            return Vec3w{a.x * mask.x, a.y * mask.y, a.z * mask.z};
        };
        v.linear = freed(v.linear + warm.linear, linear_free);
        v.angular = freed(v.angular + warm.angular, angular_free);
        scatter_velocity(bodies.velocity, refs, v);
    }
}

/// Must agree with small_rotation in integrate.cpp.
CAIRN_INLINE Quatw small_turn(Vec3w angle) {
    const Vec3w half = Float(0.5f) * angle;
    const Float square = dot(half, half);
    const Float scale =
        Float(1.0f) +
        square * (Float(1.0f / 3.0f) + square * (Float(2.0f / 15.0f) + square * Float(17.0f / 315.0f)));
    const Vec3w v = scale * half;
    const Float length = square_root(dot(v, v) + Float(1.0f));
    return {v.x / length, v.y / length, v.z / length, Float(1.0f) / length};
}

void integrate_positions(const BodyBlocks& blocks, int first, int last, const BodyArrays& bodies, float step,
                         bool any_locks) {
    const Float h(step);
    for (int index = first; index < last; ++index) {
        const BodyRef* refs = blocks.refs + index * lane_count;
        VelocityWide v = gather_velocity(bodies.velocity, refs);
        if (any_locks) {
            Vec3w linear_free, angular_free;
            Float unused;
            gather_part(blocks.forces, refs, 8, linear_free.x, linear_free.y, linear_free.z, unused);
            gather_part(blocks.forces, refs, 12, angular_free.x, angular_free.y, angular_free.z, unused);
            v.linear = {v.linear.x * linear_free.x, v.linear.y * linear_free.y, v.linear.z * linear_free.z};
            v.angular = {v.angular.x * angular_free.x, v.angular.y * angular_free.y,
                         v.angular.z * angular_free.z};
            scatter_velocity(bodies.velocity, refs, v);
        }
        const VelocityWide moved = gather_motion(bodies.motion, refs);
        const Quatw turn = gather_turn(bodies.turn, refs);
        const Vec3w angle = h * v.angular;
        const Vec3w translation = moved.linear + h * v.linear, rotation = moved.angular + angle;
        const Quatw turned = small_turn(angle) * turn;
        float* motion_rows[lane_count];
        float* rotation_rows[lane_count];
        float* turn_rows[lane_count];
        Motion rubbish;
        for (int i = 0; i < lane_count; ++i) {
            // kinematic bodies move too; only the padding lanes, which name the world, stay
            const int slot = slot_of(refs[i]);
            motion_rows[i] = slot ? &bodies.motion[slot].translation.x : &rubbish.translation.x;
            rotation_rows[i] = motion_rows[i] + 4;
            turn_rows[i] = slot ? &bodies.turn[slot].x : &rubbish.translation.x;
        }
        scatter4(motion_rows, translation.x, translation.y, translation.z, Float(0.0f));
        scatter4(rotation_rows, rotation.x, rotation.y, rotation.z, Float(0.0f));
        scatter4(turn_rows, turned.x, turned.y, turned.z, turned.w);
    }
}

}  // namespace

BodyKernels make_body_kernels() { return {integrate_velocities, integrate_positions}; }

}  // namespace cairn::CAIRN_WIDE
