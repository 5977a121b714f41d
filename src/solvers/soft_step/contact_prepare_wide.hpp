#pragma once
// What is computed once a step of a contact: its frame, and what each of its rows does to the others.

#include "collision/manifold.hpp"
#include "solvers/soft_step/contact_rails_wide.hpp"

namespace cairn::CAIRN_WIDE {

/// Must agree with perpendicular(Vec3), by which the narrow phase carries friction over to a new normal.
CAIRN_INLINE Vec3w perpendicular(Vec3w n) {
    const Float zero(0.0f);
    const Mask by_x = abs_of(n.x) > Float(0.57735027f);
    const Vec3w t = select(by_x, Vec3w{n.y, -n.x, zero}, Vec3w{zero, n.z, -n.y});
    const Float l = square_root(dot(t, t));
    const Float s = select(l > Float(1e-18f), Float(1.0f) / l, zero);
    return s * t;
}

/// The slow memory of the load a point carries (leads: integral action): learned only upwards to what the
/// point carries now, so that a contact that lets go forgets at once. No learning where the compression is
/// small: integral action around a target hunts, a dead zone lets it rest.
constexpr float load_dead_zone = 0.8f * linear_slop;

CAIRN_INLINE Float learn_load(Float load_now, Float impulse, Float separation, float rate) {
    const Float learned = load_now + Float(rate) * (impulse - load_now);
    return min_of(select(separation < Float(-load_dead_zone), learned, load_now), impulse);
}

/// How far the bodies of a block have come since the start of the step.
struct ContactMotion {
    Vec3w translation;  // of b against a
    Quatw turn_a, turn_b;
    Float turned_a, turned_b;  // as in Motion

    CAIRN_INLINE Mask far_a() const { return turned_a > Float(0.0f); }
    CAIRN_INLINE Mask far_b() const { return turned_b > Float(0.0f); }
};

/// What has moved along the normal since the start of the step, with the arms of that time. A point of a body
/// that turns by q goes by n.(q arm - arm) = (q^-1 n - n).arm: exactly, not to first order. A rod that spins
/// about its own axis while that axis turns would else be told of gaps and depths that are not there, and
/// fly. What rolls moves with its core, which is its radius behind the contact.
template <int P>
CAIRN_INLINE void store_gaps(const Block<P>& block, const ContactFrame& frame, const ContactMotion& motion) {
    const Vec3w by_a = change_by(conjugate(motion.turn_a), frame.n),
                by_b = change_by(conjugate(motion.turn_b), frame.n);
    const Vec3w by_both = by_b - by_a;
    Float linear = dot(frame.n, motion.translation) + (dot(by_b, frame.arm_b) - dot(by_a, frame.arm_a));
    if constexpr (arms_follow(P))
        linear += load(block.round_b()) * dot(by_b, frame.n) + load(block.round_a()) * dot(by_a, frame.n);
    const NormalMotion moved{linear, dot(frame.t2, by_both), -dot(frame.t1, by_both)};
    for (int i = 0; i < P; ++i)
        store(block.cp(i, cc::gap), load(block.cp(i, cc::separation)) + moved.at(block, i));
}

/// What arms that have turned take from the angular velocities. Zero where they have not, and subtracted: a
/// neighbour in the block must not change even the sign of a zero.
struct TurnedBack {
    Vec3w a, b;
};

/// Once a step.
CAIRN_SHARED NormalMotion approach(const Velocity* velocities, const BodySlots& body_a,
                                   const BodySlots& body_b, const ContactFrame& frame) {
    return normal_motion(frame, relative_motion(frame, gather_velocity(velocities, body_a),
                                                gather_velocity(velocities, body_b)));
}

/// A turntable carries what stands on it round in the step: its arm is that of mid-step, since the velocity
/// at the arm of the start leads along the tangent, outwards. Only where a body has no mass to turn with the
/// arm. About the normal alone, so that gaps do not notice, and by so much as friction may hold.
__attribute__((noinline)) void turn_to_middle(const Velocity* velocities, const BodySlots& body_a,
                                              const BodySlots& body_b, const Float (&masses)[2],
                                              float half_step, ContactFrame& frame) {
    const auto turned = [&](const BodySlots& slots, Float mass, Vec3w arm) {
        const Float angle = Float(half_step) * dot(gather_velocity(velocities, slots).angular, frame.n);
        const Float held =
            select(mass > Float(0.0f), Float(0.0f), clamp_to(angle, Float(-0.5f), Float(0.5f)));
        const Vec3w across = cross(frame.n, arm);
        return arm + held * (across + (Float(0.5f) * held) * cross(frame.n, across));
    };
    frame.arm_a = turned(body_a, masses[0], frame.arm_a);
    frame.arm_b = turned(body_b, masses[1], frame.arm_b);
}

/// One block on its way from manifold to constraint.
template <int P>
struct Preparation {
    const Block<P>& block;
    PoseWide a, b;
    ContactFrame frame;
    Vec3w point[P];
    Float lever1[P], lever2[P];

