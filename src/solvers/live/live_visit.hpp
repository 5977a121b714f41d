#pragma once
// One visit of Gauss-Seidel to a contact point: from the velocities it sees to the changes of its three
// impulses. Written once, over the number type: one double for shock propagation, lanes of them for sweeps.

#define CAIRN_INLINE inline __attribute__((always_inline))  // as in lanes.hpp

namespace cairn {

enum class VisitModel : int { fixed, pyramid, polygon, cone, relaxed };

/// What a visit reads of a point. K = J M^-1 J^T in the contact's axes (normal, two tangents); `normal` is
/// the inverse of its first diagonal entry. What `m` holds depends on the model:
///   fixed, pyramid  inverses of K's other diagonal entries; the bound of `fixed`
///   polygon         K's tangential entries 11, 12, 22
///   cone            inverse of the tangential 2x2 block (11, 12, 22); inverse of its largest eigenvalue
///   relaxed         inverse of a bound of K's largest eigenvalue
/// An inverse is zero where there is none: such rows stay as they are.
template <class N>
struct VisitPoint {
    N k01, k02, k12;
    N normal;
    N m[4];
    N impulse[3];
};

template <class N>
struct VisitChange {
    N n, t1, t2;
};

/// Directions of the pyramid's friction axes: sides / 2 of them over the half circle, each bounded by
/// mu tan(pi / sides) times the normal impulse. Their sum is the regular polygon around Coulomb's circle.
struct FrictionAxes {
    int count = 2;
    double cosine[8] = {}, sine[8] = {};
    double bound = 1;
};

inline double abs_of(double a) { return a < 0 ? -a : a; }
inline double select(bool condition, double a, double b) { return condition ? a : b; }
inline double min_of(double a, double b) { return a < b ? a : b; }
inline double max_of(double a, double b) { return a > b ? a : b; }
inline double square_root(double a) { return __builtin_sqrt(a); }

template <class N>
CAIRN_INLINE N inverse_of(N k) {
    return select(k > N(0.0), N(1.0) / k, N(0.0));
}

/// From K (nn, n1, n2, 11, 12, 22); impulses are not set.
template <class N>
CAIRN_INLINE VisitPoint<N> make_visit(VisitModel model, N relaxation, const N (&k)[6], N compliance,
                                      N bound) {
    VisitPoint<N> p;
    p.k01 = k[1], p.k02 = k[2], p.k12 = k[4];
    p.normal = relaxation * inverse_of(k[0] + compliance);
    for (N& m : p.m) m = N(0.0);
    switch (model) {
        case VisitModel::fixed:
        case VisitModel::pyramid:
            p.m[0] = relaxation * inverse_of(k[3]), p.m[1] = relaxation * inverse_of(k[5]), p.m[3] = bound;
            break;
        case VisitModel::polygon:
            p.m[0] = k[3], p.m[1] = k[4], p.m[2] = k[5];
            break;
        case VisitModel::cone: {
            const N scale = inverse_of(k[3] * k[5] - k[4] * k[4]);
            p.m[0] = scale * k[5], p.m[1] = -(scale * k[4]), p.m[2] = scale * k[3];
            const N half = N(0.5) * (k[3] - k[5]);
            p.m[3] = inverse_of(N(0.5) * (k[3] + k[5]) + square_root(half * half + k[4] * k[4]));
            break;
        }
        case VisitModel::relaxed: {
            // rows' sums bound the eigenvalues (Gershgorin)
            const N row_0 = abs_of(k[0] + compliance) + abs_of(k[1]) + abs_of(k[2]);
            const N row_1 = abs_of(k[1]) + abs_of(k[3]) + abs_of(k[4]);
            const N row_2 = abs_of(k[2]) + abs_of(k[4]) + abs_of(k[5]);
            p.m[0] = inverse_of(max_of(row_0, max_of(row_1, row_2)));
            break;
        }
    }
    return p;
}

template <class N>
CAIRN_INLINE N visit_normal(const VisitPoint<N>& p, N u0, N& u1, N& u2, N& change) {
    const N n = max_of(p.impulse[0] - p.normal * u0, N(0.0));
    change = n - p.impulse[0];
    u1 = u1 + p.k01 * change, u2 = u2 + p.k02 * change;
    return n;
}

template <class N>
CAIRN_INLINE N clamped(N value, N bound) {
    return max_of(-bound, min_of(value, bound));
}

/// Rows n, t1, t2 one after another (Catto 2005, Algorithm 4).
template <bool fixed, class N>
CAIRN_INLINE VisitChange<N> visit_rows(const VisitPoint<N>& p, N mu, N u0, N u1, N u2) {
    VisitChange<N> change;
    const N n = visit_normal(p, u0, u1, u2, change.n);
    const N bound = fixed ? p.m[3] : mu * n;
    change.t1 = clamped(p.impulse[1] - p.m[0] * u1, bound) - p.impulse[1];
    u2 = u2 + p.k12 * change.t1;
    change.t2 = clamped(p.impulse[2] - p.m[1] * u2, bound) - p.impulse[2];
    return change;
}

/// The same with more than two friction axes, whose impulses are p's own business: `axis[i * stride]`.
template <class N, class Load, class Store>
CAIRN_INLINE VisitChange<N> visit_polygon(const VisitPoint<N>& p, const FrictionAxes& axes, N relaxation,
                                          N mu, N u0, N u1, N u2, Load load_axis, Store store_axis) {
    VisitChange<N> change;
    const N n = visit_normal(p, u0, u1, u2, change.n);
    change.t1 = change.t2 = N(0.0);
    const N bound = N(axes.bound) * mu * n;
    for (int i = 0; i < axes.count; ++i) {
        const N c(axes.cosine[i]), s(axes.sine[i]);
        const N k1 = p.m[0] * c + p.m[1] * s, k2 = p.m[1] * c + p.m[2] * s;
        const N k = c * k1 + s * k2;
        const N old = load_axis(i);
        const N step = select(k > N(0.0), relaxation * (c * u1 + s * u2) / k, N(0.0));
        const N next = clamped(old - step, bound);
        const N delta = next - old;
        store_axis(i, next);
        u1 = u1 + k1 * delta, u2 = u2 + k2 * delta;
        change.t1 = change.t1 + c * delta, change.t2 = change.t2 + s * delta;
    }
    return change;
}

/// The normal row, then both friction rows at once (Tamis 4.3). Where the answer leaves the disc it must not
/// be scaled back onto it: that makes friction point along K^-1 u, 16 % of the stopping distance off at a
/// box's corners. A step against u with the largest eigenvalue of K, projected onto the disc, has Coulomb's
/// law as its fixed point.
template <class N>
CAIRN_INLINE VisitChange<N> visit_cone(const VisitPoint<N>& p, N mu, N u0, N u1, N u2) {
    VisitChange<N> change;
    const N n = visit_normal(p, u0, u1, u2, change.n);
    const N bound = mu * n, square_bound = bound * bound;
    const N stick_1 = p.impulse[1] - (p.m[0] * u1 + p.m[1] * u2);
    const N stick_2 = p.impulse[2] - (p.m[1] * u1 + p.m[2] * u2);
    const N slip_1 = p.impulse[1] - p.m[3] * u1, slip_2 = p.impulse[2] - p.m[3] * u2;
    const N square = slip_1 * slip_1 + slip_2 * slip_2;
    const N scale = select(square > square_bound, bound / square_root(square), N(1.0));
    const auto outside = stick_1 * stick_1 + stick_2 * stick_2 > square_bound;
    change.t1 = select(outside, scale * slip_1, stick_1) - p.impulse[1];
    change.t2 = select(outside, scale * slip_2, stick_2) - p.impulse[2];
    return change;
}

/// Anitescu and Tasora: a step against the gradient of the convex problem, projected onto the cone.
template <class N>
CAIRN_INLINE VisitChange<N> visit_relaxed(const VisitPoint<N>& p, N mu, N u0, N u1, N u2) {
    const N n = p.impulse[0] - p.m[0] * u0, t1 = p.impulse[1] - p.m[0] * u1, t2 = p.impulse[2] - p.m[0] * u2;
    const N t = square_root(t1 * t1 + t2 * t2);
    const N top = max_of((n + mu * t) / (N(1.0) + mu * mu), N(0.0));
    const auto outside = t > mu * n;
    // without friction the cone is a ray: n < 0 is not outside where t = 0
    const N next = max_of(select(outside, top, n), N(0.0));
    const N scale = select(outside, select(t > N(0.0), mu * top / t, N(0.0)), N(1.0));
    return {next - p.impulse[0], scale * t1 - p.impulse[1], scale * t2 - p.impulse[2]};
}

}  // namespace cairn
