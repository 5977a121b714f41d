#pragma once
// Contacts of bodies on rails: of which one or two axes of translation are locked.
//
// Such a body has an inverse mass an axis of the world, zero along those that are locked, and what pushes it
// along them must meet a wall. Worlds without one pay for this with a test of one flag a block. In the others
// `prepare` computes the rows of a contact on rails once more, with what its bodies answer, and marks it; a
// pass gives its bodies what the impulses do to bodies that are free, of which what is locked is taken out
// again before anybody sees it.

#include "joints/rows.hpp"
#include "solvers/soft_step/contact_frame_wide.hpp"

namespace cairn::CAIRN_WIDE {

/// What a contact on rails has for cc::watch.
constexpr float unwatched_on_rails = -1, watched_on_rails = 3;

CAIRN_INLINE Mask are_on_rails(const float* constraint) {
    const Float watch = load(constraint + cc::watch * lane_count);
    return (watch < Float(0.0f)) | (watch == Float(watched_on_rails));
}

/// Unless the other body answers, a row has no mass of which a locked axis leaves no more than this share:
/// the square of a degree and a half, as of the rows of joints. What comes up against so flat a wedge would
/// have to give way forty times as fast.
constexpr float least_share = 1e-3f;

/// What a force along an axis at the friction centre, or at a point, is to the two bodies.
struct RailRow {
    Vec3w axis, angular_a, angular_b;
};

/// The bodies of a contact as its rows push them.
struct RailBodies {
    float* constraint;
    Vec3w push_a, push_b;  // inverse masses by axis
    Mask on_rails;
    RailRow rows[3 + 4];  // the normal and the tangents, the points

    CAIRN_INLINE float* at(int column) const { return constraint + column * lane_count; }
    /// Neighbours in the block keep what they have.
    CAIRN_INLINE void put(int column, Float value) const {
        store(at(column), select(on_rails, value, load(at(column))));
    }
};

/// What an impulse of one row adds to the speed of another.
__attribute__((noinline)) inline Float response(const RailBodies& bodies, int u, int v) {
    const RailRow &to = bodies.rows[u], &from = bodies.rows[v];
    return dot(to.axis, by_axis(bodies.push_a + bodies.push_b, from.axis)) +
           dot(to.angular_a, load_symmetric(bodies.at(cc::inertia_a)) * from.angular_a) +
           dot(to.angular_b, load_symmetric(bodies.at(cc::inertia_b)) * from.angular_b);
}

CAIRN_INLINE Mask is_on_rails(Vec3w push, Float mass) {
    return (push.x < mass) | (push.y < mass) | (push.z < mass);
}

/// The rows' own axes and levers, and whether the bodies answer along the normal and in all directions.
CAIRN_INLINE void find_rail_rows(RailBodies& bodies, int points) {
    const ContactFrame frame = load_frame(bodies.constraint);
    const Vec3w axes[3] = {frame.n, frame.t1, frame.t2};
#pragma GCC unroll 1
    for (int i = 0; i < 3; ++i)
        bodies.rows[i] = {axes[i], cross(frame.arm_a, axes[i]), cross(frame.arm_b, axes[i])};
#pragma GCC unroll 1
    for (int i = 0; i < points; ++i) {
        RailRow& row = bodies.rows[3 + i];
        row = bodies.rows[0];
        if (points == 1) break;  // which is the friction centre
        const int column = cc::header + i * cc::point_columns;
        const Vec3w torque =
            load(bodies.at(column + cc::lever1)) * frame.t1 + load(bodies.at(column + cc::lever2)) * frame.t2;
        row.angular_a = row.angular_a + torque, row.angular_b = row.angular_b + torque;
    }
}

/// The rows of a block as `couple` leaves them, for its contacts on rails.
__attribute__((noinline)) inline void couple_on_rails(float* constraint, int points, int pairs,
                                                      const BodySlots& body_a, const BodySlots& body_b,
                                                      const BodyForces* forces) {
    RailBodies bodies;
    bodies.constraint = constraint;
    const Float zero(0.0f), mass_a = load(bodies.at(cc::mass_a)), mass_b = load(bodies.at(cc::mass_b));
    bodies.push_a = mass_a * gather_vector(forces, body_a, 8);
    bodies.push_b = mass_b * gather_vector(forces, body_b, 8);
    const Mask rail_a = is_on_rails(bodies.push_a, mass_a), rail_b = is_on_rails(bodies.push_b, mass_b);
    bodies.on_rails = rail_a | rail_b;
    if (!any(bodies.on_rails)) return;
    const Mask watched = load(bodies.at(cc::watch)) > zero;
    bodies.put(cc::watch, select(watched, Float(watched_on_rails), Float(unwatched_on_rails)));
    find_rail_rows(bodies, points);
    bodies.put(cc::to_normal + 1, response(bodies, 0, 1));
    bodies.put(cc::to_normal + 2, response(bodies, 0, 2));

    // of two bodies on rails the one may be a thousand times as light as the other, which alone answers
    const Vec3w n = bodies.rows[0].axis;
    const auto answers = [&](Vec3w push, Float mass) {
        return dot(n, by_axis(push, n)) > Float(least_share) * mass;
    };
    const Float least = Float(least_share) * (mass_a + mass_b);
    const Mask moves = ((mass_a > zero) & ~rail_a) | ((mass_b > zero) & ~rail_b);
    const Mask along = answers(bodies.push_a, mass_a) | answers(bodies.push_b, mass_b);
    const Sym2w slide =
        safe_inverse(Sym2w{response(bodies, 1, 1), response(bodies, 1, 2), response(bodies, 2, 2)},
                     select(moves, zero, least));
    bodies.put(cc::tangent_mass, slide.xx), bodies.put(cc::tangent_mass + 1, slide.xy);
    bodies.put(cc::tangent_mass + 2, slide.yy);
#pragma GCC unroll 1
    for (int i = 0; i < points; ++i) {
        const int mass = cc::header + i * cc::point_columns + cc::mass;
        const Float own = positive_inverse(response(bodies, 3 + i, 3 + i), select(along, zero, least));
        bodies.put(mass, select(load(bodies.at(mass)) > zero, own, zero));
#pragma GCC unroll 1
        for (int j = i + 1; j < points; ++j) bodies.put(pairs++, response(bodies, 3 + i, 3 + j));
    }
}
template <int P>
CAIRN_INLINE void couple_on_rails(const Block<P>& block, const BodyForces* forces) {
    couple_on_rails(block.constraint, P, block.layout.pairs, block.body_a, block.body_b, forces);
}

/// What is locked does not move, whatever pushed it. Body by body, which is no slower than to gather their
/// records and scatter them again.
__attribute__((noinline)) inline void keep_on_rails(const float* constraint, const BodySlots& body_a,
                                                    const BodySlots& body_b, const BodyArrays& bodies) {
    if (!any(are_on_rails(constraint))) return;
#pragma GCC unroll 1
    for (const BodySlots* const slots : {&body_a, &body_b})
#pragma GCC unroll 1
        for (int lane = 0; lane < lane_count; ++lane) {
            const BodyRef body = slots->refs[lane];
            if (body < 0) continue;
            const Vec3 free = bodies.forces[body].linear_free;
            Vec3& velocity = bodies.velocity[body].linear;
            if (!(free.x > 0)) velocity.x = 0;
            if (!(free.y > 0)) velocity.y = 0;
            if (!(free.z > 0)) velocity.z = 0;
        }
}

}  // namespace cairn::CAIRN_WIDE