    CAIRN_INLINE explicit Preparation(const Block<P>& the_block, const Pose* poses)
        : block(the_block), a(gather_pose(poses, block.body_a)), b(gather_pose(poses, block.body_b)) {}
    /// In mid-step: masses and inertias alone.
    CAIRN_INLINE Preparation(const Block<P>& the_block, const TurnedInertia* inertias,
                             const ContactMotion& motion)
        : block(the_block) {
        a.inverse_mass = load(block.c(cc::mass_a)), b.inverse_mass = load(block.c(cc::mass_b));
        a.inverse_inertia =
            gather_inertia(inertias, block.body_a, motion.far_a(), load_symmetric(block.c(cc::inertia_a)));
        b.inverse_inertia =
            gather_inertia(inertias, block.body_b, motion.far_b(), load_symmetric(block.c(cc::inertia_b)));
    }

    CAIRN_INLINE Vec3w point_on_a(int i, const Mat3w& axes) const {
        return a.center + axes * load3(block.mp(i, mc::anchor_a));
    }
    CAIRN_INLINE Vec3w point_on_b(int i, const Mat3w& axes) const {
        return b.center + axes * load3(block.mp(i, mc::anchor_b));
    }

    /// Normal, tangents and points from the bodies' axes to the world's; and the separations.
    CAIRN_INLINE void place(float load_rate) {
        const Mat3w ra = to_matrix(a.rotation), rb = to_matrix(b.rotation);
        const Vec3w local_normal = load3(block.m(mc::normal));
        const Vec3w local_tangent = perpendicular(local_normal);
        const Mask of_b = load(block.m(mc::frame)) > Float(0.0f);
        frame.n = select(of_b, rb * local_normal, ra * local_normal);
        frame.t1 = select(of_b, rb * local_tangent, ra * local_tangent);
        frame.t2 = cross(frame.n, frame.t1);
        for (int i = 0; i < P; ++i) {
            const Vec3w on_a = point_on_a(i, ra), on_b = point_on_b(i, rb);
            point[i] = select(of_b, on_a, on_b);
            const Float separation = dot(on_b - on_a, frame.n);
            store(block.cp(i, cc::separation), separation), store(block.cp(i, cc::gap), separation);
            store(block.rare(i, cc::peak), Float(0.0f));
            const Float impulse = load(block.mp(i, mc::impulse));
            const Float carried = learn_load(load(block.mp(i, mc::load)), impulse, separation, load_rate);
            store(block.mp(i, mc::load), carried);
            store(block.cp(i, cc::impulse), impulse), store(block.cp(i, cc::load), carried);
        }
        const Vec3w surface = ra * load3(block.m(mc::surface));
        store(block.c(cc::surface), dot(surface, frame.t1));
        store(block.c(cc::surface + 1), dot(surface, frame.t2));
    }

    /// What the passes need of the manifold as it is.
    CAIRN_INLINE void copy() {
        const auto copy = [&](float* to, int column) { store(to, load(block.m(column))); };
        copy(block.c(cc::friction), mc::friction), copy(block.c(cc::spinning), mc::spinning);
        copy(block.c(cc::rolling), mc::rolling), copy(block.c(cc::watch), mc::watch);
        copy(block.c(cc::twist_impulse), mc::twist_impulse);
        copy(block.c(cc::tangent_impulse), mc::tangent_impulse);
        copy(block.c(cc::tangent_impulse + 1), mc::tangent_impulse + 1);
        if constexpr (arms_follow(P)) copy(block.round_a(), mc::round_a), copy(block.round_b(), mc::round_b);
        // rolling impulses are not warm-started: they are bounded by a small lever and found anew in one pass
        store3(block.rolling_impulse(), {Float(0.0f), Float(0.0f), Float(0.0f)});
    }

