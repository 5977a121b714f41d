#pragma once
// Motor joint: six bounded spring rows that draw body b to a pose relative to body a. With the target offset
// t and target rotation p given in frame a,
//
//     C1 = anchor b - anchor a - RA t = d - RA t
//     C2 = rotation vector of qB (qA p)*,  torque as that of the spring of a ball joint
//
// The speed of C1 is that seen from a, vB + wB x rB - vA - wA x (rA + d): what draws b acts at anchor b on a
// too, so that damping, which need not be along C1, turns nobody.

#include "joints/blocks.hpp"

namespace cairn::CAIRN_WIDE {

struct MotorDrive {
    PointBlock point;  // with the response in place of its inverse, the mass
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
        target.arm_a = pose.arm_a + pose.gap;
        target.gap = pose.gap - offset;
        MotorDrive drive;
        drive.point = {target.arm_a, target.arm_b, target.gap, anchor_response(target, bodies)};
        drive.held_error = load3(c + held_at * lane_count);
        drive.held_turn_error = load3(c + (held_at + 3) * lane_count);
        drive.turn_error = turn_drive(pose, pose.frame_a * s.rotation, bodies);
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
        // The same stiffness in all directions, that of the reduced mass: the force is along the error then
        // and turns nobody. With compliance c = 1 / (h (h stiffness + damping)) the impulse that is missing
        // is (K + c)^-1 of the speed that is left.
        const SoftnessWide soft = soften(s.linear.hertz, s.linear.damping, step.h);
        Sym3w response = point.mass;
        const Float mass = bodies.inverse_masses();
        const Float mean = Float(1.0f / 3) * (response.xx + response.yy + response.zz);
        const Float same = select(mass > Float(0.0f), mass, mean);
        Vec3w by_axis_of_world{same, same, same};
        if (bodies.on_rails()) {  // a wall along a locked axis
            const Vec3w own = bodies.push_a() + bodies.push_b();
            by_axis_of_world = select(bodies.least_push() > Float(0.0f), own, by_axis_of_world);
        }
        const auto compliance_of = [&](Float inverse_mass) {
            return select(on, inverse_mass * soft.impulse_scale / select(on, soft.mass_scale, Float(1.0f)),
                          Float(1.0f));
        };
        const Vec3w compliance{compliance_of(by_axis_of_world.x), compliance_of(by_axis_of_world.y),
                               compliance_of(by_axis_of_world.z)};
        response.xx += compliance.x, response.yy += compliance.y, response.zz += compliance.z;
        const Vec3w speed = point_speed(bodies, point.arm_a, point.arm_b) + soft.bias_rate * error;
        const Vec3w wanted = total - safe_inverse(response) * (speed + by_axis(compliance, total));
        const Vec3w next = select(on, bounded(wanted, step.h * s.max_force), zero3());
        push_point(bodies, point.arm_a, point.arm_b, next - total);
        total = next;
    }
};

}  // namespace cairn::CAIRN_WIDE
