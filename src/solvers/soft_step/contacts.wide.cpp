// Contacts of the default solver, one contact a lane. See contact_layout.hpp for the columns.
//
// A normal row: vn = n.(vB - vA) + (rB x n).wB - (rA x n).wA. All points of a manifold share n, so the linear
// part of vn is one number for the whole manifold, and the linear velocities are updated once, after the last
// point.

#include "collision/manifold.hpp"
#include "solvers/soft_step/contact_layout.hpp"
#include "solvers/soft_step/integrate.hpp"
#include "solvers/soft_step/kernels.hpp"

#include "solvers/soft_step/bodies_wide.hpp"

namespace cairn::CAIRN_WIDE {
namespace {

namespace mc = manifold_column;
namespace cc = constraint_column;

/// One block of contacts with up to P points.
template <int P>
struct Block {
    static constexpr int point_class = P == 1 ? 0 : P == 2 ? 1 : 2;

    float* manifold;
    float* constraint;
    const BodyRef* body_a;
    const BodyRef* body_b;

    CAIRN_INLINE Block(const ContactBlocks& blocks, int index)
        : manifold(blocks.manifold + static_cast<size_t>(index) * class_columns(point_class) * lane_count),
          constraint(blocks.constraint +
                     static_cast<size_t>(index) * class_constraint_columns(point_class) * lane_count),
          body_a(blocks.body_a + index * lane_count),
          body_b(blocks.body_b + index * lane_count) {}

