// The passes over contacts of the default solver, one contact a lane. See contact_layout.hpp for the rows and
// the frame in which they are solved.

#include "solvers/soft_step/contact_prepare_wide.hpp"

namespace cairn::CAIRN_WIDE {
namespace {

/// Once a step, so it is a call that all numbers of points share.
__attribute__((noinline)) void apply_once(const float* constraint, bool rolls, const BodySlots& body_a,
                                          const BodySlots& body_b, const ContactImpulse& impulse,
                                          const BodyArrays& bodies) {
    VelocityWide va = gather_velocity(bodies.velocity, body_a), vb = gather_velocity(bodies.velocity, body_b);
    apply_impulse(constraint, rolls, load_frame(constraint), impulse, va, vb);
    scatter_velocity(bodies.velocity, body_a, va);
    scatter_velocity(bodies.velocity, body_b, vb);
    if (bodies.any_rails) keep_on_rails(constraint, body_a, body_b, bodies);
}

/// Applies last step's impulses with this step's Jacobians. Later sub-steps need no such pass: see
/// integrate_velocities.
template <int P>
void warm_start(const ContactBlocks& blocks, int first, int last, const BodyArrays& bodies,
                const StepConstants&) {
    for (int index = first; index < last; ++index) {
        const Block<P> block(blocks, index);
        ContactImpulse impulse;
        for (int i = 0; i < P; ++i) impulse.add_normal(block, i, load(block.cp(i, cc::impulse)));
        impulse.slide1 = load(block.c(cc::tangent_impulse));
        impulse.slide2 = load(block.c(cc::tangent_impulse + 1));
        impulse.twist = load(block.c(cc::twist_impulse));
        apply_once(block.constraint, P > 1, block.body_a, block.body_b, impulse, bodies);
    }
}

/// Few contacts have it, so it is a call, and not part of the coupled rows: it turns the bodies before they
/// are looked at.
__attribute__((noinline)) void solve_rolling(const float* constraint, const float* mass, float* total,
                                             Float lever, Float pressure, VelocityWide& va,
                                             VelocityWide& vb) {
    const Mask rolls = lever > Float(0.0f);
    const Vec3w old = load3(total);
    Vec3w impulse = old - load_symmetric(mass) * (vb.angular - va.angular);
    const Float bound = lever * pressure;
    const Float size = square_root(dot(impulse, impulse));
    impulse = select(size > bound, bound * reciprocal(size), Float(1.0f)) * impulse;
    const Vec3w delta = impulse - old;
    // a neighbour in the block must not change even the sign of a zero
    store3(total, select(rolls, impulse, old));
    const auto inertia = [&](int column) { return load_symmetric(constraint + column * lane_count); };
    va.angular = select(rolls, va.angular - inertia(cc::inertia_a) * delta, va.angular);
    vb.angular = select(rolls, vb.angular + inertia(cc::inertia_b) * delta, vb.angular);
}

/// Twist, bounded by mu times the sum of lambda_n times reach, then friction on the isotropic cone
/// |lambda_t| <= mu lambda_n. Returns their impulses; `normal` is what they leave for the normal rows.
template <int P>
CAIRN_INLINE ContactImpulse solve_friction(const Block<P>& block, const ContactFrame& frame,
                                           const RelativeMotion& velocity, NormalMotion& normal) {
    Float pressure(0.0f), moment(0.0f);
    for (int i = 0; i < P; ++i) {
        const Float impulse = load(block.cp(i, cc::impulse));
        pressure += impulse;
        if constexpr (P > 1) moment += impulse * load(block.cp(i, cc::reach));
    }
    const Float friction = load(block.c(cc::friction));
    ContactImpulse delta;
    {
        const Float bound = friction * moment + load(block.c(cc::spinning)) * pressure;
        const Float old = load(block.c(cc::twist_impulse));
        const Float speed = dot(frame.n, velocity.angular);
        const Float impulse = clamp_to(old - load(block.c(cc::twist_mass)) * speed, -bound, bound);
        store(block.c(cc::twist_impulse), impulse);
        delta.twist = impulse - old;
    }
    const Float v1 = dot(frame.t1, velocity.linear) + load(block.c(cc::twist_to_slide)) * delta.twist +
                     load(block.c(cc::surface));
    const Float v2 = dot(frame.t2, velocity.linear) + load(block.c(cc::twist_to_slide + 1)) * delta.twist +
                     load(block.c(cc::surface + 1));
    const Float m11 = load(block.c(cc::tangent_mass)), m12 = load(block.c(cc::tangent_mass + 1));
    const Float m22 = load(block.c(cc::tangent_mass + 2));
    const Float old1 = load(block.c(cc::tangent_impulse)), old2 = load(block.c(cc::tangent_impulse + 1));
    Float new1 = old1 - (m11 * v1 + m12 * v2);
    Float new2 = old2 - (m12 * v1 + m22 * v2);
    const Float bound = friction * pressure;
    const Float square = new1 * new1 + new2 * new2;
    const Mask slides = square > bound * bound;
    if (any(slides)) {  // a root and a quotient that things at rest need not wait for
        const Float scale = select(slides, bound * reciprocal(square_root(square)), Float(1.0f));
        new1 = scale * new1, new2 = scale * new2;
    }
    store(block.c(cc::tangent_impulse), new1), store(block.c(cc::tangent_impulse + 1), new2);
    delta.slide1 = new1 - old1, delta.slide2 = new2 - old2;

    const auto carry = [&](Float& to, const float* column) {
        const Vec3w by = load3(column);
        to += by.x * delta.twist + by.y * delta.slide1 + by.z * delta.slide2;
    };
    carry(normal.linear, block.c(cc::to_normal));
    if constexpr (P > 1) carry(normal.roll1, block.to_roll1()), carry(normal.roll2, block.to_roll2());
    return delta;
}

/// One normal row of a sub-step: lambda becomes keep lambda + push - mass vn, and never pulls.
struct NormalRow {
    Float keep, push, mass;

