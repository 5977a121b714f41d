// Motion of single bodies between constraint passes, one body a lane.

#include "base/ask.hpp"
#include "solvers/soft_step/integrate.hpp"
#include "solvers/soft_step/kernels.hpp"

#include "solvers/soft_step/bodies_wide.hpp"

namespace cairn::CAIRN_WIDE {
namespace {

/// An eighth of the rotation is the unit quaternion along (a tan t / |a|, 1) with t = |a| / 16; tan by its
/// series, so that it is a rotation however large the angle, and that by `angle` up to a turn.
__attribute__((noinline)) Quatw large_turn(Vec3w half, Float square) {
    const Float one(1.0f), eighth(1.0f / 8), small = eighth * eighth * square;
    const Float scale =
        one + small * (Float(1.0f / 3.0f) + small * (Float(2.0f / 15.0f) + small * Float(17.0f / 315.0f)));
    Vec3w v = (eighth * scale) * half;
    Float w = one / square_root(dot(v, v) + one);
    v = w * v;
#pragma GCC unroll 1
    for (int doubling = 0; doubling < 3; ++doubling) {
        const Float both = w + w;
        w = w * w - dot(v, v), v = both * v;
    }
    return {v.x, v.y, v.z, w};
}

/// The rotation by a vector: (sin t / t a / 2, cos t), t = |a| / 2, by their series, which are exact to
/// rounding up to half a radian.
CAIRN_SHARED Quatw small_turn(Vec3w angle) {
    const Float one(1.0f);
    const Vec3w half = Float(0.5f) * angle;
    const Float square = dot(half, half);
    const Float sine =
        one + square * (Float(-1.0f / 6) + square * (Float(1.0f / 120) + square * Float(-1.0f / 5040)));
    const Float cosine =
        one + square * (Float(-1.0f / 2) + square * (Float(1.0f / 24) + square * Float(-1.0f / 720)));
    const Quatw turn{sine * half.x, sine * half.y, sine * half.z, cosine};
    const Mask large = square > Float(0.0625f);
    return any(large) ? select(large, large_turn(half, square), turn) : turn;
}

/// Without a minus before a zero: who else is in a block may decide whether a zero is added to it later.
CAIRN_INLINE Vec3w freed(Vec3w v, Vec3w mask) {
    const Float zero(0.0f);
    return {v.x * mask.x + zero, v.y * mask.y + zero, v.z * mask.z + zero};
}

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
/// each sub-step rounds the cone angle of a free top away, 1 % in 3 s. `angle` is that by h times the
/// velocity before; it becomes the one by which the axes turn, and no other: the mean of both velocities in
/// space is off by h^2/4 w x c, and by that the body and its momentum drifted apart, a disc that span at 50
/// rad/s had 6 % more energy after a minute, a rod two fifths less.
CAIRN_INLINE Vec3w free_spin(const Sym3w& inertia, Quatw rotation, Vec3w angular, Float h, Vec3w& angle) {
    const Vec3w before = rotate(conjugate(rotation), angular);
    const Vec3w change = euler_change(inertia, before, h);
    const Vec3w bend = (Float(0.5f) * h) * change;
    angle = angle + rotate(rotation, bend);
    return rotate(rotation, change + change_by(small_turn(h * before + bend), before + change));
}

CAIRN_INLINE Mask is_locked(Vec3w free) { return free.x * free.y * free.z < Float(1.0f); }

/// Free rotation where axes of the world are locked. Their torque is about them: it does no work, and the
/// momentum about the other axes stays, w' = R I w with R the restricted inverse as the body lies at the end.
/// To let it spin and drop what it got about the locked axes changes both: a body of unequal moments had
/// fifty times its energy after ten seconds. As above, only the change is computed: R I' w is w but for
/// rounding.
struct LockedSpin {
    Vec3w angle, change;
};
__attribute__((noinline)) LockedSpin locked_spin(const Sym3w& inertia, Quatw rotation, Vec3w angular,
                                                 Vec3w free, Float h) {
    const Mask all = free.x >= Float(0.0f);
    const Vec3w momentum = current_inertia(inertia, rotation, all) * angular;
    LockedSpin spin;
    spin.angle = h * angular;
    for (int i = 0;; ++i) {
        const Sym3w then = current_inertia(inertia, small_turn(spin.angle) * rotation, all);
        spin.change = free_inverse(then, free) * (momentum - then * angular);
        if (i == 2) return spin;  // the angle is that of the mean velocity to the third order
        spin.angle = h * (angular + Float(0.5f) * spin.change);
    }
}

/// One block of bodies and its columns.
struct BodyBlock {
    BodySlots slots;
    float *forces, *motions, *spins;