    CAIRN_INLINE float* m(int column) const { return manifold + column * lane_count; }
    CAIRN_INLINE float* c(int column) const { return constraint + column * lane_count; }
    CAIRN_INLINE float* mp(int point, int column) const {
        return m(mc::header + point * mc::point_columns + column);
    }
    CAIRN_INLINE float* cp(int point, int column) const {
        return c(cc::header + point * cc::point_columns + column);
    }
};

/// Must agree with perpendicular(Vec3), by which the narrow phase carries friction over to a new normal.
CAIRN_INLINE Vec3w perpendicular(Vec3w n) {
    const Float zero(0.0f);
    const Mask by_x = abs_of(n.x) > Float(0.57735027f);
    const Vec3w t = select(by_x, Vec3w{n.y, -n.x, zero}, Vec3w{zero, n.z, -n.y});
    const Float l = square_root(dot(t, t));
    const Float s = select(l > Float(1e-18f), Float(1.0f) / l, zero);
    return s * t;
}

CAIRN_INLINE Float reciprocal(Float k) { return select(k > Float(0.0f), Float(1.0f) / k, Float(0.0f)); }

/// Friction acts at one point a manifold, the middle of its points; a twist row about the normal stands for
/// the moment of the points' friction about it (their levers weigh in its bound). The middle, not the centre
/// of pressure: that one moves with the impulses, and tall stacks then sway.
template <int P>
CAIRN_INLINE Vec3w friction_center(const Block<P>& block, const Vec3w (&middle)[P]) {
    const Float count = load(block.m(mc::count));
    Vec3w sum{Float(0.0f), Float(0.0f), Float(0.0f)};
    for (int i = 0; i < P; ++i)
        sum = sum + select(count > Float(static_cast<float>(i)), Float(1.0f), Float(0.0f)) * middle[i];
    return reciprocal(count) * sum;
}

template <int P>
CAIRN_INLINE void prepare_friction(const Block<P>& block, const PoseWide& a, const PoseWide& b, Vec3w n,
                                   Vec3w t1, Vec3w center) {
    const Vec3w t2 = cross(n, t1);
    const Vec3w ra = center - a.center, rb = center - b.center;
    const Vec3w a1 = cross(ra, t1), a2 = cross(ra, t2), b1 = cross(rb, t1), b2 = cross(rb, t2);
    const Vec3w ka1 = a.inverse_inertia * a1, ka2 = a.inverse_inertia * a2;
    const Vec3w kb1 = b.inverse_inertia * b1, kb2 = b.inverse_inertia * b2;
    store3(block.c(cc::tangent_a1), a1), store3(block.c(cc::tangent_a2), a2);
    store3(block.c(cc::tangent_b1), b1), store3(block.c(cc::tangent_b2), b2);
    store3(block.c(cc::response_a1), ka1), store3(block.c(cc::response_a2), ka2);
    store3(block.c(cc::response_b1), kb1), store3(block.c(cc::response_b2), kb2);
    const Float linear = a.inverse_mass + b.inverse_mass;
    const Float k11 = linear + dot(a1, ka1) + dot(b1, kb1);
    const Float k22 = linear + dot(a2, ka2) + dot(b2, kb2);
    const Float k12 = dot(a1, ka2) + dot(b1, kb2);
    const Float inverse_determinant = reciprocal(k11 * k22 - k12 * k12);
    store(block.c(cc::tangent_mass), inverse_determinant * k22);
    store(block.c(cc::tangent_mass + 1), -inverse_determinant * k12);
    store(block.c(cc::tangent_mass + 2), inverse_determinant * k11);
    const Vec3w twist_a = a.inverse_inertia * n, twist_b = b.inverse_inertia * n;
    store3(block.c(cc::twist_a), twist_a);
    store3(block.c(cc::twist_b), twist_b);
    store(block.c(cc::twist_mass), reciprocal(dot(n, twist_a) + dot(n, twist_b)));
}

template <int P>
CAIRN_INLINE void prepare_rolling(const Block<P>& block, const PoseWide& a, const PoseWide& b) {
    if (!any(load(block.m(mc::rolling)) > Float(0.0f))) return;
    const Sym3w m = inverse(a.inverse_inertia + b.inverse_inertia);
    const Float values[6] = {m.xx, m.yy, m.zz, m.xy, m.xz, m.yz};
    for (int i = 0; i < 6; ++i) store(block.c(cc::rolling_mass + i), values[i]);
}

/// The slow memory of the load a point carries (leads: integral action): learned only upwards to what the
/// point carries now, so that a contact that lets go forgets at once. No learning where the compression is
/// small: integral action around a target hunts, a dead zone lets it rest.
constexpr float load_dead_zone = 0.8f * linear_slop;

CAIRN_INLINE Float learn_load(Float load_now, Float impulse, Float separation, float rate) {
    const Float learned = load_now + Float(rate) * (impulse - load_now);
    return min_of(select(separation < Float(-load_dead_zone), learned, load_now), impulse);
}

template <int P>
void prepare(const ContactBlocks& blocks, int first, int last, const BodyArrays& bodies,
             const StepConstants& k) {
    for (int index = first; index < last; ++index) {
        const Block<P> block(blocks, index);
        const PoseWide a = gather_pose(bodies.pose, block.body_a), b = gather_pose(bodies.pose, block.body_b);
        const Mat3w ra = to_matrix(a.rotation), rb = to_matrix(b.rotation);
        const Vec3w local_normal = load3(block.m(mc::normal));
        const Vec3w local_tangent = perpendicular(local_normal);
        const Mask of_b = load(block.m(mc::frame)) > Float(0.0f);
        const Vec3w n = select(of_b, rb * local_normal, ra * local_normal);
        const Vec3w t1 = select(of_b, rb * local_tangent, ra * local_tangent);
        store3(block.c(cc::normal), n), store3(block.c(cc::tangent), t1);
        store(block.c(cc::mass_a), a.inverse_mass), store(block.c(cc::mass_b), b.inverse_mass);
        const Mask fixed = (a.inverse_mass == Float(0.0f)) | (b.inverse_mass == Float(0.0f));
        store(block.c(cc::bias_rate), select(fixed, k.contact_fixed.bias_rate, k.contact.bias_rate));
        store(block.c(cc::mass_scale), select(fixed, k.contact_fixed.mass_scale, k.contact.mass_scale));
        store(block.c(cc::impulse_scale),
              select(fixed, k.contact_fixed.impulse_scale, k.contact.impulse_scale));

        const Float count = load(block.m(mc::count));
        const bool watched = any(load(block.m(mc::watch)) > Float(0.0f));
        VelocityWide va, vb;
        if (watched) {
            va = gather_velocity(bodies.velocity, block.body_a);
            vb = gather_velocity(bodies.velocity, block.body_b);
        }
        Vec3w middle[P];
        for (int i = 0; i < P; ++i) {
            const Vec3w on_a = a.center + ra * load3(block.mp(i, mc::anchor_a));
            const Vec3w on_b = b.center + rb * load3(block.mp(i, mc::anchor_b));
            middle[i] = select(of_b, on_a, on_b);
            const Vec3w ja = cross(middle[i] - a.center, n), jb = cross(middle[i] - b.center, n);
            const Vec3w ka = a.inverse_inertia * ja, kb = b.inverse_inertia * jb;
            store3(block.cp(i, cc::angular_a), ja), store3(block.cp(i, cc::angular_b), jb);
            store3(block.cp(i, cc::response_a), ka), store3(block.cp(i, cc::response_b), kb);
            const Float effective = reciprocal(a.inverse_mass + b.inverse_mass + dot(ja, ka) + dot(jb, kb));
            const Mask used = count > Float(static_cast<float>(i));
            store(block.cp(i, cc::mass), select(used, effective, Float(0.0f)));
            const Float separation = dot(on_b - on_a, n);
            store(block.cp(i, cc::separation), separation);
            const Float impulse = load(block.mp(i, mc::impulse));
            store(block.cp(i, cc::peak), Float(0.0f));
            store(block.mp(i, mc::load),
                  learn_load(load(block.mp(i, mc::load)), impulse, separation, k.load_rate));
            if (watched)
                store(block.cp(i, cc::approach),
                      dot(n, vb.linear - va.linear) + dot(jb, vb.angular) - dot(ja, va.angular));
        }
        const Vec3w center = friction_center<P>(block, middle);
        for (int i = 0; i < P; ++i) {
            const Vec3w d = middle[i] - center;
            store(block.cp(i, cc::lever), square_root(dot(d, d)));
        }
        prepare_friction<P>(block, a, b, n, t1, center);
        prepare_rolling<P>(block, a, b);
        const Vec3w surface = ra * load3(block.m(mc::surface));
        store(block.c(cc::surface), dot(surface, t1));
        store(block.c(cc::surface + 1), dot(surface, cross(n, t1)));
    }
}

/// Applies last step's impulses with this step's Jacobians. Later sub-steps need no such pass: see
/// integrate_velocities.
template <int P>
void warm_start(const ContactBlocks& blocks, int first, int last, const BodyArrays& bodies,
                const StepConstants&) {
    for (int index = first; index < last; ++index) {
        const Block<P> block(blocks, index);
        VelocityWide va = gather_velocity(bodies.velocity, block.body_a);
        VelocityWide vb = gather_velocity(bodies.velocity, block.body_b);
        const Vec3w n = load3(block.c(cc::normal)), t1 = load3(block.c(cc::tangent));
        Float total(0.0f);
        for (int i = 0; i < P; ++i) {
            const Float impulse = load(block.mp(i, mc::impulse));
            va.angular = va.angular - impulse * load3(block.cp(i, cc::response_a));
            vb.angular = vb.angular + impulse * load3(block.cp(i, cc::response_b));
            total += impulse;
        }
        const Float i1 = load(block.m(mc::tangent_impulse)), i2 = load(block.m(mc::tangent_impulse + 1));
        const Float twist = load(block.m(mc::twist_impulse));
        va.angular = va.angular - i1 * load3(block.c(cc::response_a1)) -
                     i2 * load3(block.c(cc::response_a2)) - twist * load3(block.c(cc::twist_a));
        vb.angular = vb.angular + i1 * load3(block.c(cc::response_b1)) +
                     i2 * load3(block.c(cc::response_b2)) + twist * load3(block.c(cc::twist_b));
        const Vec3w impulse = total * n + i1 * t1 + i2 * cross(n, t1);
        va.linear = va.linear - load(block.c(cc::mass_a)) * impulse;
        vb.linear = vb.linear + load(block.c(cc::mass_b)) * impulse;
        // rolling impulses are not warm-started: they are bounded by a small lever and found anew in one pass
        store3(block.m(mc::rolling_impulse), {Float(0.0f), Float(0.0f), Float(0.0f)});
        scatter_velocity(bodies.velocity, block.body_a, va);
        scatter_velocity(bodies.velocity, block.body_b, vb);
    }
}

template <int P>
CAIRN_INLINE void solve_rolling(const Block<P>& block, VelocityWide& va, VelocityWide& vb, const Pose* poses,
                                Float normal) {
    const Float lever = load(block.m(mc::rolling));
    if (!any(lever > Float(0.0f))) return;
    const PoseWide a = gather_pose(poses, block.body_a), b = gather_pose(poses, block.body_b);
    const Sym3w mass{load(block.c(cc::rolling_mass)),     load(block.c(cc::rolling_mass + 1)),
                     load(block.c(cc::rolling_mass + 2)), load(block.c(cc::rolling_mass + 3)),
                     load(block.c(cc::rolling_mass + 4)), load(block.c(cc::rolling_mass + 5))};
    const Vec3w old = load3(block.m(mc::rolling_impulse));
    Vec3w impulse = old - mass * (vb.angular - va.angular);
    const Float bound = lever * normal;
    const Float size = square_root(dot(impulse, impulse));
    impulse = select(size > bound, bound * reciprocal(size), Float(1.0f)) * impulse;
    const Vec3w delta = impulse - old;
    store3(block.m(mc::rolling_impulse), impulse);
    va.angular = va.angular - a.inverse_inertia * delta;
    vb.angular = vb.angular + b.inverse_inertia * delta;
}

/// Friction, on the isotropic cone |lambda_t| <= mu lambda_n, and twist, bounded by mu times the sum of
/// lambda_n times lever.
template <int P>
CAIRN_INLINE void solve_friction(const Block<P>& block, VelocityWide& va, VelocityWide& vb, Vec3w n,
                                 Float mass_a, Float mass_b, const Pose* poses) {
    Float normal(0.0f), moment(0.0f);
    for (int i = 0; i < P; ++i) {
        const Float impulse = load(block.mp(i, mc::impulse));
        normal += impulse;
        moment += impulse * load(block.cp(i, cc::lever));
    }
    const Float friction = load(block.m(mc::friction));
    {
        const Float bound = friction * moment + load(block.m(mc::spinning)) * normal;
        const Float speed = dot(n, vb.angular - va.angular);
        const Float old = load(block.m(mc::twist_impulse));
        const Float impulse = clamp_to(old - load(block.c(cc::twist_mass)) * speed, -bound, bound);
        const Float delta = impulse - old;
        store(block.m(mc::twist_impulse), impulse);
        va.angular = va.angular - delta * load3(block.c(cc::twist_a));
        vb.angular = vb.angular + delta * load3(block.c(cc::twist_b));
    }
    solve_rolling<P>(block, va, vb, poses, normal);
    const Vec3w t1 = load3(block.c(cc::tangent));
    const Vec3w t2 = cross(n, t1);
    const Vec3w relative = vb.linear - va.linear;
    const Float v1 = dot(relative, t1) + dot(load3(block.c(cc::tangent_b1)), vb.angular) -
                     dot(load3(block.c(cc::tangent_a1)), va.angular) + load(block.c(cc::surface));
    const Float v2 = dot(relative, t2) + dot(load3(block.c(cc::tangent_b2)), vb.angular) -
                     dot(load3(block.c(cc::tangent_a2)), va.angular) + load(block.c(cc::surface + 1));
    const Float m11 = load(block.c(cc::tangent_mass)), m12 = load(block.c(cc::tangent_mass + 1));
    const Float m22 = load(block.c(cc::tangent_mass + 2));
    const Float old1 = load(block.m(mc::tangent_impulse)), old2 = load(block.m(mc::tangent_impulse + 1));
    Float new1 = old1 - (m11 * v1 + m12 * v2);
    Float new2 = old2 - (m12 * v1 + m22 * v2);
    const Float bound = friction * normal;
    const Float square = new1 * new1 + new2 * new2;
    const Float scale = select(square > bound * bound, bound * reciprocal(square_root(square)), Float(1.0f));
    new1 = scale * new1, new2 = scale * new2;
    store(block.m(mc::tangent_impulse), new1), store(block.m(mc::tangent_impulse + 1), new2);
    const Float d1 = new1 - old1, d2 = new2 - old2;
    const Vec3w impulse = d1 * t1 + d2 * t2;
    va.linear = va.linear - mass_a * impulse;
    vb.linear = vb.linear + mass_b * impulse;
    va.angular = va.angular - d1 * load3(block.c(cc::response_a1)) - d2 * load3(block.c(cc::response_a2));
    vb.angular = vb.angular + d1 * load3(block.c(cc::response_b1)) + d2 * load3(block.c(cc::response_b2));
}

/// Friction, then normal rows with soft bias: lambda += -m (s vn + bias) - i (lambda - load), lambda >= 0.
/// Friction here, not in the relaxing pass alone, brings piles to rest an order of magnitude calmer.
template <int P>
void solve(const ContactBlocks& blocks, int first, int last, const BodyArrays& bodies,
           const StepConstants& k) {
    for (int index = first; index < last; ++index) {
        const Block<P> block(blocks, index);
        VelocityWide va = gather_velocity(bodies.velocity, block.body_a);
        VelocityWide vb = gather_velocity(bodies.velocity, block.body_b);
        const VelocityWide da = gather_motion(bodies.motion, block.body_a);
        const VelocityWide db = gather_motion(bodies.motion, block.body_b);
        const Vec3w n = load3(block.c(cc::normal));
        const Float mass_a = load(block.c(cc::mass_a)), mass_b = load(block.c(cc::mass_b));
        const Float soft_rate = load(block.c(cc::bias_rate)), soft_mass = load(block.c(cc::mass_scale));
        const Float soft_impulse = load(block.c(cc::impulse_scale));
        solve_friction<P>(block, va, vb, n, mass_a, mass_b, bodies.pose);
        const Float inverse_mass = mass_a + mass_b;
        const Float moved = dot(n, db.linear - da.linear);
        Float linear = dot(n, vb.linear - va.linear);
        Float total(0.0f);
        for (int i = 0; i < P; ++i) {
            const Vec3w ja = load3(block.cp(i, cc::angular_a)), jb = load3(block.cp(i, cc::angular_b));
            const Float separation =
                load(block.cp(i, cc::separation)) + moved + dot(jb, db.angular) - dot(ja, da.angular);
            const Mask apart = separation > Float(0.0f);
            const Float bias = select(apart, separation * Float(k.inverse_h),
                                      max_of(soft_mass * soft_rate * separation, Float(-k.push_speed)));
            const Float mass_scale = select(apart, Float(1.0f), soft_mass);
            const Float impulse_scale = select(apart, Float(0.0f), soft_impulse);
            const Float vn = linear + dot(jb, vb.angular) - dot(ja, va.angular);
            const Float old = load(block.mp(i, mc::impulse));
            const Float change = -load(block.cp(i, cc::mass)) * (mass_scale * vn + bias) -
                                 impulse_scale * (old - load(block.mp(i, mc::load)));
            const Float impulse = max_of(old + change, Float(0.0f));
            const Float delta = impulse - old;
            store(block.mp(i, mc::impulse), impulse);
            va.angular = va.angular - delta * load3(block.cp(i, cc::response_a));
            vb.angular = vb.angular + delta * load3(block.cp(i, cc::response_b));
            linear += inverse_mass * delta;
            total += delta;
        }
        va.linear = va.linear - (mass_a * total) * n;
        vb.linear = vb.linear + (mass_b * total) * n;
        scatter_velocity(bodies.velocity, block.body_a, va);
        scatter_velocity(bodies.velocity, block.body_b, vb);
    }
}

/// Friction, then normal rows without bias, the points in reverse: forth and back in turn, the sweeps favour
/// no side. A point still apart at the end of the step's motion keeps its speculative bias.
template <int P>
void relax(const ContactBlocks& blocks, int first, int last, const BodyArrays& bodies,
           const StepConstants& k) {
    for (int index = first; index < last; ++index) {
        const Block<P> block(blocks, index);
        VelocityWide va = gather_velocity(bodies.velocity, block.body_a);
        VelocityWide vb = gather_velocity(bodies.velocity, block.body_b);
        const VelocityWide da = gather_motion(bodies.motion, block.body_a);
        const VelocityWide db = gather_motion(bodies.motion, block.body_b);
        const Vec3w n = load3(block.c(cc::normal));
        const Float mass_a = load(block.c(cc::mass_a)), mass_b = load(block.c(cc::mass_b));
        solve_friction<P>(block, va, vb, n, mass_a, mass_b, bodies.pose);
        const Float inverse_mass = mass_a + mass_b;
        const Float moved = dot(n, db.linear - da.linear);
        Float linear = dot(n, vb.linear - va.linear);
        Float total(0.0f);
        for (int i = P - 1; i >= 0; --i) {
            const Vec3w ja = load3(block.cp(i, cc::angular_a)), jb = load3(block.cp(i, cc::angular_b));
            const Float separation =
                load(block.cp(i, cc::separation)) + moved + dot(jb, db.angular) - dot(ja, da.angular);
            const Float bias = max_of(separation, Float(0.0f)) * Float(k.inverse_h);
            const Float vn = linear + dot(jb, vb.angular) - dot(ja, va.angular);
            const Float old = load(block.mp(i, mc::impulse));
            const Float impulse = max_of(old - load(block.cp(i, cc::mass)) * (vn + bias), Float(0.0f));
            const Float delta = impulse - old;
            store(block.mp(i, mc::impulse), impulse);
            store(block.cp(i, cc::peak), max_of(load(block.cp(i, cc::peak)), impulse));
            va.angular = va.angular - delta * load3(block.cp(i, cc::response_a));
            vb.angular = vb.angular + delta * load3(block.cp(i, cc::response_b));
            linear += inverse_mass * delta;
            total += delta;
        }
        va.linear = va.linear - (mass_a * total) * n;
        vb.linear = vb.linear + (mass_b * total) * n;
        scatter_velocity(bodies.velocity, block.body_a, va);
        scatter_velocity(bodies.velocity, block.body_b, vb);
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
template <int P>
CAIRN_INLINE Float normal_acceleration(const Block<P>& block, const BodyForces* forces, Vec3w n, Float mass_a,
                                       Float mass_b) {
    const Vec3w a = gather_acceleration(forces, block.body_a), b = gather_acceleration(forces, block.body_b);
    const Float zero(0.0f);
    return select(mass_b > zero, dot(n, b), zero) - select(mass_a > zero, dot(n, a), zero);
}

/// Once, after the last sub-step: points that met fast enough and carried load leave with e times the speed
/// of their impact.
template <int P>
void restitution(const ContactBlocks& blocks, int first, int last, const BodyArrays& bodies,
                 const StepConstants& k) {
    for (int index = first; index < last; ++index) {
        const Block<P> block(blocks, index);
        const Float e = load(block.m(mc::restitution));
        if (!any(e > Float(0.0f))) continue;
        VelocityWide va = gather_velocity(bodies.velocity, block.body_a);
        VelocityWide vb = gather_velocity(bodies.velocity, block.body_b);
        const Vec3w n = load3(block.c(cc::normal));
        const VelocityWide da = gather_motion(bodies.motion, block.body_a);
        const VelocityWide db = gather_motion(bodies.motion, block.body_b);
        const Float mass_a = load(block.c(cc::mass_a)), mass_b = load(block.c(cc::mass_b));
        const Float acceleration = normal_acceleration(block, bodies.forces, n, mass_a, mass_b);
        const Float moved = dot(n, db.linear - da.linear);
        for (int i = 0; i < P; ++i) {
            const Vec3w ja = load3(block.cp(i, cc::angular_a)), jb = load3(block.cp(i, cc::angular_b));
            const Float approach = load(block.cp(i, cc::approach));
            const Float before = load(block.cp(i, cc::separation));
            const Float now = before + moved + dot(jb, db.angular) - dot(ja, da.angular);
            const Float leaving = leaving_speed(e, approach, acceleration, before, now, Float(k.h));
            const Mask bounce = (e > Float(0.0f)) & (approach < Float(-k.restitution_speed)) &
                                (load(block.cp(i, cc::peak)) > Float(0.0f));
            const Float vn = dot(n, vb.linear - va.linear) + dot(jb, vb.angular) - dot(ja, va.angular);
            const Float old = load(block.mp(i, mc::impulse));
            const Float wanted = max_of(old - load(block.cp(i, cc::mass)) * (vn - leaving), Float(0.0f));
            const Float impulse = select(bounce, wanted, old);
            const Float delta = impulse - old;
            store(block.mp(i, mc::impulse), impulse);
            va.linear = va.linear - (mass_a * delta) * n;
            vb.linear = vb.linear + (mass_b * delta) * n;
            va.angular = va.angular - delta * load3(block.cp(i, cc::response_a));
            vb.angular = vb.angular + delta * load3(block.cp(i, cc::response_b));
        }
        scatter_velocity(bodies.velocity, block.body_a, va);
        scatter_velocity(bodies.velocity, block.body_b, vb);
    }
}

template <int P>
ContactKernels table() {
    return {prepare<P>, warm_start<P>, solve<P>, relax<P>, restitution<P>};
}

}  // namespace

void fill_contact_kernels(ContactKernels (&kernels)[point_classes]) {
    kernels[0] = table<1>();
    kernels[1] = table<2>();
    kernels[2] = table<4>();
}

}  // namespace cairn::CAIRN_WIDE