    CAIRN_INLINE Float solved(Float impulse, Float velocity) const {
        // what does not wait for the points before comes first: the sweep over the points is a chain
        return max_of((keep * impulse + push) - mass * velocity, Float(0.0f));
    }
};

/// More sweeps over the points, to and fro, for the lanes of `which`. Rarely needed, so it is a call.
template <int P>
__attribute__((noinline)) void settle(const Block<P>& block, const NormalMotion& motion,
                                      const NormalRow (&rows)[P], Float (&impulse)[P], Mask which, bool forth,
                                      int sweeps) {
    Float velocity[P], self[P];
    for (int i = 0; i < P; ++i) {
        self[i] = reciprocal(load(block.cp(i, cc::mass)));
        velocity[i] = motion.at(block, i);
        for (int j = 0; j < P; ++j) {
            const Float delta = impulse[j] - load(block.cp(j, cc::impulse));
            velocity[i] += (j == i ? self[i] : load(block.pair(i, j))) * delta;
        }
    }
#pragma GCC unroll 1
    for (int n = 0; n < sweeps * P; ++n) {
        const int at = n % P, i = forth == (n / P % 2 == 0) ? at : P - 1 - at;
        const Float wanted = select(which, rows[i].solved(impulse[i], velocity[i]), impulse[i]);
        const Float delta = wanted - impulse[i];
        impulse[i] = wanted;
        for (int j = 0; j < P; ++j) velocity[j] += (j == i ? self[i] : load(block.pair(i, j))) * delta;
    }
}

/// Impulses and normal velocities of the points while their rows are solved one after another.
template <int P>
class NormalRows {
public:
    CAIRN_INLINE NormalRows(const Block<P>& block, const NormalMotion& motion)
        : block_(block), motion_(motion) {
        for (int i = 0; i < P; ++i) {
            velocity_[i] = motion.at(block, i);
            impulse_[i] = load(block.cp(i, cc::impulse));
        }
    }
    CAIRN_INLINE Float impulse(int point) const { return impulse_[point]; }

    /// A new impulse for a point; those feel it that come after it.
    CAIRN_INLINE void set(int point, Float impulse, bool forth) {
        const Float delta = impulse - impulse_[point];
        impulse_[point] = impulse;
        for (int j = 0; j < P; ++j)
            if (forth ? j > point : j < point) velocity_[j] += load(block_.pair(point, j)) * delta;
    }