    /// Friction acts at one point a manifold, the middle of its points; a twist row about the normal stands
    /// for the moment of the points' friction about it (their distances weigh in its bound). The middle, not
    /// the centre of pressure: that one moves with the impulses, and tall stacks then sway.
    CAIRN_INLINE Vec3w middle() const {
        if constexpr (P == 1) return point[0];
        const Float count = load(block.m(mc::count));
        Vec3w sum{Float(0.0f), Float(0.0f), Float(0.0f)};
        for (int i = 0; i < P; ++i)
            sum = sum + select(count > Float(static_cast<float>(i)), Float(1.0f), Float(0.0f)) * point[i];
        return reciprocal(count) * sum;
    }
    /// What stands keeps its arms (Stance). Exactly nothing where a body's stance is its rotation.
    CAIRN_INLINE void keep_stance(const Stance* stances) {
        const Float count = load(block.m(mc::count));
        const Vec3w none{Float(0.0f), Float(0.0f), Float(0.0f)};
        Vec3w anchor_a = none, anchor_b = none;
        for (int i = 0; i < P; ++i) {
            const Float used = select(count > Float(static_cast<float>(i)), Float(1.0f), Float(0.0f));
            anchor_a = anchor_a + used * load3(block.mp(i, mc::anchor_a));
            anchor_b = anchor_b + used * load3(block.mp(i, mc::anchor_b));
        }
        const Float share = reciprocal(count);
        const auto upright = [&](const BodySlots& slots, Quatw rotation, Vec3w anchor) {
            Quatw stance;
            gather_part(stances, slots, 0, stance.x, stance.y, stance.z, stance.w);
            return share * (rotate(stance, anchor) - rotate(rotation, anchor));
        };
        frame.arm_a = frame.arm_a + upright(block.body_a, a.rotation, anchor_a);
        frame.arm_b = frame.arm_b + upright(block.body_b, b.rotation, anchor_b);
    }
    CAIRN_INLINE void find_center(const Velocity* velocities, const Stance* stances,
                                  float turning_half_step) {
        const Vec3w center = middle();
        if constexpr (P > 1) {
            for (int i = 0; i < P; ++i) {
                const Vec3w offset = point[i] - center;
                lever1[i] = dot(offset, frame.t2), lever2[i] = -dot(offset, frame.t1);
                store(block.cp(i, cc::lever1), lever1[i]), store(block.cp(i, cc::lever2), lever2[i]);
                store(block.cp(i, cc::reach), square_root(dot(offset, offset)));
            }
        }
        frame.arm_a = center - a.center, frame.arm_b = center - b.center;
        if constexpr (!arms_follow(P)) keep_stance(stances);
        if (turning_half_step > 0) {
            ContactFrame middle = frame;  // a copy, which alone has to be in memory
            turn_to_middle(velocities, block.body_a, block.body_b, {a.inverse_mass, b.inverse_mass},
                           turning_half_step, middle);
            frame.arm_a = middle.arm_a, frame.arm_b = middle.arm_b;
        }
        store3(block.c(cc::normal), frame.n), store3(block.c(cc::tangent), frame.t1);
        store3(block.c(cc::arm_a), frame.arm_a), store3(block.c(cc::arm_b), frame.arm_b);
        if constexpr (arms_follow(P))
            store3(block.start_arm_a(), frame.arm_a), store3(block.start_arm_b(), frame.arm_b);
        store(block.c(cc::mass_a), a.inverse_mass), store(block.c(cc::mass_b), b.inverse_mass);
        store_symmetric(block.c(cc::inertia_a), a.inverse_inertia);
        store_symmetric(block.c(cc::inertia_b), b.inverse_inertia);
    }

    /// Angular Jacobian of a force along an axis at the friction centre, and the turning that it causes.
    struct Row {
        Vec3w a, b, response_a, response_b;
    };
    CAIRN_INLINE Row row(Vec3w axis) const {
        const Vec3w ja = cross(frame.arm_a, axis), jb = cross(frame.arm_b, axis);
        return {ja, jb, a.inverse_inertia * ja, b.inverse_inertia * jb};
    }
    static CAIRN_INLINE Float coupling(const Row& x, Vec3w response_a, Vec3w response_b) {
        return dot(x.a, response_a) + dot(x.b, response_b);
    }
    static CAIRN_INLINE Float coupling(const Row& x, const Row& y) {
        return coupling(x, y.response_a, y.response_b);
    }

