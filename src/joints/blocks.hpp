#pragma once
// Blocks of two and three rows that hinges, sliders, fixed joints and wheels are made of. Rows of a block are
// solved at once.

#include "joints/point.hpp"

namespace cairn::CAIRN_WIDE {

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

CAIRN_INLINE TiltBlock make_tilt(const JointBodies& bodies, Vec3w z, Vec3w x, Vec3w y) {
    TiltBlock block;
    block.axis_1 = cross(z, x), block.axis_2 = cross(z, y);
    block.error_1 = dot(z, x), block.error_2 = dot(z, y);
    const Vec3w r1 = bodies.inertia_a() * block.axis_1 + bodies.inertia_b() * block.axis_1;
    const Vec3w r2 = bodies.inertia_a() * block.axis_2 + bodies.inertia_b() * block.axis_2;
    block.mass = safe_inverse(Sym2w{dot(block.axis_1, r1), dot(block.axis_1, r2), dot(block.axis_2, r2)});
    return block;
}

/// The impulse of two rows whose speeds and errors are given.
template <bool bias>
CAIRN_INLINE void pair_impulse(const Sym2w& mass, Float speed_1, Float speed_2, Float error_1, Float error_2,
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
CAIRN_INLINE void solve_tilt(JointBodies& bodies, const TiltBlock& block, const JointStep& step,
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
    const Float mass = bodies.mass_a() + bodies.mass_b();
    const Vec3w a1 = bodies.inertia_a() * block.row_1.angular_a,
                a2 = bodies.inertia_a() * block.row_2.angular_a;
    const Vec3w b1 = bodies.inertia_b() * block.row_1.angular_b,
                b2 = bodies.inertia_b() * block.row_2.angular_b;
    block.mass = safe_inverse(Sym2w{mass + dot(block.row_1.angular_a, a1) + dot(block.row_1.angular_b, b1),
                                    dot(block.row_1.angular_a, a2) + dot(block.row_1.angular_b, b2),
                                    mass + dot(block.row_2.angular_a, a2) + dot(block.row_2.angular_b, b2)});
    return block;
}

template <bool bias>
CAIRN_INLINE void solve_side(JointBodies& bodies, const SideBlock& block, const JointStep& step,
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

CAIRN_INLINE TurnBlock make_turn(const JointPose& pose, const JointBodies& bodies) {
    return {small_angles(pose.frame_b * conjugate(pose.frame_a)),
            safe_inverse(bodies.inertia_a() + bodies.inertia_b())};
}

template <bool bias>
CAIRN_INLINE void solve_turn(JointBodies& bodies, const TurnBlock& block, const SoftnessWide& soft,
                             Mask rigid, Vec3w& total) {
    Vec3w speed = bodies.angular_b - bodies.angular_a;
    if (bias) speed = speed + soft.bias_rate * block.error;
    Vec3w impulse = block.mass * speed;
    impulse =
        bias ? -(soft.mass_scale * impulse) - soft.impulse_scale * total : select(rigid, -impulse, zero3());
    total = total + impulse;
    turn(bodies, impulse);
}

}  // namespace cairn::CAIRN_WIDE