    /// Once through the points and, where that is not enough, to and fro until they agree. A body that falls
    /// flat is the case for it: a single sweep leaves most to the last point, and the body tips. Whether a
    /// contact needs it is for the contact alone to say: its neighbours in the block must not matter.
    template <class RowAt>
    CAIRN_INLINE void solve(const RowAt& row_at, bool forth, bool always_settle) {
        for (int n = 0; n < P; ++n) {
            const int i = forth ? n : P - 1 - n;
            set(i, row_at(i).solved(impulse_[i], velocity_[i]), forth);
        }
        if constexpr (P > 1) {
            Float change(0.0f), whole(0.0f);
            for (int i = 0; i < P; ++i)
                change += abs_of(impulse_[i] - before(i)), whole += impulse_[i] + before(i);
            const Float limit = always_settle ? Float(0.0f) : Float(settled_change) * whole;
            const Mask restless = change > limit;
            if (!any(restless)) return;
            NormalRow rows[P];
            Float settled[P];
            for (int i = 0; i < P; ++i) rows[i] = row_at(i), settled[i] = impulse_[i];
            settle(block_, motion_, rows, settled, restless, !forth, settling_sweeps);
            for (int i = 0; i < P; ++i) impulse_[i] = settled[i];
        }
    }

    /// Stores the impulses and adds what they changed by.
    CAIRN_INLINE void finish(ContactImpulse& sum) const {
        for (int i = 0; i < P; ++i) {
            sum.add_normal(block_, i, impulse_[i] - before(i));
            store(block_.cp(i, cc::impulse), impulse_[i]);
        }
    }

private:
    /// A change of the impulses by this part of their sum is no longer that of a body at rest.
    static constexpr float settled_change = 0.0625f;
    static constexpr int settling_sweeps = 3;

    CAIRN_INLINE Float before(int point) const { return load(block_.cp(point, cc::impulse)); }

    const Block<P>& block_;
    const NormalMotion motion_;
    Float velocity_[P], impulse_[P];
};

/// A block on its way through a pass.
template <int P>
struct Meeting {
    static constexpr int points = P;

    const Block<P>& block;
    const BodyArrays& bodies;
    VelocityWide a, b;
    ContactFrame frame;
    NormalMotion normal;
    ContactImpulse sum;

    CAIRN_INLINE Meeting(const Block<P>& the_block, const BodyArrays& arrays)
        : block(the_block),
          bodies(arrays),
          a(gather_velocity(arrays.velocity, block.body_a)),
          b(gather_velocity(arrays.velocity, block.body_b)),
          frame(load_frame(block.constraint)) {}

    CAIRN_INLINE void friction() {
        const Float rolling = load(block.c(cc::rolling));
        if (any(rolling > Float(0.0f))) {
            VelocityWide rolled_a = a, rolled_b = b;
            Float pressure(0.0f);
            for (int i = 0; i < P; ++i) pressure += load(block.cp(i, cc::impulse));
            solve_rolling(block.constraint, block.rolling_mass(), block.rolling_impulse(), rolling, pressure,
                          rolled_a, rolled_b);
            a = rolled_a, b = rolled_b;
        }
        const RelativeMotion velocity = relative_motion(frame, a, b);
        normal = normal_motion(frame, velocity);
        sum = solve_friction(block, frame, velocity, normal);
    }
    CAIRN_INLINE void leave() {
        apply_impulse(block.constraint, P > 1, frame, sum, a, b);
        scatter_velocity(bodies.velocity, block.body_a, a);
        scatter_velocity(bodies.velocity, block.body_b, b);
        if (bodies.any_rails) keep_on_rails(block.constraint, block.body_a, block.body_b, bodies);
    }
};

/// Normal rows with soft bias: lambda += -m (s vn + bias) - i (lambda - load), lambda >= 0. Friction before
/// them, not in the relaxing pass alone, brings piles to rest an order of magnitude calmer.
template <int P>
struct Push : Meeting<P> {
    using Meeting<P>::block, Meeting<P>::sum;
    static constexpr bool reads_motion = false;

    CAIRN_INLINE Push(const Block<P>& the_block, const BodyArrays& arrays) : Meeting<P>(the_block, arrays) {}

    CAIRN_INLINE void normals(const StepConstants& k) {
        const Float zero(0.0f);
        const Mask fixed = (load(block.c(cc::mass_a)) == zero) | (load(block.c(cc::mass_b)) == zero);
        const Float soft_mass = select(fixed, k.contact_fixed.mass_scale, k.contact.mass_scale);
        const Float soft_rate = select(fixed, k.contact_fixed.bias_rate, k.contact.bias_rate);
        const Float soft_impulse = select(fixed, k.contact_fixed.impulse_scale, k.contact.impulse_scale);
        const auto row_at = [&](int i) -> NormalRow {
            const Float gap = load(block.cp(i, cc::gap)), mass = load(block.cp(i, cc::mass));
            const Mask apart = gap > zero;
            const Float bias = select(apart, gap * Float(k.inverse_h),
                                      max_of(soft_mass * soft_rate * gap, Float(-k.push_speed)));
            const Float mass_scale = select(apart, Float(1.0f), soft_mass);
            const Float impulse_scale = select(apart, zero, soft_impulse);
            return {Float(1.0f) - impulse_scale, impulse_scale * load(block.cp(i, cc::load)) - mass * bias,
                    mass * mass_scale};
        };
        NormalRows<P> rows(block, this->normal);
        rows.solve(row_at, true, k.settle_points);
        rows.finish(sum);
    }
};

/// Normal rows without bias, the points in reverse: forth and back in turn, the sweeps favour no side. A
/// point still apart at the end of the step's motion keeps its speculative bias.
template <int P>
struct Relax : Meeting<P> {
    using Meeting<P>::block, Meeting<P>::sum;
    static constexpr bool reads_motion = true;

