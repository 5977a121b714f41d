#pragma once
// The rows that joints are made of, in lanes (define CAIRN_LANES 1 for scalars).
//
// Catto's recipe (2005, section 3): write the constraint as C(x) = 0, differentiate to Cdot = J V, and the
// impulse along J that makes J V = -bias is lambda = -(J M^-1 J^T)^-1 (J V + bias). All our rows have the
// form
//
//     J V = n.(vB - vA) + jB.wB - jA.wA
//
// with n = 0 for rotation rows. A soft row (Catto, GDC 2011) uses
//
//     lambda = -mass_scale * m (J V + bias_rate * C) - impulse_scale * (accumulated impulse).

#include <cairn/joint.hpp>

#include "base/lanes.hpp"
#include "joints/columns.hpp"
#include "math/trigonometry.hpp"

namespace cairn::CAIRN_WIDE {

/// Inverse masses and inertias of a block's two bodies, and what rows must get of them to have a mass.
///
/// A row along a locked axis meets an inverse inertia of zero, but no axis lies along another better than to
/// rounding: to what is left of it, a millionth of a millionth, the row would answer with masses of 1e12. So
/// the sums of Pose::least_push and Pose::least_turn; 0 where no axis is locked.
struct JointMasses {
    Float mass_a, mass_b;
    Sym3w inertia_a, inertia_b;
    Float least_push, least_turn;

    template <class V>
    CAIRN_INLINE void visit(V&& v) {
        v(mass_a), v(mass_b), v(inertia_a), v(inertia_b), v(least_push), v(least_turn);
    }
};

CAIRN_INLINE Vec3w by_axis(Vec3w a, Vec3w b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }

/// Velocities of a block's two bodies, and where their JointMasses are: these are too many to be kept in
/// registers, and where they are used they cost nothing to load.
///
/// A body with a locked axis of translation meets a force along it as a wall does. Its inverse mass is then
/// one number an axis of the world, those of a and b one after the other in `pushes`. In all other blocks, to
/// which that must cost nothing, the three are one and the same.
struct JointBodies {
    Vec3w linear_a, angular_a, linear_b, angular_b;
    const float* masses = nullptr;
    const float* pushes = masses;
    size_t apart = 0;  // floats from one axis to the next

    /// Of both together, whatever axes are locked: what the stiffness of springs is made of.
    CAIRN_INLINE Float inverse_masses() const { return load(masses) + load(masses + lane_count); }
    CAIRN_SHARED bool on_rails() const { return apart != 0; }
    CAIRN_INLINE Vec3w push_a() const { return push_at(pushes); }
    CAIRN_INLINE Vec3w push_b() const { return push_at(pushes + lane_count + 2 * apart); }
    CAIRN_INLINE Vec3w push_at(const float* first) const {
        return {load(first), load(first + apart), load(first + 2 * apart)};
    }
    CAIRN_INLINE Sym3w inertia_a() const { return load_symmetric(masses + 2 * lane_count); }
    CAIRN_INLINE Sym3w inertia_b() const { return load_symmetric(masses + 8 * lane_count); }
    CAIRN_INLINE Float least_push() const { return load(masses + 14 * lane_count); }
    CAIRN_INLINE Float least_turn() const { return load(masses + 15 * lane_count); }
};

/// What a force along v does to the speed along u: with what it does by `turning` where a body is on rails,
/// elsewhere `response`. Neighbours in a block are to have the bits that they have without one on rails.
CAIRN_SHARED Float on_rails(const JointBodies& bodies, Vec3w u, Vec3w v, Float turning, Float response) {
    if (!bodies.on_rails()) return response;
    const Float straight = dot(u, by_axis(bodies.push_a() + bodies.push_b(), v));
    return select(bodies.least_push() > Float(0.0f), straight + turning, response);
}

/// Where the joint is now: arms from the centres of mass to the anchors, from anchor a to anchor b, and the
/// frames.
struct JointPose {
    Vec3w arm_a, arm_b, gap;
    Quatw frame_a, frame_b;
};

struct SoftnessWide {
    Float bias_rate, mass_scale, impulse_scale;

