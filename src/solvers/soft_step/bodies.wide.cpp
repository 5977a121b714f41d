// Motion of single bodies between constraint passes, one body a lane.

#include "solvers/soft_step/integrate.hpp"
#include "solvers/soft_step/kernels.hpp"

#include "solvers/soft_step/bodies_wide.hpp"

namespace cairn::CAIRN_WIDE {
namespace {

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

CAIRN_INLINE Vec3w freed(Vec3w v, Vec3w mask) { return {v.x * mask.x, v.y * mask.y, v.z * mask.z}; }

/// Below this angle a sub-step, the axis of rotation wanders by less than rounding shows.
constexpr float least_spin = 1e-5f;

/// General 3x3 solve by Cramer's rule, columns a b c; zero where singular.
CAIRN_INLINE Vec3w solve3(Vec3w a, Vec3w b, Vec3w c, Vec3w right) {
    const Vec3w bc = cross(b, c);
    const Float determinant = dot(a, bc);
    const Float s = select(determinant == Float(0.0f), Float(0.0f), Float(1.0f) / determinant);
    return {s * dot(right, bc), s * dot(a, cross(right, c)), s * dot(a, cross(b, right))};
}

/// One Newton step on the implicit midpoint rule for I w' + w x I w = 0, in body axes: the change of w in a
/// sub-step. Stable for any spin and any ratio of the moments, and it keeps energy and |L|, where implicit
/// Euler damps nutation, 8 % of the cone angle of a free top in 5 s.
CAIRN_INLINE Vec3w euler_change(const Sym3w& inertia, Vec3w w, Float h) {
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
    return Float(-1.0f) * solve3(jx, jy, jz, residual);
}

/// The change of the angular velocity, in space, of a body left alone for a sub-step. In its own axes it
/// changes as Euler's equations say, and the axes turn by the mean of before and after: then its angular
/// momentum keeps its direction in space. Only changes are computed: to rotate w into the body and back in
/// each sub-step rounds the cone angle of a free top away, 1 % in 3 s.
CAIRN_INLINE Vec3w free_spin(const Sym3w& inertia, Quatw rotation, Vec3w angular, Float h) {
    const Vec3w before = rotate(conjugate(rotation), angular);
    const Vec3w change = euler_change(inertia, before, h);
    const Quatw turn = small_turn(h * (before + Float(0.5f) * change));
    return rotate(rotation, change + change_by(turn, before + change));
}

/// Forces, gravity and damping of one sub-step, and, after the first sub-step, the warm
/// start.
///
/// Warm starting sub-step k + 1 means to apply all of sub-step k's impulses again. The Jacobians are those of
/// the whole step, so what those impulses do to a body is what they did to it in sub-step k: its change of
/// velocity since the forces were applied. One vector addition a body replaces a pass over all constraints.
void integrate_velocities(const BodyBlocks& blocks, int first, int last, const BodyArrays& bodies, float step,
                          bool first_substep) {
    const Float h(step);
    for (int index = first; index < last; ++index) {
        const BodySlots slots(blocks.refs + index * lane_count);
        VelocityWide v = gather_velocity(bodies.velocity, slots);
        VelocityWide warm{{Float(0.0f), Float(0.0f), Float(0.0f)}, {Float(0.0f), Float(0.0f), Float(0.0f)}};
        if (!first_substep) {
            const VelocityWide base = gather_velocity(blocks.base, slots);
            warm = {v.linear - base.linear, v.angular - base.angular};
        }
        Vec3w acceleration, angular_acceleration, linear_free, angular_free;
        Float linear_keep, angular_keep, unused;
        gather_part(blocks.forces, slots, 0, acceleration.x, acceleration.y, acceleration.z, linear_keep);
        gather_part(blocks.forces, slots, 4, angular_acceleration.x, angular_acceleration.y,
                    angular_acceleration.z, angular_keep);
        gather_part(blocks.forces, slots, 8, linear_free.x, linear_free.y, linear_free.z, unused);
        gather_part(blocks.forces, slots, 12, angular_free.x, angular_free.y, angular_free.z, unused);
        v.linear = v.linear + h * acceleration;
        v.angular = v.angular + h * angular_acceleration;
        v.linear = linear_keep * v.linear;
        v.angular = angular_keep * v.angular;
        scatter_velocity(blocks.base, slots, v);
        v.linear = freed(v.linear + warm.linear, linear_free);
        v.angular = freed(v.angular + warm.angular, angular_free);
        scatter_velocity(bodies.velocity, slots, v);
    }
}

/// Free rotation of the bodies of a block that feel it: the angle of this sub-step and the new velocity. The
/// change of velocity is no impulse: it goes into the base too, so that warm starting does not repeat it.
CAIRN_INLINE void spin_bodies(const BodyBlocks& blocks, const BodySlots& slots, const BodyArrays& bodies,
                              Float h, VelocityWide& v, Vec3w& angle) {
    Sym3w inertia;
    Quatw rotation;
    Float gyroscopic, unused;
    gather_part(blocks.forces, slots, 20, inertia.xz, inertia.yz, gyroscopic, unused);
    const Mask spins = (gyroscopic > Float(0.0f)) & (dot(angle, angle) > Float(least_spin * least_spin));
    if (!any(spins)) return;
    gather_part(blocks.forces, slots, 16, inertia.xx, inertia.yy, inertia.zz, inertia.xy);
    gather_part(bodies.pose, slots, 4, rotation.x, rotation.y, rotation.z, rotation.w);
    const Vec3w zero{Float(0.0f), Float(0.0f), Float(0.0f)};
    const Quatw now = gather_turn(bodies.turn, slots) * rotation;
    const Vec3w change = select(spins, free_spin(inertia, now, v.angular, h), zero);
    VelocityWide base = gather_velocity(blocks.base, slots);
    base.angular = base.angular + change;
    scatter_velocity(blocks.base, slots, base);
    angle = angle + (Float(0.5f) * h) * change;
    v.angular = v.angular + change;
    scatter_velocity(bodies.velocity, slots, v);
}

/// Warm starting repeats what the impulses of a sub-step did to the velocity. Where the inertia follows a
/// body that turns, it is the angular momentum that they repeat: I' dw' = I dw, with I as the constraints had
/// it and I' as they get it now. The base is put where the difference to it is dw'.
__attribute__((noinline)) void carry_warm_start(const BodyBlocks& blocks, const BodySlots& slots,
                                                const BodyArrays& bodies, Vec3w angular, Quatw before,
                                                Quatw now, Mask far_before, Mask far_now) {
    Sym3w inertia, inverse;
    Quatw start;
    Float unused;
    gather_part(blocks.forces, slots, 16, inertia.xx, inertia.yy, inertia.zz, inertia.xy);
    gather_part(blocks.forces, slots, 20, inertia.xz, inertia.yz, unused, unused);
    gather_part(bodies.pose, slots, 4, start.x, start.y, start.z, start.w);
    gather_part(bodies.pose, slots, 8, inverse.xx, inverse.yy, inverse.zz, inverse.xy);
    gather_part(bodies.pose, slots, 12, inverse.xz, inverse.yz, unused, unused);
    const Quatw turned = before * start;
    const Quatw then{select(far_before, turned.x, start.x), select(far_before, turned.y, start.y),
                     select(far_before, turned.z, start.z), select(far_before, turned.w, start.w)};
    VelocityWide base = gather_velocity(blocks.base, slots);
    const Vec3w change = angular - base.angular;
    const Vec3w momentum = rotate(then, inertia * rotate(conjugate(then), change));
    const Vec3w repeated = current_inertia(inverse, now, far_now) * momentum;
    base.angular = select(far_now, angular - repeated, base.angular);
    scatter_velocity(blocks.base, slots, base);
}

void integrate_positions(const BodyBlocks& blocks, int first, int last, const BodyArrays& bodies, float step,
                         bool any_locks) {
    const Float h(step);
    for (int index = first; index < last; ++index) {
        const BodySlots slots(blocks.refs + index * lane_count);
        VelocityWide v = gather_velocity(bodies.velocity, slots);
        Vec3w angle = h * v.angular;
        spin_bodies(blocks, slots, bodies, h, v, angle);
        if (any_locks) {
            Vec3w linear_free, angular_free;
            Float unused;
            gather_part(blocks.forces, slots, 8, linear_free.x, linear_free.y, linear_free.z, unused);
            gather_part(blocks.forces, slots, 12, angular_free.x, angular_free.y, angular_free.z, unused);
            v.linear = freed(v.linear, linear_free);
            v.angular = freed(v.angular, angular_free);
            angle = freed(angle, angular_free);
            scatter_velocity(bodies.velocity, slots, v);
        }
        Vec3w moved;
        Float turned_before, unused, turn_limit;
        gather_part(bodies.motion, slots, 0, moved.x, moved.y, moved.z, turned_before);
        gather_part(blocks.forces, slots, 20, unused, unused, unused, turn_limit);
        const Quatw turn = gather_turn(bodies.turn, slots);
        const Vec3w translation = moved + h * v.linear;
        const Vec3w rotation = gather_vector(bodies.motion, slots, 4) + angle;
        // once turned far, for the rest of the step: constraints must not go back to the inertia of its start
        const Float turned_far =
            select(dot(rotation, rotation) > turn_limit * turn_limit, Float(1.0f), turned_before);
        const Quatw turned = small_turn(angle) * turn;
        const Mask far_now = turned_far > Float(0.0f);
        if (any(far_now))
            carry_warm_start(blocks, slots, bodies, v.angular, turn, turned, turned_before > Float(0.0f),
                             far_now);
        // kinematic bodies move too; only the padding lanes, which name the world, stay
        Motion rubbish;
        const auto motion_at = [&](int lane) {
            return slots.is_world(lane) ? &rubbish.translation.x : slots.at(bodies.motion, lane, 0);
        };
        const auto turn_at = [&](int lane) {
            return slots.is_world(lane) ? &rubbish.translation.x : slots.at(bodies.turn, lane, 0);
        };
        scatter4(motion_at, translation.x, translation.y, translation.z, turned_far);
        scatter4([&](int lane) { return motion_at(lane) + 4; }, rotation.x, rotation.y, rotation.z,
                 Float(0.0f));
        scatter4(turn_at, turned.x, turned.y, turned.z, turned.w);
    }
}

}  // namespace

BodyKernels make_body_kernels() { return {integrate_velocities, integrate_positions}; }

}  // namespace cairn::CAIRN_WIDE