    /// What the rows do to one another.
    CAIRN_SHARED void couple() {
        const Row normal = row(frame.n), slide1 = row(frame.t1), slide2 = row(frame.t2);
        const Float linear = a.inverse_mass + b.inverse_mass;
        const Float k11 = linear + coupling(slide1, slide1), k22 = linear + coupling(slide2, slide2);
        const Float k12 = coupling(slide1, slide2);
        const Float inverse_determinant = reciprocal(k11 * k22 - k12 * k12);
        store(block.c(cc::tangent_mass), inverse_determinant * k22);
        store(block.c(cc::tangent_mass + 1), -inverse_determinant * k12);
        store(block.c(cc::tangent_mass + 2), inverse_determinant * k11);

        const Vec3w twist_a = a.inverse_inertia * frame.n, twist_b = b.inverse_inertia * frame.n;
        const Vec3w twist = twist_a + twist_b;
        store(block.c(cc::twist_mass), reciprocal(dot(frame.n, twist)));
        store(block.c(cc::twist_to_slide), coupling(slide1, twist_a, twist_b));
        store(block.c(cc::twist_to_slide + 1), coupling(slide2, twist_a, twist_b));
        store3(block.c(cc::to_normal),
               {coupling(normal, twist_a, twist_b), coupling(normal, slide1), coupling(normal, slide2)});
        const Float normal_mass = linear + coupling(normal, normal);
        if constexpr (P == 1) {
            const Float used = load(block.m(mc::count));
            store(block.cp(0, cc::mass), select(used > Float(0.0f), reciprocal(normal_mass), Float(0.0f)));
        } else {
            const Vec3w by_slide1 = slide1.response_a + slide1.response_b;
            const Vec3w by_slide2 = slide2.response_a + slide2.response_b;
            store3(block.to_roll1(),
                   {dot(frame.t1, twist), dot(frame.t1, by_slide1), dot(frame.t1, by_slide2)});
            store3(block.to_roll2(),
                   {dot(frame.t2, twist), dot(frame.t2, by_slide1), dot(frame.t2, by_slide2)});
            couple_points(normal_mass, normal.response_a + normal.response_b);
        }
    }

    /// The points' normal rows, from what a force along the normal and torques along the tangents do.
    CAIRN_INLINE void couple_points(Float normal_mass, Vec3w by_normal) {
        const Float count = load(block.m(mc::count));
        const Sym3w inertia = a.inverse_inertia + b.inverse_inertia;
        const Vec3w by_roll1 = inertia * frame.t1, by_roll2 = inertia * frame.t2;
        const Float normal_roll1 = dot(frame.t1, by_normal), normal_roll2 = dot(frame.t2, by_normal);
        const Float roll11 = dot(frame.t1, by_roll1), roll12 = dot(frame.t1, by_roll2);
        const Float roll22 = dot(frame.t2, by_roll2);
        for (int i = 0; i < P; ++i) {
            // motion of the manifold caused by a unit impulse at point i
            const NormalMotion motion{normal_mass + normal_roll1 * lever1[i] + normal_roll2 * lever2[i],
                                      normal_roll1 + roll11 * lever1[i] + roll12 * lever2[i],
                                      normal_roll2 + roll12 * lever1[i] + roll22 * lever2[i]};
            const auto at = [&](int j) {
                return motion.linear + lever1[j] * motion.roll1 + lever2[j] * motion.roll2;
            };
            const Mask used = count > Float(static_cast<float>(i));
            store(block.cp(i, cc::mass), select(used, reciprocal(at(i)), Float(0.0f)));
            for (int j = i + 1; j < P; ++j) store(block.pair(i, j), at(j));
        }
    }

    /// Where what is round touches: its core turns with it, its radius stays along the normal. A ball on a
    /// stalk that rolls round it would else be pushed where it was at the start of the step, ever a little
    /// behind, and roll faster and faster. Returns where arms have turned.
    CAIRN_INLINE Mask turn_arms(const ContactMotion& motion) {
        const Float zero(0.0f);
        const Vec3w out_a = load(block.round_a()) * frame.n;
        const Vec3w out_b = -(load(block.round_b()) * frame.n);
        const Mask round_a = load(block.round_a()) > zero, round_b = load(block.round_b()) > zero;
        const Mask of_b = load(block.m(mc::frame)) > zero;
        const Mask by_a = round_a & (~round_b | of_b), by_b = round_b & ~by_a;
        const Vec3w change_a = change_by(motion.turn_a, frame.arm_a - out_a);
        const Vec3w change_b = change_by(motion.turn_b, frame.arm_b - out_b);
        const Mask far_a = by_a & (motion.turned_a > Float(1.0f));
        const Mask far_b = by_b & (motion.turned_b > Float(1.0f));
        frame.arm_a = select(far_a, frame.arm_a + change_a,
                             select(far_b, frame.arm_a + (change_b + motion.translation), frame.arm_a));
        frame.arm_b = select(far_b, frame.arm_b + change_b,
                             select(far_a, frame.arm_b + (change_a - motion.translation), frame.arm_b));
        return far_a | far_b;
    }

