#pragma once
// A block of contacts, one a lane, and the frame in which their rows are solved. See contact_layout.hpp.

#include "base/ask.hpp"
#include "solvers/soft_step/contact_layout.hpp"
#include "solvers/soft_step/kernels.hpp"

#include "solvers/soft_step/bodies_wide.hpp"

namespace cairn::CAIRN_WIDE {

namespace mc = manifold_column;
namespace cc = constraint_column;

/// One block of contacts with up to P points.
template <int P>
struct Block {
    static constexpr int point_class = P == 1 ? 0 : P == 2 ? 1 : 2;
    static constexpr ConstraintLayout layout = constraint_layout(P);

    float* manifold;
    float* constraint;
    float* seldom;  // what few passes read
    BodySlots body_a, body_b;

    CAIRN_INLINE Block(const ContactBlocks& blocks, int index)
        : manifold(blocks.manifold + static_cast<size_t>(index) * class_columns(point_class) * lane_count),
          constraint(blocks.constraint + static_cast<size_t>(index) * layout.count * lane_count),
          seldom(blocks.seldom + static_cast<size_t>(index) * layout.rare_count * lane_count),
          body_a(blocks.body_a + index * lane_count),
          body_b(blocks.body_b + index * lane_count) {}

    CAIRN_INLINE float* m(int column) const { return manifold + column * lane_count; }
    CAIRN_INLINE float* c(int column) const { return constraint + column * lane_count; }
    CAIRN_INLINE float* s(int column) const { return seldom + column * lane_count; }
    CAIRN_INLINE float* mp(int point, int column) const {
        return m(mc::header + point * mc::point_columns + column);
    }
    CAIRN_INLINE float* cp(int point, int column) const {
        return c(cc::header + point * cc::point_columns + column);
    }
    CAIRN_INLINE float* rare(int point, int column) const {
        return s(point * cc::rare_point_columns + column);
    }
    /// What a unit impulse at point i adds to the normal velocity at point j.
    CAIRN_INLINE float* pair(int i, int j) const { return c(layout.pairs + pair_column(P, i, j)); }
    CAIRN_INLINE float* to_roll1() const { return c(layout.to_roll); }
    CAIRN_INLINE float* to_roll2() const { return c(layout.to_roll + 3); }
    CAIRN_INLINE float* round_a() const { return c(layout.round); }
    CAIRN_INLINE float* round_b() const { return c(layout.round + 1); }
    CAIRN_INLINE float* rolling_mass() const { return s(layout.rolling_mass); }
    CAIRN_INLINE float* rolling_impulse() const { return s(layout.rolling_impulse); }
    CAIRN_INLINE float* start_arm_a() const { return s(layout.start_arms); }
    CAIRN_INLINE float* start_arm_b() const { return s(layout.start_arms + 3); }

    /// Asks for the `part`-th quarter of what the passes read of the block that comes so many blocks later.
    /// In quarters, between other work: asked for all at once it is waited for.
    CAIRN_INLINE void ask_for_later(size_t blocks, int part) const {
        constexpr size_t bytes = sizeof(float) * layout.count * lane_count;
        constexpr size_t quarter = (bytes / cache_line + 3) / 4 * cache_line;
        const char* const there = reinterpret_cast<const char*>(constraint) + blocks * bytes;
        ask_for(there + static_cast<size_t>(part) * quarter, quarter);
    }
    /// For the records of the bodies of the block that comes next.
    template <class Record>
    CAIRN_INLINE void ask_for_next_bodies(const Record* records) const {
        ask_for_bodies(body_a.refs + lane_count, records);
        ask_for_bodies(body_b.refs + lane_count, records);
    }
    CAIRN_INLINE void ask_for_next_manifold() const {
        constexpr size_t floats = static_cast<size_t>(class_columns(point_class)) * lane_count;
        ask_for(manifold + floats, sizeof(float) * floats);
    }
};

CAIRN_INLINE Float reciprocal(Float k) { return select(k > Float(0.0f), Float(1.0f) / k, Float(0.0f)); }

/// Axes and arms of a contact.
struct ContactFrame {
    Vec3w n, t1, t2;
    Vec3w arm_a, arm_b;
};

/// The columns of a constraint before those of its points are the same for every number of points.
CAIRN_INLINE ContactFrame load_frame(const float* constraint) {
    const auto vector = [&](int column) { return load3(constraint + column * lane_count); };
    const Vec3w n = vector(cc::normal), t1 = vector(cc::tangent);
    return {n, t1, cross(n, t1), vector(cc::arm_a), vector(cc::arm_b)};
}

/// Of b against a at the friction centre, in world axes: velocities, or motions since the start of the step.
struct RelativeMotion {
    Vec3w linear, angular;
};

CAIRN_INLINE RelativeMotion relative_motion(const ContactFrame& frame, const VelocityWide& a,
                                            const VelocityWide& b) {
    return {(b.linear - a.linear) + (cross(b.angular, frame.arm_b) - cross(a.angular, frame.arm_a)),
            b.angular - a.angular};
}

/// What moves along the normal at the points: u.n + lever1 w.t1 + lever2 w.t2.
struct NormalMotion {
    Float linear, roll1, roll2;

    template <int P>
    CAIRN_INLINE Float at(const Block<P>& block, int point) const {
        if constexpr (P == 1) return linear;  // the friction centre is the point
        return linear + load(block.cp(point, cc::lever1)) * roll1 + load(block.cp(point, cc::lever2)) * roll2;
    }
};

CAIRN_INLINE NormalMotion normal_motion(const ContactFrame& frame, const RelativeMotion& motion) {
    return {dot(frame.n, motion.linear), dot(frame.t1, motion.angular), dot(frame.t2, motion.angular)};
}

/// Impulse and angular impulse about the friction centre, along n, t1, t2.
struct ContactImpulse {
    Float normal{0.0f}, slide1{0.0f}, slide2{0.0f};
    Float twist{0.0f}, roll1{0.0f}, roll2{0.0f};

    template <int P>
    CAIRN_INLINE void add_normal(const Block<P>& block, int point, Float impulse) {
        normal += impulse;
        if constexpr (P == 1) return;
        roll1 += load(block.cp(point, cc::lever1)) * impulse;
        roll2 += load(block.cp(point, cc::lever2)) * impulse;
    }
};

/// Gives b the impulse and a its opposite. `rolls`: there are several points, with levers.
CAIRN_INLINE void apply_impulse(const float* constraint, bool rolls, const ContactFrame& frame,
                                const ContactImpulse& impulse, VelocityWide& va, VelocityWide& vb) {
    const auto at = [&](int column) { return constraint + column * lane_count; };
    const Vec3w force = impulse.normal * frame.n + impulse.slide1 * frame.t1 + impulse.slide2 * frame.t2;
    Vec3w torque = impulse.twist * frame.n;
    if (rolls) torque = torque + (impulse.roll1 * frame.t1 + impulse.roll2 * frame.t2);
    va.linear = va.linear - load(at(cc::mass_a)) * force;
    vb.linear = vb.linear + load(at(cc::mass_b)) * force;
    va.angular = va.angular - load_symmetric(at(cc::inertia_a)) * (cross(frame.arm_a, force) + torque);
    vb.angular = vb.angular + load_symmetric(at(cc::inertia_b)) * (cross(frame.arm_b, force) + torque);
}

}  // namespace cairn::CAIRN_WIDE
