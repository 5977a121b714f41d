#pragma once
// Blocks of two and three rows that hinges, sliders, fixed joints and wheels are made of. Rows of a block are
// solved at once.

#include "joints/point.hpp"

namespace cairn::CAIRN_WIDE {

/// Rows whose errors are zB.xA and zB.yA, of a joint that is torn open. At a right angle their axes, zB x xA
/// and zB x yA, are along each other and may be nothing but rounding: what answers there is an impulse beyond
/// all measure, which warm starting applies again when the axis has come to its length. The one that leads
/// out, zA x zB, and one across it are as good as they ever were.
struct BentRows {
    Vec3w axis_1, axis_2;
    Float error_1, error_2;
};
CAIRN_INLINE Mask is_bent(Vec3w z, Vec3w x, Vec3w y, Float error_1, Float error_2) {
    return (error_1 * error_1 + error_2 * error_2 > Float(0.5f)) | (dot(z, cross(x, y)) < Float(0.0f));
}
__attribute__((noinline)) inline void unbend(Vec3w z, Vec3w x, Vec3w y, Mask bent, BentRows& rows) {
    const Float zero(0.0f), one(1.0f);
    const Vec3w out = rows.error_1 * y - rows.error_2 * x;
    const Float sine = square_root(dot(out, out));
    const Mask turned_round = sine < Float(1e-3f);
    const Vec3w axis = select(turned_round, x, (one / select(turned_round, one, sine)) * out);
    rows.axis_1 = select(bent, axis, rows.axis_1);
    rows.axis_2 = select(bent, cross(z, axis), rows.axis_2);
    rows.error_1 = select(bent, one, rows.error_1), rows.error_2 = select(bent, zero, rows.error_2);
}

/// Two rotation rows that keep the z axis of b at right angles to two axes of a:
///
///     C    = zB.xA                          zB' = wB x zB, xA' = wA x xA
///     Cdot = (zB x xA).(wB - wA)            exact in any pose
struct TiltBlock {
    Vec3w axis_1, axis_2;  // zB x xA, zB x yA
    Float error_1, error_2;
    Sym2w mass;

    template <class V>
    CAIRN_INLINE void visit(V&& v) {
        v(axis_1), v(axis_2), v(error_1), v(error_2), mass.visit(v);
    }
};

CAIRN_SHARED TiltBlock make_tilt(const JointBodies& bodies, Vec3w z, Vec3w x, Vec3w y) {
    TiltBlock block;
    block.axis_1 = cross(z, x), block.axis_2 = cross(z, y);
    block.error_1 = dot(z, x), block.error_2 = dot(z, y);
    const Mask bent = is_bent(z, x, y, block.error_1, block.error_2);
    if (any(bent)) {
        BentRows rows{block.axis_1, block.axis_2, block.error_1, block.error_2};
        unbend(z, x, y, bent, rows);
        block.axis_1 = rows.axis_1, block.axis_2 = rows.axis_2;
        block.error_1 = rows.error_1, block.error_2 = rows.error_2;
    }
    const Vec3w r1 = bodies.inertia_a() * block.axis_1 + bodies.inertia_b() * block.axis_1;
    const Vec3w r2 = bodies.inertia_a() * block.axis_2 + bodies.inertia_b() * block.axis_2;
    block.mass = safe_inverse(Sym2w{dot(block.axis_1, r1), dot(block.axis_1, r2), dot(block.axis_2, r2)},
                              bodies.least_turn());
    return block;
}

/// The impulse of two rows whose speeds and errors are given.
template <bool bias>
CAIRN_SHARED void pair_impulse(const Sym2w& mass, Float speed_1, Float speed_2, Float error_1, Float error_2,
                               const JointStep& step, Float total_1, Float total_2, Float& impulse_1,
                               Float& impulse_2) {
    const SoftnessWide& soft = step.soft;
    if (bias) speed_1 += soft.bias_rate * error_1, speed_2 += soft.bias_rate * error_2;
    impulse_1 = -(mass.xx * speed_1 + mass.xy * speed_2);
    impulse_2 = -(mass.xy * speed_1 + mass.yy * speed_2);
    if (bias) {
        impulse_1 = soft.mass_scale * impulse_1 - soft.impulse_scale * total_1;
        impulse_2 = soft.mass_scale * impulse_2 - soft.impulse_scale * total_2;
    } else {
        impulse_1 = select(step.rigid, impulse_1, Float(0.0f));
        impulse_2 = select(step.rigid, impulse_2, Float(0.0f));
    }
}

template <bool bias>
CAIRN_SHARED void solve_tilt(JointBodies& bodies, const TiltBlock& block, const JointStep& step,
                             Float& total_1, Float& total_2) {
    const Vec3w w = bodies.angular_b - bodies.angular_a;
    Float impulse_1, impulse_2;
    pair_impulse<bias>(block.mass, dot(block.axis_1, w), dot(block.axis_2, w), block.error_1, block.error_2,
                       step, total_1, total_2, impulse_1, impulse_2);
    total_1 += impulse_1, total_2 += impulse_2;
    turn(bodies, impulse_1 * block.axis_1 + impulse_2 * block.axis_2);
}

/// Two translation rows that keep anchor b on a line of body a, given by two axes n of a at right angles to
/// it. With d = anchor b - anchor a and n' = wA x n:
///
///     C    = n.d
///     Cdot = n.(vB - vA) + (rB x n).wB - ((rA + d) x n).wA
struct SideBlock {
    SlideRow row_1, row_2;
    Float error_1, error_2;
    Sym2w mass;