    template <class V>
    CAIRN_INLINE void visit(V&& v) {
        v(bias_rate), v(mass_scale), v(impulse_scale);
    }
};

/// Numbers of one sub-step that joints need.
struct JointStep {
    Float h, inverse_h;
    SoftnessWide soft;  // of the constraint itself
    // Whether the pass without bias makes the velocity tangent. Not where the user has given a stiffness:
    // that is a spring, whose bias is its force and nothing to be taken back. Nor in a crowd of joints.
    Mask rigid;
};

/// The impulse of a soft row or block that alone and rigid would be `wanted`.
template <bool bias, class Impulse>
CAIRN_INLINE Impulse softened(const Impulse& wanted, const Impulse& total, const SoftnessWide& soft,
                              Mask rigid) {
    return bias ? soft.mass_scale * wanted - soft.impulse_scale * total : select(rigid, wanted, Impulse{});
}

/// What a joint does to body b, and the opposite to body a: an impulse at the anchors and an angular impulse.
struct JointLoad {
    Vec3w force, torque;
};

CAIRN_INLINE Vec3w zero3() { return {Float(0.0f), Float(0.0f), Float(0.0f)}; }
CAIRN_INLINE Vec3w axis_x(Quatw q) {
    const Float one(1.0f), two(2.0f);
    return {one - two * (q.y * q.y + q.z * q.z), two * (q.x * q.y + q.w * q.z),
            two * (q.x * q.z - q.w * q.y)};
}
CAIRN_INLINE Vec3w axis_y(Quatw q) {
    const Float one(1.0f), two(2.0f);
    return {two * (q.x * q.y - q.w * q.z), one - two * (q.x * q.x + q.z * q.z),
            two * (q.y * q.z + q.w * q.x)};
}
CAIRN_INLINE Vec3w axis_z(Quatw q) {
    const Float one(1.0f), two(2.0f);
    return {two * (q.x * q.z + q.w * q.y), two * (q.y * q.z - q.w * q.x),
            one - two * (q.x * q.x + q.y * q.y)};
}
CAIRN_INLINE Float positive_inverse(Float k, Float least = Float(0.0f)) {
    return select(k > least, Float(1.0f) / k, Float(0.0f));
}

/// As make_softness: a spring of this frequency and damping ratio, integrated implicitly with step h. Its
/// stiffness is that of a mass which is `share` times that of the row.
CAIRN_SHARED SoftnessWide soften(Float hertz, Float damping_ratio, Float h, Float share = Float(1.0f)) {
    const Float omega = Float(2 * pi) * hertz;
    const Float a1 = Float(2.0f) * damping_ratio + h * omega;
    const Float a2 = h * omega * a1 * share;
    const Float a3 = Float(1.0f) / (Float(1.0f) + a2);
    return {omega * positive_inverse(a1), a2 * a3, a3};
}

/// The rotation vector of a unit quaternion, the short way round.
CAIRN_SHARED Vec3w rotation_vector_of(Quatw q) {
    const Float zero(0.0f);
    const Float sign = select(q.w < zero, Float(-1.0f), Float(1.0f));
    const Vec3w v = sign * Vec3w{q.x, q.y, q.z};
    const Float length = square_root(dot(v, v));
    const Float angle = Float(2.0f) * arc_tangent2_of(length, sign * q.w);
    const Mask small = length < Float(1e-6f);
    return select(small, Float(2.0f), angle / select(small, Float(1.0f), length)) * v;
}

/// Angle of rotation q about its z axis (the twist of a swing-twist split), in -pi to pi.
CAIRN_INLINE Float twist_angle(Quatw q) {
    const Float sign = select(q.w < Float(0.0f), Float(-1.0f), Float(1.0f));
    return Float(2.0f) * arc_tangent2_of(sign * q.z, sign * q.w);
}
/// The axis t with d(twist angle)/dt = t.(wB - wA). From qdot = w q / 2 the twist 2 atan(q.z / q.w) changes
/// at (zA + zB).w / (1 + zA.zB); nearly opposite axes have no twist.
CAIRN_INLINE Vec3w twist_axis(Vec3w za, Vec3w zb) {
    return (Float(1.0f) / max_of(Float(1.0f) + dot(za, zb), Float(1e-3f))) * (za + zb);
}

/// Twice the vector part: the rotation vector to first order, which is enough for errors that are held at
/// zero.
CAIRN_INLINE Vec3w small_angles(Quatw q) {
    const Float two = select(q.w < Float(0.0f), Float(-2.0f), Float(2.0f));
    return two * Vec3w{q.x, q.y, q.z};
}

/// -[r]x I [r]x: what an impulse at arm r does, through the rotation, to the velocity there. Its element ij
/// is (r x e_i).I (r x e_j); u, v, w are I times r x e_x, r x e_y, r x e_z.
CAIRN_SHARED Sym3w point_response(const Sym3w& i, Vec3w r) {
    const Float uy = r.z * i.yy - r.y * i.yz, uz = r.z * i.yz - r.y * i.zz;
    const Float vx = r.x * i.xz - r.z * i.xx, vy = r.x * i.yz - r.z * i.xy, vz = r.x * i.zz - r.z * i.xz;
    const Float wx = r.y * i.xx - r.x * i.xy, wy = r.y * i.xy - r.x * i.yy, wz = r.y * i.xz - r.x * i.yz;
    return {r.z * uy - r.y * uz, r.x * vz - r.z * vx, r.y * wx - r.x * wy,
            r.z * vy - r.y * vz, r.z * wy - r.y * wz, r.x * wz - r.z * wx};
}

/// The inverse of a positive definite matrix. Where it is singular to rounding, a little is added to the
/// diagonal first, so that what cannot move does not spoil what can. What answers no more than `least` has no
/// mass; where none is given, what a locked axis makes exactly zero.
CAIRN_SHARED Sym3w safe_inverse(const Sym3w& m, Float least = Float(0.0f)) {
    const Float a = m.yy * m.zz - m.yz * m.yz, b = m.xz * m.yz - m.xy * m.zz, c = m.xy * m.yz - m.xz * m.yy;
    const Float determinant = m.xx * a + m.xy * b + m.xz * c;
    const Float trace = m.xx + m.yy + m.zz;
    const Mask singular = (determinant <= Float(2e-8f) * trace * trace * trace) | (trace <= least);
    const Float s = Float(1.0f) / select(singular, Float(1.0f), determinant);
    const Sym3w result{s * a, s * (m.xx * m.zz - m.xz * m.xz), s * (m.xx * m.yy - m.xy * m.xy), s * b,
                       s * c, s * (m.xy * m.xz - m.xx * m.yz)};
    if (!any(singular)) return result;
    const Float zero(0.0f), more = select(trace <= least, zero, Float(1e-5f) * trace);
    const auto padded = [&](Float k) { return select(k > least, k + more, trace); };
    const auto none = [&](Float k) { return (k <= least) & (least > zero); };
    const auto apart = [&](Float k, Float l, Float kl) { return select(none(k) | none(l), zero, kl); };
    Sym3w other = inverse(Sym3w{padded(m.xx), padded(m.yy), padded(m.zz), apart(m.xx, m.yy, m.xy),
                                apart(m.xx, m.zz, m.xz), apart(m.yy, m.zz, m.yz)});
    other.xx = select(m.xx > least, other.xx, zero);
    other.yy = select(m.yy > least, other.yy, zero);
    other.zz = select(m.zz > least, other.zz, zero);
    const Sym3w nothing{zero, zero, zero, zero, zero, zero};
    return select(singular, select(trace <= least, nothing, other), result);
}

/// Inverse of a symmetric 2x2 matrix. Where it is singular either row has half of its mass; where an axis is
/// locked, the direction that `least` leaves has all of it.
struct Sym2w {
    Float xx, xy, yy;