    CAIRN_INLINE BodyBlock(const BodyBlocks& blocks, int index)
        : slots(blocks.refs + index * lane_count),
          forces(blocks.force_columns + block_offset(index, body_column::force_count)),
          motions(blocks.motion_columns + block_offset(index, body_column::motion_count)),
          spins(blocks.spin_columns + block_offset(index, body_column::spin_count)) {}

    /// Columns of the block that comes some blocks later: one is gone through in less time than the memory
    /// takes to answer.
    CAIRN_INLINE void ask_for_later(const float* columns, int count) const {
        constexpr int blocks_ahead = 64 / lane_count;
        const size_t floats = static_cast<size_t>(count * lane_count);
        ask_for(columns + blocks_ahead * floats, sizeof(float) * floats);
    }

    /// What fill_columns will gather for the block that comes next.
    CAIRN_INLINE void ask_for_next_bodies(const BodyArrays& bodies, const BodyForces* records) const {
        const BodyRef* const next = slots.refs + lane_count;
        ask_for_bodies(next, records);
        ask_for_bodies(next, bodies.pose);
        ask_for_bodies(next, bodies.velocity);
    }

    static CAIRN_INLINE size_t block_offset(int index, int count) {
        return static_cast<size_t>(index) * static_cast<size_t>(count * lane_count);
    }
    CAIRN_INLINE float* force(int column) const { return forces + column * lane_count; }
    CAIRN_INLINE float* motion(int column) const { return motions + column * lane_count; }
    CAIRN_INLINE float* spin(int column) const { return spins + column * lane_count; }