    template <class V>
    CAIRN_INLINE void visit(V&& v) {
        row_1.visit(v), row_2.visit(v), v(error_1), v(error_2), mass.visit(v);
    }
};

CAIRN_INLINE SideBlock make_side(const JointPose& pose, const JointBodies& bodies, Vec3w n1, Vec3w n2) {
    const Vec3w arm = pose.arm_a + pose.gap;
    SideBlock block;
    block.row_1 = make_slide_row(bodies, n1, arm, pose.arm_b);
    block.row_2 = make_slide_row(bodies, n2, arm, pose.arm_b);
    block.error_1 = dot(n1, pose.gap), block.error_2 = dot(n2, pose.gap);
    const Float push = bodies.push_a().x + bodies.push_b().x;
    const Vec3w a1 = bodies.inertia_a() * block.row_1.angular_a,
                a2 = bodies.inertia_a() * block.row_2.angular_a;
    const Vec3w b1 = bodies.inertia_b() * block.row_1.angular_b,
                b2 = bodies.inertia_b() * block.row_2.angular_b;
    const Float a11 = dot(block.row_1.angular_a, a1), a12 = dot(block.row_1.angular_a, a2),
                a22 = dot(block.row_2.angular_a, a2);
    const Float b11 = dot(block.row_1.angular_b, b1), b12 = dot(block.row_1.angular_b, b2),
                b22 = dot(block.row_2.angular_b, b2);
    block.mass = safe_inverse(Sym2w{on_rails(bodies, n1, n1, a11 + b11, push + a11 + b11),
                                    on_rails(bodies, n1, n2, a12 + b12, a12 + b12),
                                    on_rails(bodies, n2, n2, a22 + b22, push + a22 + b22)},
                              bodies.least_push());
    return block;
}

template <bool bias>
CAIRN_SHARED void solve_side(JointBodies& bodies, const SideBlock& block, const JointStep& step,
                             Float& total_1, Float& total_2) {
    Float impulse_1, impulse_2;
    pair_impulse<bias>(block.mass, speed_of(bodies, block.row_1), speed_of(bodies, block.row_2),
                       block.error_1, block.error_2, step, total_1, total_2, impulse_1, impulse_2);
    total_1 += impulse_1, total_2 += impulse_2;
    push(bodies, block.row_1, impulse_1);
    push(bodies, block.row_2, impulse_2);
}

/// Three rotation rows that hold frame b to frame a. With q = qB qA*, the rotation of b against a in world
/// axes,
///
///     C    = 2 vec(q)
///     Cdot = q.w (wB - wA) + (wA + wB) x vec(q)  =  wB - wA  where C = 0
struct TurnBlock {
    Vec3w error;
    Sym3w mass;