    template <class V>
    CAIRN_INLINE void visit(V&& v) {
        v(xx), v(xy), v(yy);
    }
};
CAIRN_SHARED Sym2w safe_inverse(const Sym2w& m, Float least) {
    const Float determinant = m.xx * m.yy - m.xy * m.xy, trace = m.xx + m.yy;
    const Mask singular = determinant <= max_of(Float(1e-6f) * m.xx * m.yy, least * trace);
    const Float s = Float(1.0f) / select(singular, Float(1.0f), determinant);
    const Sym2w result{s * m.yy, -s * m.xy, s * m.xx};
    if (!any(singular)) return result;
    // of what is l v v^T, that which undoes it along v alone: v v^T / l
    const Mask locked = least > Float(0.0f);
    const Float inverse = positive_inverse(trace, least), share = inverse * inverse;
    const auto choose = [&](Float along, Float half, Float regular) {
        return select(singular, select(locked, share * along, half), regular);
    };
    return {choose(m.xx, Float(0.5f) * positive_inverse(m.xx), result.xx),
            choose(m.xy, Float(0.0f), result.xy),
            choose(m.yy, Float(0.5f) * positive_inverse(m.yy), result.yy)};
}

// --- single rows
// --------------------------------------------------------------------------------------------------------

/// A rotation row: J V = axis.(wB - wA).
struct TurnRow {
    Vec3w axis;
    Float mass;  // effective

