#include "solvers/penalty/contact.hpp"

namespace cairn::penalty {

namespace {

/// One body as a contact sees it: its frame, and the first of its 13 columns (none where it does not move).
struct Side {
    const Frame& frame;
    double velocity_slope;  // dv/dP
    int column;
};

/// A kinematic body keeps its velocity where others keep their momentum.
double velocity_slope(const Body& body) { return body.kind == BodyKind::dynamic ? 1 / body.mass : 1; }

constexpr Vec3d unit[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

template <int N>
Vector<N> direction(const Side& side, Vec3d local) {
    Vector<N> v(side.frame.rotation * local);
    if constexpr (N > 0) {
        if (side.column < 0) return v;
        for (std::size_t k = 0; k < 4; ++k)
            v.slope[std::size_t(side.column + at_rotation) + k] = side.frame.rotation_slope[k] * local;
    }
    return v;
}

template <int N>
Vector<N> center(const Side& side) {
    Vector<N> x(side.frame.position);
    if constexpr (N > 0) {
        if (side.column < 0) return x;
        for (std::size_t i = 0; i < 3; ++i) x.slope[std::size_t(side.column + at_position) + i] = unit[i];
    }
    return x;
}

template <int N>
Vector<N> material_point(const Side& side, Vec3d local) {
    return center<N>(side) + direction<N>(side, local);
}

template <int N>
Vector<N> velocity_at(const Side& side, const Vector<N>& point) {
    Vector<N> v(side.frame.velocity), w(side.frame.angular_velocity);
    if constexpr (N > 0) {
        if (side.column >= 0) {
            const auto column = std::size_t(side.column);
            for (std::size_t i = 0; i < 3; ++i) {
                v.slope[column + at_momentum + i] = side.velocity_slope * unit[i];
                w.slope[column + at_spin + i] = side.frame.inverse_inertia * unit[i];
            }
            for (std::size_t k = 0; k < 4; ++k)
                w.slope[column + at_rotation + k] = side.frame.angular_velocity_slope[k];
        }
    }
    return v + cross(w, point - center<N>(side));
}

/// The nearest points of two lines, by the usual two equations in their parameters.
template <int N>
void nearest_on_lines(const Vector<N>& a, const Vector<N>& u, const Vector<N>& b, const Vector<N>& w,
                      Vector<N>& on_a, Vector<N>& on_b) {
    const Vector<N> gap = a - b;
    const Number<N> uu = dot(u, u), uw = dot(u, w), ww = dot(w, w), ug = dot(u, gap), wg = dot(w, gap);
    const Number<N> determinant = uu * ww - uw * uw;
    on_a = a + ((uw * wg - ww * ug) / determinant) * u;
    on_b = b + ((uu * wg - uw * ug) / determinant) * w;
}

template <int N>
Touch<N> touch_of(const Contact& c, const Side& a, const Side& b) {
    Touch<N> t;
    Vector<N> on_a = material_point<N>(a, c.vertex_a), on_b = material_point<N>(b, c.vertex_b);
    t.normal = Vector<N>(c.normal);
    if (c.turning) {
        switch (c.kind) {
            case ContactKind::vertex_face:
                t.normal = direction<N>(b, c.face_normal);
                break;
            case ContactKind::edge_edge: {
                const Vector<N> u = direction<N>(a, c.edge_a), w = direction<N>(b, c.edge_b);
                t.normal = c.side * normalized(cross(u, w));
                nearest_on_lines(Vector<N>(on_a), u, Vector<N>(on_b), w, on_a, on_b);
                break;
            }
            case ContactKind::vertex_edge: {
                const Vector<N> w = direction<N>(b, c.edge_b);
                on_b = on_b + (dot(on_a - on_b, w) / dot(w, w)) * w;
                t.normal = normalized(on_a - on_b);
                break;
            }
            case ContactKind::vertex_vertex:
                t.normal = normalized(on_a - on_b);
                break;
        }
    }
    t.depth = Number<N>(c.radius_a + c.radius_b) - dot(t.normal, on_a - on_b);
    // A vertex slides over its face, which has no point of its own; elsewhere half way between the two.
    const Vector<N> surface_a = on_a - c.radius_a * t.normal;
    t.point = c.kind == ContactKind::vertex_face || !c.turning
                  ? surface_a
                  : 0.5 * (surface_a + on_b + c.radius_b * t.normal);
    t.velocity = velocity_at(a, t.point) - velocity_at(b, t.point);
    return t;
}

template <int N>
Number<N> normal_force_of(const Contact& c, const ForceLaw& law, const Touch<N>& t) {
    if (!c.active) return Number<N>(0);
    const Number<N> stretch = t.depth - Number<N>(c.rest);
    const Number<N> force = c.stiffness * stretch - c.damping * dot(t.velocity, t.normal);
    if (law.clamped && (stretch.value <= 0 || force.value <= 0)) return Number<N>(0);
    return force;
}

/// force, shortened to `cap` where it is longer.
template <int N>
Vector<N> within(const Vector<N>& force, const Number<N>& cap) {
    const Number<N> squared = dot(force, force);
    if (squared.value <= cap.value * cap.value) return force;
    return (cap / square_root(squared)) * force;
}

/// response(s) / s for the speed s, as a function of s^2.
template <int N>
Number<N> response_over_speed(const ForceLaw& law, const Number<N>& squared) {
    const double e = law.slip_speed, s = std::sqrt(squared.value);
    if (law.friction == FrictionLaw::piecewise)
        return s <= e ? Number<N>(1 / e) : chain(squared, 1 / s, -0.5 / (s * squared.value));
    if (s < 1e-3 * e)  // the series of tanh, where the quotient would lose its digits
        return chain(squared, (1 - squared.value / (3 * e * e)) / e, -1 / (3 * e * e * e));
    const double t = smooth_sign(s / e);
    return chain(squared, t / s, 0.5 * ((1 - t * t) / e - t / s) / squared.value);
}

template <int N>
Vector<N> across(const Vector<N>& velocity, const Touch<N>& t) {
    return velocity - dot(velocity, t.normal) * t.normal;
}

template <int N>
Vector<N> belt_of(const Contact& c, const Side& a, const Side& b) {
    return direction<N>(a, c.belt_a) - direction<N>(b, c.belt_b);
}

template <int N>
Vector<N> slip_of(const Contact& c, const Touch<N>& t, const Side& a, const Side& b) {
    return across(c.belt ? t.velocity + belt_of<N>(c, a, b) : t.velocity, t);
}

template <int N>
Vector<N> friction_of(const Contact& c, const ForceLaw& law, const Touch<N>& t, const Number<N>& normal_force,
                      const Side& a, const Side& b) {
    const Number<N> cap = c.friction * normal_force;
    const Vector<N> slip = slip_of(c, t, a, b);
    if (tied(c, law)) {
        const Vector<N> apart = material_point<N>(a, c.anchor_a) - material_point<N>(b, c.anchor_b);
        return within((-c.tangent_stiffness) * across(apart, t) - c.tangent_damping * slip, cap);
    }
    if (law.friction == FrictionLaw::impulses && c.sticks) return within(Vector<N>(c.held), cap);
    return (-1.0 * cap * response_over_speed(law, dot(slip, slip))) * slip;
}

template <int N>
Force<N> force_of(const Contact& c, const ForceLaw& law, const Side& a, const Side& b) {
    const Touch<N> t = touch_of<N>(c, a, b);
    const Number<N> push = normal_force_of(c, law, t);
    Force<N> f;
    if (push.value == 0) return f;
    f.force = push * t.normal;
    // What pulls has no friction.
    if (c.friction > 0 && push.value > 0) f.force = f.force + friction_of(c, law, t, push, a, b);
    f.torque_a = cross(t.point - center<N>(a), f.force);
    f.torque_b = cross(center<N>(b) - t.point, f.force);
    return f;
}

}  // namespace

double smooth_sign(double x) {
    // tanh x = (1 - z) / (1 + z), z = exp(-2 |x|) = (exp(-2 |x| / 2^k))^(2^k).
    const double size = x < 0 ? -x : x;
    if (size > 20) return x < 0 ? -1 : 1;
    if (size < 1e-4) return x - x * x * x / 3;
    double y = -2 * size;
    int halvings = 0;
    for (; y < -0.125; y *= 0.5) ++halvings;
    double less_one = 0;  // exp(y) - 1 keeps the digits that exp(y) would round away
    for (int i = 12; i > 0; --i) less_one = y / i * (1 + less_one);
    for (; halvings > 0; --halvings) less_one = less_one * (2 + less_one);
    const double result = -less_one / (2 + less_one);
    return x < 0 ? -result : result;
}

Touch<0> touch(const Contact& contact, const Frame& a, const Frame& b) {
    return touch_of<0>(contact, {a, 0, -1}, {b, 0, -1});
}

Force<0> contact_force(const Contact& contact, const ForceLaw& law, const Frame& a, const Frame& b) {
    return force_of<0>(contact, law, {a, 0, -1}, {b, 0, -1});
}

Force<26> contact_force_slopes(const Contact& contact, const ForceLaw& law, const Frame& a, const Frame& b,
                               const Body& body_a, const Body& body_b) {
    return force_of<26>(contact, law, {a, velocity_slope(body_a), 0},
                        {b, velocity_slope(body_b), state_size});
}

Force<13> contact_force_slopes_one(const Contact& contact, const ForceLaw& law, const Frame& a,
                                   const Frame& b, int moving, const Body& body) {
    const double slope = velocity_slope(body);
    return force_of<13>(contact, law, {a, slope, moving == 0 ? 0 : -1}, {b, slope, moving == 1 ? 0 : -1});
}

Vec3d slip_velocity(const Contact& contact, const Touch<0>& touch, const Frame& a, const Frame& b) {
    return slip_of<0>(contact, touch, {a, 0, -1}, {b, 0, -1}).value;
}

Vec3d belt_velocity(const Contact& contact, const Touch<0>& touch, const Frame& a, const Frame& b) {
    return across(belt_of<0>(contact, {a, 0, -1}, {b, 0, -1}), touch).value;
}

double normal_force(const Contact& contact, const ForceLaw& law, const Touch<0>& touch) {
    return normal_force_of(contact, law, touch).value;
}

double spring_energy(const Contact& contact, double depth) {
    const double stretch = depth - contact.rest;
    return contact.active && stretch > 0 ? 0.5 * contact.stiffness * stretch * stretch : 0;
}

Vec3d tangent_stretch(const Contact& contact, const Touch<0>& t, const Frame& a, const Frame& b) {
    const Vec3d apart =
        a.position + a.rotation * contact.anchor_a - b.position - b.rotation * contact.anchor_b;
    return apart - dot(apart, t.normal.value) * t.normal.value;
}

}  // namespace cairn::penalty