    CAIRN_INLINE Relax(const Block<P>& the_block, const BodyArrays& arrays) : Meeting<P>(the_block, arrays) {
        follow_bodies(arrays);
    }

    /// Gaps, and where a body has turned far what its rows do, follow the bodies.
    CAIRN_INLINE void follow_bodies(const BodyArrays& arrays) {
        const MotionWide moved_a = gather_motion(arrays.motion, block.body_a),
                         moved_b = gather_motion(arrays.motion, block.body_b);
        const ContactMotion motion{moved_b.translation - moved_a.translation, moved_a.turn, moved_b.turn,
                                   moved_a.turned, moved_b.turned};
        const bool far = any(motion.far_a() | motion.far_b());
        ContactFrame start = this->frame;
        if constexpr (arms_follow(P))
            if (far) start.arm_a = load3(block.start_arm_a()), start.arm_b = load3(block.start_arm_b());
        store_gaps(block, start, motion);
        if (!far) return;
        const ContactMotion moved = motion;  // a copy, which alone has to be in memory
        TurnedBack back;
        renew(block, arrays.inertia, moved, back);
        if (arrays.any_rails) couple_on_rails(block, arrays.forces);
        if constexpr (arms_follow(P)) {
            this->frame.arm_a = load3(block.c(cc::arm_a)), this->frame.arm_b = load3(block.c(cc::arm_b));
            this->a.angular = this->a.angular - back.a, this->b.angular = this->b.angular - back.b;
        }
    }