    template <class V>
    CAIRN_INLINE void visit(V&& v) {
        v(error), v(mass);
    }
};

CAIRN_SHARED TurnBlock make_turn(const JointPose& pose, const JointBodies& bodies) {
    return {small_angles(pose.frame_b * conjugate(pose.frame_a)),
            safe_inverse(bodies.inertia_a() + bodies.inertia_b())};
}

/// The impulse that satisfies the three rows.
template <bool bias>
CAIRN_INLINE Vec3w wanted_of(const JointBodies& bodies, const TurnBlock& block, const SoftnessWide& soft) {
    const Vec3w speed = bodies.angular_b - bodies.angular_a;
    return -(block.mass * (bias ? speed + soft.bias_rate * block.error : speed));
}

template <bool bias>
CAIRN_SHARED void solve_turn(JointBodies& bodies, const TurnBlock& block, const SoftnessWide& soft,
                             Mask rigid, Vec3w& total) {
    const Vec3w impulse = softened<bias>(wanted_of<bias>(bodies, block, soft), total, soft, rigid);
    total = total + impulse;
    turn(bodies, impulse);
}

// --- rotation and translation at once
// --------------------------------------------------------------------------------------------------------
//
// A weld's rows of rotation and of translation, solved one block after the other, undo each other: of the
// error of a body with gyration radius k whose centre is at a lever r, a sweep leaves r^2 / (r^2 + k^2). A
// ball at the end of a long rod sank by a hand and swung for seconds, and its joint bore up to twice the
// load. Both at once, by elimination of the rotation:
//
//     [Ktt Ktp] [t]     [wt]        turn as if there were no force; push with the inverse of
//     [Kpt Kpp] [p] = - [wp]        S = Kpp - Kpt Ktt^-1 Ktp for what is left at the anchors; turn again
//
// Held to each other the bodies turn as one, with the inverse inertia P = A (A + B)^-1 B, and of the arms
// their difference c = rA - rB alone remains: S = (1/mA + 1/mB) 1 - [c]x P [c]x.

/// What a force between the anchors does to their speed where the bodies cannot turn against each other; S.
CAIRN_SHARED Sym3w welded_response(const JointBodies& bodies, const Sym3w& turn_mass, Vec3w arm_difference) {
    const Sym3w a = bodies.inertia_a(), b = bodies.inertia_b();
    const Vec3w x = turn_mass * Vec3w{b.xx, b.xy, b.xz}, y = turn_mass * Vec3w{b.xy, b.yy, b.yz},
                z = turn_mass * Vec3w{b.xz, b.yz, b.zz};
    const Vec3w ax{a.xx, a.xy, a.xz}, ay{a.xy, a.yy, a.yz}, az{a.xz, a.yz, a.zz};
    const Sym3w joined{dot(ax, x), dot(ay, y), dot(az, z), dot(ax, y), dot(ax, z), dot(ay, z)};
    return with_pushes(point_response(joined, arm_difference), bodies);
}

/// An impulse at the anchors and an angular impulse.
CAIRN_SHARED void push_and_turn(JointBodies& bodies, Vec3w arm_a, Vec3w arm_b, Vec3w impulse, Vec3w turning) {
    push_linearly(bodies, impulse);
    bodies.angular_a = bodies.angular_a - bodies.inertia_a() * (cross(arm_a, impulse) + turning);
    bodies.angular_b = bodies.angular_b + bodies.inertia_b() * (cross(arm_b, impulse) + turning);
}

/// A point block whose mass is that of welded_response, and the turn block it was made with.
template <bool bias>
CAIRN_SHARED void solve_weld(JointBodies& bodies, const PointBlock& point, const TurnBlock& rotation,
                             const JointStep& step, Vec3w& point_total, Vec3w& turn_total) {
    JointBodies held = bodies;
    Vec3w turning = wanted_of<bias>(held, rotation, step.soft);
    turn(held, turning);
    Vec3w push = -(point.mass * speed_of<bias>(held, point, step));
    push_point(held, point.arm_a, point.arm_b, push);
    turning = turning + wanted_of<bias>(held, rotation, step.soft);
    push = softened<bias>(push, point_total, step.soft, step.rigid);
    turning = softened<bias>(turning, turn_total, step.soft, step.rigid);
    push_and_turn(bodies, point.arm_a, point.arm_b, push, turning);
    point_total = point_total + push, turn_total = turn_total + turning;
}

}  // namespace cairn::CAIRN_WIDE