    template <class V>
    CAIRN_INLINE void visit(V&& v) {
        v(axis), v(mass);
    }
};

CAIRN_SHARED TurnRow make_turn_row(const JointBodies& bodies, Vec3w axis) {
    return {axis,
            positive_inverse(dot(axis, bodies.inertia_a() * axis) + dot(axis, bodies.inertia_b() * axis),
                             bodies.least_turn())};
}
CAIRN_INLINE Float speed_of(const JointBodies& bodies, const TurnRow& row) {
    return dot(row.axis, bodies.angular_b - bodies.angular_a);
}
CAIRN_INLINE void turn(JointBodies& bodies, Vec3w impulse) {
    bodies.angular_a = bodies.angular_a - bodies.inertia_a() * impulse;
    bodies.angular_b = bodies.angular_b + bodies.inertia_b() * impulse;
}
CAIRN_INLINE void push(JointBodies& bodies, const TurnRow& row, Float impulse) {
    turn(bodies, impulse * row.axis);
}

/// A translation row: J V = axis.(vB - vA) + (rB x axis).wB - (arm x axis).wA.
struct SlideRow {
    Vec3w axis, angular_a, angular_b;
    Float mass;

    template <class V>
    CAIRN_INLINE void visit(V&& v) {
        v(axis), v(angular_a), v(angular_b), v(mass);
    }
};

CAIRN_SHARED SlideRow make_slide_row(const JointBodies& bodies, Vec3w axis, Vec3w arm_a, Vec3w arm_b) {
    const Vec3w ja = cross(arm_a, axis), jb = cross(arm_b, axis);
    const Float by_a = dot(ja, bodies.inertia_a() * ja), by_b = dot(jb, bodies.inertia_b() * jb);
    const Float k = (bodies.push_a().x + bodies.push_b().x) * dot(axis, axis) + by_a + by_b;
    return {axis, ja, jb,
            positive_inverse(on_rails(bodies, axis, axis, by_a + by_b, k), bodies.least_push())};
}
CAIRN_INLINE Float speed_of(const JointBodies& bodies, const SlideRow& row) {
    return dot(row.axis, bodies.linear_b - bodies.linear_a) + dot(row.angular_b, bodies.angular_b) -
           dot(row.angular_a, bodies.angular_a);
}
CAIRN_SHARED void push(JointBodies& bodies, const SlideRow& row, Float impulse) {
    bodies.linear_a = bodies.linear_a - by_axis(impulse * bodies.push_a(), row.axis);
    bodies.linear_b = bodies.linear_b + by_axis(impulse * bodies.push_b(), row.axis);
    bodies.angular_a = bodies.angular_a - bodies.inertia_a() * (impulse * row.angular_a);
    bodies.angular_b = bodies.angular_b + bodies.inertia_b() * (impulse * row.angular_b);
}

CAIRN_INLINE TurnRow make_twist(const JointPose& pose, const JointBodies& bodies) {
    return make_turn_row(bodies, twist_axis(axis_z(pose.frame_a), axis_z(pose.frame_b)));
}
CAIRN_INLINE Float twist_of(const JointPose& pose) {
    return twist_angle(conjugate(pose.frame_a) * pose.frame_b);
}

// --- angles that count turns
// --------------------------------------------------------------------------------------------------------

/// A pose tells an angle within one turn. Of the angles that it may be, the nearest to what it was before, or
/// to the limits: a body that is past a limit is on its way out of it, not in from the other side, and one
/// whose limits are new, or whose hinge was torn, does not wind back turns that it made without them.
CAIRN_INLINE Float follow_angle(Float angle, Float before, const LimitSettings<Lanes>& limits) {
    const Mask limited = limits.on > Float(0.0f);
    const Float near = select(limited, clamp_to(before, limits.lower, limits.upper), before);
    return angle + Float(2 * pi) * nearest_integer((near - angle) * Float(0.5f / pi));
}

CAIRN_INLINE LimitSettings<Lanes> no_limits() { return {Float(0.0f), Float(0.0f), Float(0.0f)}; }

/// How far a spring is from its target: the short way round. Where there are limits it goes as angles are
/// counted, since the short way may lead through what they forbid.
CAIRN_INLINE Float angle_drive(Float angle, Float target, const LimitSettings<Lanes>& limits) {
    const Float difference = angle - target;
    const Float turns = nearest_integer(difference * Float(0.5f / pi));
    return difference - Float(2 * pi) * select(limits.on > Float(0.0f), Float(0.0f), turns);
}

// --- equality rows
// --------------------------------------------------------------------------------------------------------

template <bool bias, class Row>
CAIRN_SHARED void solve_equality(JointBodies& bodies, const Row& row, Float error, const SoftnessWide& soft,
                                 Mask rigid, Float& total) {
    const Float speed = speed_of(bodies, row);
    const Float impulse =
        bias ? -soft.mass_scale * row.mass * (speed + soft.bias_rate * error) - soft.impulse_scale * total
             : select(rigid, -row.mass * speed, Float(0.0f));
    total += impulse;
    push(bodies, row, impulse);
}

// --- springs, motors, limits of a free coordinate
// ----------------------------------------------------------------------------

/// The mass that a spring's stiffness is made of, as a share of the row's. Of two bodies that are drawn
/// together it is their reduced mass, whatever the arms are: the row's own changes while the bodies turn, and
/// a spring whose stiffness does has no energy to give back, but takes from somewhere or gives to nobody. A
/// body on rails is a wall along a locked axis.
CAIRN_INLINE Float spring_share(const JointBodies&, const TurnRow&) { return Float(1.0f); }
CAIRN_INLINE Float spring_share(const JointBodies& bodies, const SlideRow& row) {
    const Float k = on_rails(bodies, row.axis, row.axis, Float(0.0f), bodies.inverse_masses()) * row.mass;
    return select(k > Float(0.0f), Float(1.0f) / k, Float(1.0f));
}

/// A spring is solved alike with and without bias: with `error` as it was at the start of the sub-step, both
/// passes have the same fixed point, which is the implicit Euler step v' = (v - h w^2 x) / (1 + 2 z w h + h^2
/// w^2).
template <class Row>
CAIRN_SHARED void solve_spring(JointBodies& bodies, const Row& row, Float error,
                               const SpringSettings<Lanes>& spring, Float bound, const JointStep& step,
                               Float& total) {
    const Mask on = spring.hertz > Float(0.0f);
    if (!any(on)) return;
    const SoftnessWide soft = soften(spring.hertz, spring.damping, step.h, spring_share(bodies, row));
    const Float wanted = total -
                         soft.mass_scale * row.mass * (speed_of(bodies, row) + soft.bias_rate * error) -
                         soft.impulse_scale * total;
    const Float next = select(on, clamp_to(wanted, -bound, bound), Float(0.0f));
    push(bodies, row, next - total);
    total = next;
}

template <class Row>
CAIRN_SHARED void solve_motor(JointBodies& bodies, const Row& row, const MotorSettings<Lanes>& motor,
                              const JointStep& step, Float& total) {
    const Mask on = motor.on > Float(0.0f);
    if (!any(on)) return;
    const Float bound = step.h * motor.max_force;
    const Float wanted = total - row.mass * (speed_of(bodies, row) - motor.speed);
    const Float next = select(on, clamp_to(wanted, -bound, bound), Float(0.0f));
    push(bodies, row, next - total);
    total = next;
}

/// How fast a coordinate with C = error may go on towards its limit. One that is not yet there may reach it
/// in this sub-step but go no further (speculative), one that is past it comes back softly.
template <bool bias>
CAIRN_INLINE Float most_speed(Float error, const JointStep& step) {
    const Float rate = bias ? step.soft.bias_rate : Float(0.0f);
    return select(error > Float(0.0f), step.inverse_h, rate) * error;
}

/// One side of a limit: keeps C >= 0, where Cdot = sign * (speed of the row).
template <bool bias, class Row>
CAIRN_SHARED void solve_limit(JointBodies& bodies, const Row& row, Mask on, Float sign, Float error,
                              const JointStep& step, Float& total) {
    const Float zero(0.0f), one(1.0f);
    const Mask ahead = error > zero;
    const Float mass_scale = bias ? select(ahead, one, step.soft.mass_scale) : one;
    const Float impulse_scale = bias ? select(ahead, zero, step.soft.impulse_scale) : zero;
    const Float speed = sign * speed_of(bodies, row);
    const Float wanted =
        total - mass_scale * row.mass * (speed + most_speed<bias>(error, step)) - impulse_scale * total;
    const Float next = select(on, max_of(wanted, zero), zero);
    push(bodies, row, sign * (next - total));
    total = next;
}

template <bool bias, class Row>
CAIRN_SHARED void solve_limits(JointBodies& bodies, const Row& row, Float coordinate,
                               const LimitSettings<Lanes>& limits, const JointStep& step,
                               LimitImpulses<Lanes>& total) {
    const Mask on = limits.on > Float(0.0f);
    if (!any(on)) return;
    solve_limit<bias>(bodies, row, on, Float(1.0f), coordinate - limits.lower, step, total.lower);
    solve_limit<bias>(bodies, row, on, Float(-1.0f), limits.upper - coordinate, step, total.upper);
}

/// The speed that a motor may ask for: none that the limits of its own coordinate forbid. The two would push
/// against each other, pass by pass, as hard as the motor may: without a bound, through the limit.
template <bool bias>
CAIRN_SHARED Float speed_within(Float speed, Float coordinate, const LimitSettings<Lanes>& limits,
                                const JointStep& step) {
    const Float least = -most_speed<bias>(coordinate - limits.lower, step);
    const Float most = most_speed<bias>(limits.upper - coordinate, step);
    return select(limits.on > Float(0.0f), clamp_to(speed, least, most), speed);
}

/// `drive` is the spring's displacement at the start of the sub-step.
template <bool bias, class Row>
CAIRN_SHARED void solve_axis(JointBodies& bodies, const Row& row, Float coordinate, Float drive,
                             const AxisSettings<Lanes>& axis, const JointStep& step,
                             AxisImpulses<Lanes>& total) {
    solve_spring(bodies, row, drive, axis.spring, Float(infinity), step, total.spring);
    MotorSettings<Lanes> motor = axis.motor;
    motor.speed = speed_within<bias>(motor.speed, coordinate, axis.limits, step);
    solve_motor(bodies, row, motor, step, total.motor);
    solve_limits<bias>(bodies, row, coordinate, axis.limits, step, total.limits);
}
CAIRN_INLINE Float sum_of(const AxisImpulses<Lanes>& total) {
    return total.spring + total.motor + total.limits.lower - total.limits.upper;
}

}  // namespace cairn::CAIRN_WIDE