    CAIRN_INLINE void normals(const StepConstants& k) {
        const Float zero(0.0f);
        const auto row_at = [&](int i) -> NormalRow {
            const Float mass = load(block.cp(i, cc::mass));
            return {Float(1.0f), -(mass * (max_of(load(block.cp(i, cc::gap)), zero) * Float(k.inverse_h))),
                    mass};
        };
        NormalRows<P> rows(block, this->normal);
        rows.solve(row_at, false, k.settle_points);
        if (any(load(block.c(cc::watch)) > zero))
            for (int i = 0; i < P; ++i)
                store(block.rare(i, cc::peak), max_of(load(block.rare(i, cc::peak)), rows.impulse(i)));
        rows.finish(sum);
    }
};

/// So many blocks ahead a pass asks for rows that come from memory: some ten kilobytes. A block of 16
/// contacts is gone through in less time than the memory takes to answer.
constexpr size_t far_ahead = 32 / lane_count;

template <class Pass>
void sweep(const ContactBlocks& blocks, int first, int last, const BodyArrays& bodies,
           const StepConstants& k) {
    const size_t ahead = k.bodies_are_far ? far_ahead : 1;
    for (int index = first; index < last; ++index) {
        const Block<Pass::points> block(blocks, index);
        block.ask_for_later(ahead, 0);
        if (k.bodies_are_far && index + 1 < last) {
            block.ask_for_next_bodies(bodies.velocity);
            if constexpr (Pass::reads_motion) block.ask_for_next_bodies(bodies.motion);
        }
        Pass pass(block, bodies);
        block.ask_for_later(ahead, 1);
        pass.friction();
        block.ask_for_later(ahead, 2);
        pass.normals(k);
        block.ask_for_later(ahead, 3);
        pass.leave();
    }
}

/// The speed with which a point leaves, so that no energy comes or goes but by e, wherever in the step it
/// met. Symplectic Euler under a constant acceleration a keeps u^2/2 - a s exactly, with u = v + a h/2 and s
/// the separation: so U^2 = u0^2 - 2 a s0 is the impact's, and u1^2 = e^2 U^2 + 2 a s1 at the end of the
/// step.
CAIRN_INLINE Float leaving_speed(Float e, Float approach, Float acceleration, Float before, Float now,
                                 Float h) {
    const Float two_a = Float(2.0f) * acceleration, half = Float(0.5f) * acceleration * h;
    const Float u0 = approach + half;
    const Float impact = max_of(u0 * u0 - two_a * before, Float(0.0f));
    return square_root(max_of(e * e * impact + two_a * now, Float(0.0f))) - half;
}

/// Of the forces on the two bodies, along the normal.
CAIRN_SHARED Float normal_acceleration(const float* constraint, const BodySlots& body_a,
                                       const BodySlots& body_b, const BodyForces* forces, Vec3w n) {
    const Vec3w a = gather_vector(forces, body_a, 0), b = gather_vector(forces, body_b, 0);
    const Float zero(0.0f);
    const auto moves = [&](int column) { return load(constraint + column * lane_count) > zero; };
    return select(moves(cc::mass_b), dot(n, b), zero) - select(moves(cc::mass_a), dot(n, a), zero);
}

constexpr int rebound_sweeps = 8;

/// Points that met fast enough and carried load leave with e times the speed of their impact.
template <int P>
CAIRN_INLINE void rebound(const ContactBlocks& blocks, int index, const BodyArrays& bodies,
                          const StepConstants& k, Float e) {
    const Block<P> block(blocks, index);
    const ContactFrame frame = load_frame(block.constraint);
    const Float acceleration =
        normal_acceleration(block.constraint, block.body_a, block.body_b, bodies.forces, frame.n);
    const NormalMotion motion = approach(bodies.velocity, block.body_a, block.body_b, frame);
    NormalRow rows[P];
    Float impulse[P];
    for (int i = 0; i < P; ++i) {
        const Float approach = load(block.rare(i, cc::approach)), mass = load(block.cp(i, cc::mass));
        const Float leaving = leaving_speed(e, approach, acceleration, load(block.cp(i, cc::separation)),
                                            load(block.cp(i, cc::gap)), Float(k.h));
        const Mask bounce = (e > Float(0.0f)) & (approach < Float(-k.restitution_speed)) &
                            (load(block.rare(i, cc::peak)) > Float(0.0f));
        const Float bouncing = select(bounce, mass, Float(0.0f));
        rows[i] = {Float(1.0f), bouncing * leaving, bouncing};
        impulse[i] = load(block.cp(i, cc::impulse));
    }
    // until all points leave as they should: in one sweep the first ones are pushed on by the last
    settle(block, motion, rows, impulse, e > Float(0.0f), true, P > 1 ? rebound_sweeps : 1);
    ContactImpulse sum;
    for (int i = 0; i < P; ++i) {
        sum.add_normal(block, i, impulse[i] - load(block.cp(i, cc::impulse)));
        store(block.cp(i, cc::impulse), impulse[i]);
    }
    apply_once(block.constraint, P > 1, block.body_a, block.body_b, sum, bodies);
}

/// The impulses go back to the manifolds.
template <int P>
void store_impulses(const ContactBlocks& blocks, int first, int last, const BodyArrays&,
                    const StepConstants&) {
    for (int index = first; index < last; ++index) {
        const Block<P> block(blocks, index);
        for (int i = 0; i < P; ++i) store(block.mp(i, mc::impulse), load(block.cp(i, cc::impulse)));
        store(block.m(mc::tangent_impulse), load(block.c(cc::tangent_impulse)));
        store(block.m(mc::tangent_impulse + 1), load(block.c(cc::tangent_impulse + 1)));
        store(block.m(mc::twist_impulse), load(block.c(cc::twist_impulse)));
        store3(block.m(mc::rolling_impulse), load3(block.rolling_impulse()));
    }
}

/// After the last sub-step.
template <int P>
void finish(const ContactBlocks& blocks, int first, int last, const BodyArrays& bodies,
            const StepConstants& k) {
    for (int index = first; index < last; ++index) {
        const Float e = load(Block<P>(blocks, index).m(mc::restitution));
        if (any(e > Float(0.0f))) rebound<P>(blocks, index, bodies, k, e);
        store_impulses<P>(blocks, index, index + 1, bodies, k);
    }
}

template <int P>
ContactKernels table() {
    return {prepare<P>, warm_start<P>, sweep<Push<P>>, sweep<Relax<P>>, store_impulses<P>, finish<P>};
}

}  // namespace

void fill_contact_kernels(ContactKernels (&kernels)[point_classes]) {
    kernels[0] = table<1>();
    kernels[1] = table<2>();
    kernels[2] = table<4>();
}

}  // namespace cairn::CAIRN_WIDE