    CAIRN_INLINE VelocityWide base() const {
        return {load3(force(body_column::base_linear)), load3(force(body_column::base_angular))};
    }
    CAIRN_INLINE void set_base(const VelocityWide& v) const {
        store3(force(body_column::base_linear), v.linear);
        store3(force(body_column::base_angular), v.angular);
    }
    CAIRN_INLINE MotionWide motion() const {
        return {load3(motion(body_column::translation)), load(motion(body_column::turned)),
                load_quaternion(motion(body_column::turn))};
    }
    CAIRN_INLINE void set_motion(const MotionWide& m) const {
        store3(motion(body_column::translation), m.translation);
        store(motion(body_column::turned), m.turned);
        store_quaternion(motion(body_column::turn), m.turn);
    }
    CAIRN_INLINE Sym3w inertia() const { return load_symmetric(spin(body_column::inertia)); }
    /// At the start of the step, in world axes.
    CAIRN_INLINE Sym3w inverse_inertia() const { return load_symmetric(spin(body_column::inverse_inertia)); }
    CAIRN_INLINE Quatw rotation() const { return load_quaternion(spin(body_column::rotation)); }
};

/// The forces of the step and how the bodies lie, from their slots into the block's columns.
void fill_columns(const BodyBlock& block, const BodyForces* forces, const Pose* poses) {
    const Octet push = gather_octet(forces, block.slots, 0);
    for (int i = 0; i < 4; ++i) {
        store(block.force(body_column::acceleration + i), push.first[i]);
        store(block.force(body_column::angular_acceleration + i), push.second[i]);
    }
    const Float zero(0.0f);
    const Vec3w none{zero, zero, zero};
    const Octet spin = gather_octet(forces, block.slots, 16);
    block.set_motion({none, zero, {zero, zero, zero, Float(1.0f)}});
    store3(block.motion(body_column::winding), none);
    store(block.motion(body_column::gyroscopic), spin.second[2]);
    store(block.motion(body_column::turn_limit), spin.second[3]);
    store_symmetric(block.spin(body_column::inertia), spin.symmetric());
    store_symmetric(block.spin(body_column::inverse_inertia),
                    gather_octet(poses, block.slots, 8).symmetric());
    Quatw rotation;
    gather_part(poses, block.slots, 4, rotation.x, rotation.y, rotation.z, rotation.w);
    store_quaternion(block.spin(body_column::rotation), rotation);
}
static_assert(body_column::linear_keep == body_column::acceleration + 3 &&
              body_column::angular_keep == body_column::angular_acceleration + 3);

CAIRN_INLINE void keep_free(const BodyForces* forces, const BodySlots& slots, Vec3w& linear, Vec3w& angular) {
    linear = freed(linear, gather_vector(forces, slots, 8));
    angular = freed(angular, gather_vector(forces, slots, 12));
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
        const BodyBlock block(blocks, index);
        block.ask_for_later(block.forces, body_column::force_count);
        VelocityWide v = gather_velocity(bodies.velocity, block.slots);
        VelocityWide warm{{Float(0.0f), Float(0.0f), Float(0.0f)}, {Float(0.0f), Float(0.0f), Float(0.0f)}};
        if (first_substep) {
            if (index + 1 < last) block.ask_for_next_bodies(bodies, blocks.forces);
            fill_columns(block, blocks.forces, bodies.pose);
        } else {
            const VelocityWide base = block.base();
            warm = {v.linear - base.linear, v.angular - base.angular};
        }
        v.linear = v.linear + h * load3(block.force(body_column::acceleration));
        v.angular = v.angular + h * load3(block.force(body_column::angular_acceleration));
        v.linear = load(block.force(body_column::linear_keep)) * v.linear;
        v.angular = load(block.force(body_column::angular_keep)) * v.angular;
        block.set_base(v);
        v = {v.linear + warm.linear, v.angular + warm.angular};
        if (blocks.any_locks) keep_free(blocks.forces, block.slots, v.linear, v.angular);
        scatter_velocity(bodies.velocity, block.slots, v);
    }
}

/// Free rotation of the bodies of a block that feel it: the angle of this sub-step and the new velocity. The
/// change of velocity is no impulse: it goes into the base too, so that warm starting does not repeat it.
/// Returns whether there are any.
CAIRN_INLINE bool spin_bodies(const BodyBlock& block, const BodyForces* locks, Quatw turn, Float h,
                              VelocityWide& v, Vec3w& angle) {
    const Mask spins = (load(block.motion(body_column::gyroscopic)) > Float(0.0f)) &
                       (dot(angle, angle) > Float(least_spin * least_spin));
    if (!any(spins)) return false;
    const Quatw rotation = turn * block.rotation();
    Vec3w middle = angle;
    Vec3w change = free_spin(block.inertia(), rotation, v.angular, h, middle);
    if (locks) {
        const Vec3w free = gather_vector(locks, block.slots, 12);
        const LockedSpin spin = locked_spin(block.inertia(), rotation, v.angular, free, h);
        change = select(is_locked(free), spin.change, change);
        middle = select(is_locked(free), spin.angle, middle);
    }
    const Vec3w base = load3(block.force(body_column::base_angular));
    store3(block.force(body_column::base_angular), select(spins, base + change, base));
    angle = select(spins, middle, angle);
    v.angular = select(spins, v.angular + change, v.angular);
    return true;
}

/// Warm starting repeats what the impulses of a sub-step did to the velocity. Where the inertia follows a
/// body that turns, it is the angular momentum that they repeat: I' dw' = I dw, with I as the constraints had
/// it and I' as they get it now. The base is put where the difference to it is dw', and I' where the
/// constraints find it.
__attribute__((noinline)) void carry_warm_start(const BodyBlock& block, TurnedInertia* inertias,
                                                const BodyForces* locks, Vec3w angular, Quatw before,
                                                Quatw now, Mask far_before, Mask far_now) {
    const Quatw start = block.rotation(), then = select(far_before, before * start, start);
    const Vec3w base = load3(block.force(body_column::base_angular));
    const Vec3w momentum = rotate(then, block.inertia() * rotate(conjugate(then), angular - base));
    Sym3w inertia = current_inertia(block.inverse_inertia(), now, far_now);
    if (locks) {  // the locked axes do not turn with the body
        const Vec3w free = gather_vector(locks, block.slots, 12);
        const Sym3w turned_inertia = current_inertia(block.inertia(), now * start, far_now);
        inertia = select(is_locked(free) & far_now, free_inverse(turned_inertia, free), inertia);
    }
    const Vec3w repeated = inertia * momentum;
    store3(block.force(body_column::base_angular), select(far_now, angular - repeated, base));
    const Float zero(0.0f);
    scatter_bodies(inertias, block.slots,
                   {{inertia.xx, inertia.yy, inertia.zz, inertia.xy}, {inertia.xz, inertia.yz, zero, zero}});
}

/// For those who look at it after the last sub-step.
__attribute__((noinline)) void store_winding(Winding* to, const BodySlots& slots, Vec3w winding) {
    Winding rubbish;
    const int32_t* const at = slots.slots();
    const auto place = places(to, at, 0);
    scatter4([&](int lane) { return at[lane] == 0 ? &rubbish.angle.x : place(lane); }, winding.x, winding.y,
             winding.z, Float(0.0f));
}

void integrate_positions(const BodyBlocks& blocks, int first, int last, const BodyArrays& bodies, float step,
                         bool last_substep) {
    const Float h(step);
    for (int index = first; index < last; ++index) {
        const BodyBlock block(blocks, index);
        block.ask_for_later(block.motions, body_column::motion_count);
        const BodySlots& slots = block.slots;
        VelocityWide v = gather_velocity(bodies.velocity, slots);
        const MotionWide before = block.motion();
        const Quatw turn = before.turn;
        Vec3w angle = h * v.angular;
        const BodyForces* const locks = blocks.any_locks ? blocks.forces : nullptr;
        const bool spin = spin_bodies(block, locks, turn, h, v, angle);
        if (locks) {
            keep_free(locks, slots, v.linear, v.angular);
            angle = freed(angle, gather_vector(locks, slots, 12));
        }
        if (spin || locks) scatter_velocity(bodies.velocity, slots, v);
        const Vec3w translation = before.translation + h * v.linear;
        const Vec3w winding = load3(block.motion(body_column::winding)) + angle;
        // once turned far, for the rest of the step: constraints must not go back to the inertia of its start
        const Float turn_limit = load(block.motion(body_column::turn_limit));
        const Float mark = select(turn_limit < Float(0.0f), Float(2.0f), Float(1.0f));
        const Float turned_far = select(dot(winding, winding) > turn_limit * turn_limit, mark, before.turned);
        const Quatw turned = small_turn(angle) * turn;
        const Mask far_now = turned_far > Float(0.0f);
        if (any(far_now))
            carry_warm_start(block, bodies.inertia, locks, v.angular, turn, turned,
                             before.turned > Float(0.0f), far_now);
        block.set_motion({translation, turned_far, turned});
        // kinematic bodies move too; only the padding lanes, which name the world, stay
        scatter_bodies(bodies.motion, slots,
                       {{translation.x, translation.y, translation.z, turned_far},
                        {turned.x, turned.y, turned.z, turned.w}});
        store3(block.motion(body_column::winding), winding);
        if (last_substep) store_winding(bodies.winding, slots, winding);
    }
}

}  // namespace

BodyKernels make_body_kernels() { return {integrate_velocities, integrate_positions}; }

}  // namespace cairn::CAIRN_WIDE