    /// The warm start repeats what the impulses did; with other arms they turn the bodies otherwise.
    CAIRN_INLINE TurnedBack turned_back(const ContactFrame& before, Mask turned) const {
        Float pressure(0.0f);
        for (int i = 0; i < P; ++i) pressure += load(block.cp(i, cc::impulse));
        const Vec3w force = pressure * frame.n + load(block.c(cc::tangent_impulse)) * frame.t1 +
                            load(block.c(cc::tangent_impulse + 1)) * frame.t2;
        const Vec3w by_a = a.inverse_inertia * cross(frame.arm_a - before.arm_a, force);
        const Vec3w by_b = b.inverse_inertia * cross(frame.arm_b - before.arm_b, force);
        const Vec3w none{Float(0.0f), Float(0.0f), Float(0.0f)};
        return {select(turned, by_a, none), select(turned, -by_b, none)};
    }

    /// In mid-step, for bodies that have turned far: all that depends on their arms and inertia. Normal and
    /// levers stay.
    CAIRN_INLINE TurnedBack renew(const ContactMotion& motion) {
        const ContactFrame before = frame = load_frame(block.constraint);
        TurnedBack back{};
        if constexpr (arms_follow(P)) {
            frame.arm_a = load3(block.start_arm_a()), frame.arm_b = load3(block.start_arm_b());
            back = turned_back(before, turn_arms(motion));
            store3(block.c(cc::arm_a), frame.arm_a), store3(block.c(cc::arm_b), frame.arm_b);
        }
        store_symmetric(block.c(cc::inertia_a), a.inverse_inertia);
        store_symmetric(block.c(cc::inertia_b), b.inverse_inertia);
        if constexpr (P > 1)
            for (int i = 0; i < P; ++i)
                lever1[i] = load(block.cp(i, cc::lever1)), lever2[i] = load(block.cp(i, cc::lever2));
        couple();
        roll();
        return back;
    }

    /// Where a rebound or a hit event may follow.
    CAIRN_INLINE void watch(const Velocity* velocities) {
        if (!any(load(block.c(cc::watch)) > Float(0.0f))) return;
        const NormalMotion motion = approach(velocities, block.body_a, block.body_b, frame);
        for (int i = 0; i < P; ++i) store(block.rare(i, cc::approach), motion.at(block, i));
    }

    CAIRN_INLINE void roll() {
        if (!any(load(block.c(cc::rolling)) > Float(0.0f))) return;
        const Sym3w inertia = a.inverse_inertia + b.inverse_inertia;
        const auto free = [](Float k) { return select(k > Float(0.0f), Float(1.0f), Float(0.0f)); };
        store_symmetric(block.rolling_mass(),
                        free_inverse(inertia, {free(inertia.xx), free(inertia.yy), free(inertia.zz)}));
    }
};

/// For the contacts of bodies that turn far in a step.
template <int P>
__attribute__((noinline)) void renew(const Block<P>& block, const TurnedInertia* inertias,
                                     const ContactMotion& motion, TurnedBack& back) {
    back = Preparation<P>(block, inertias, motion).renew(motion);
}

template <int P>
void prepare(const ContactBlocks& blocks, int first, int last, const BodyArrays& bodies,
             const StepConstants& k) {
    for (int index = first; index < last; ++index) {
        const Block<P> block(blocks, index);
        block.ask_for_next_manifold();
        if (k.bodies_are_far && index + 1 < last) block.ask_for_next_bodies(bodies.pose);
        Preparation<P> preparation(block, bodies.pose);
        block.ask_for_later(1, 0);
        preparation.copy();
        block.ask_for_later(1, 1);
        preparation.place(k.load_rate);
        block.ask_for_later(1, 2);
        preparation.find_center(bodies.velocity, bodies.stance, k.turning_half_step);
        block.ask_for_later(1, 3);
        preparation.couple();
        if (bodies.any_rails) couple_on_rails(block, bodies.forces);
        preparation.roll();
        preparation.watch(bodies.velocity);
    }
}

}  // namespace cairn::CAIRN_WIDE
