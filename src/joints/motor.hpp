#pragma once
// Motor joint: six bounded spring rows that draw body b to a pose relative to body a. With the target offset
// t and target rotation p given in frame a,
//
//     C1 = anchor b - anchor a - RA t,  Cdot1 = vB + wB x rB - vA - wA x (rA + RA t)
//     C2 = rotation vector of qB (qA p)*,  torque along it as the spring of a ball joint

#include "joints/blocks.hpp"

namespace cairn::CAIRN_WIDE {

struct MotorDrive {
    PointBlock point;
    Vec3w held_error, turn_error, held_turn_error;
    Sym3w turn_mass;

    template <class V>
    CAIRN_INLINE void visit(V&& v) {
        point.visit(v), v(held_error), v(held_turn_error), v(turn_error), v(turn_mass);
    }
};

struct MotorDriver {
    using Parts = MotorParts;
    using Settings = MotorJointSettings<Lanes>;
    using Impulses = MotorJointImpulses<Lanes>;
    static constexpr int held_at = part_columns<PointBlock>;
    static constexpr int columns = part_columns<MotorDrive>;
    static constexpr bool force_turns = false;

    static CAIRN_INLINE bool needs_frames(const float*) { return true; }

    static CAIRN_INLINE void refresh(const JointPose& pose, const JointBodies& bodies, const float* settings,
                                     float*, float* c) {
        const Settings s = load_part<Settings>(settings);
        const Vec3w offset = rotate(pose.frame_a, s.position);
        JointPose target = pose;
        target.arm_a = pose.arm_a + offset;
        target.gap = pose.gap - offset;
        MotorDrive drive;
        drive.point = make_point(target, bodies);
        drive.held_error = load3(c + held_at * lane_count);
        drive.held_turn_error = load3(c + (held_at + 3) * lane_count);
        drive.turn_error = rotation_vector_of(pose.frame_b * conjugate(pose.frame_a * s.rotation));
        drive.turn_mass = safe_inverse(bodies.inertia_a() + bodies.inertia_b());
        store_part(c, drive);
    }

    template <bool bias>
    static CAIRN_INLINE void solve(JointBodies& bodies, const JointStep& step, const float* settings,
                                   float* c, float* impulses) {
        const Settings s = load_part<Settings>(settings);
        Impulses total = load_part<Impulses>(impulses);
        const MotorDrive drive = load_part<MotorDrive>(c);
        if (bias) {
            store3(c + held_at * lane_count, drive.point.error);
            store3(c + (held_at + 3) * lane_count, drive.turn_error);
        }
        solve_turn_spring(bodies, drive.turn_mass, bias ? drive.turn_error : drive.held_turn_error, s.angular,
                          step.h * s.max_torque, step, total.torque);
        solve_point_spring(bodies, drive.point, bias ? drive.point.error : drive.held_error, s, step,
                           total.force);
        store_part(impulses, total);
    }

    static CAIRN_INLINE JointLoad load_on_b(const float*, const float*, const float* impulses) {
        const Impulses total = load_part<Impulses>(impulses);
        return {total.force, total.torque};
    }
    static CAIRN_INLINE Vec3w arm_a(const float* c) { return load3(c); }
    static CAIRN_INLINE Vec3w arm_b(const float* c) { return load3(c + 3 * lane_count); }

private:
    static CAIRN_INLINE void solve_point_spring(JointBodies& bodies, const PointBlock& point, Vec3w error,
                                                const Settings& s, const JointStep& step, Vec3w& total) {
        const Mask on = s.linear.hertz > Float(0.0f);
        if (!any(on)) return;
        const SoftnessWide soft = soften(s.linear.hertz, s.linear.damping, step.h);
        const Vec3w speed = point_speed(bodies, point.arm_a, point.arm_b) + soft.bias_rate * error;
        const Vec3w wanted = total - soft.mass_scale * (point.mass * speed) - soft.impulse_scale * total;
        const Vec3w next = select(on, bounded(wanted, step.h * s.max_force), zero3());
        push_point(bodies, point.arm_a, point.arm_b, next - total);
        total = next;
    }
};

}  // namespace cairn::CAIRN_WIDE
