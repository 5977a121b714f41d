// Gauss-Seidel sweeps over blocks of contacts, one contact a lane. See sweep_blocks.hpp.

#include "base/lanes_double.hpp"
#include "solvers/live/sweep_kernels.hpp"

namespace cairn::CAIRN_WIDE {
namespace {

namespace sc = sweep_column;

/// Doubles of a LiveBody; a record of velocity and inverse mass, then one of angular velocity.
constexpr int body_doubles = 16;
constexpr int width = double_count;

struct BodyWide {
    Double3 velocity;
    Double inverse_mass;
    Double3 angular;
    Double rest;  // what else is in the record: passes through
};

CAIRN_INLINE const double* read_from(const double* bodies, int32_t reference) {
    return bodies + static_cast<ptrdiff_t>(reference ^ (reference >> 31)) * body_doubles;
}

CAIRN_INLINE BodyWide gather(const double* bodies, const int32_t* references) {
    const double* linear[width];
    const double* angular[width];
    for (int i = 0; i < width; ++i) linear[i] = read_from(bodies, references[i]), angular[i] = linear[i] + 4;
    BodyWide body;
    gather4(linear, body.velocity.x, body.velocity.y, body.velocity.z, body.inverse_mass);
    gather4(angular, body.angular.x, body.angular.y, body.angular.z, body.rest);
    return body;
}

CAIRN_INLINE void scatter(double* bodies, const int32_t* references, const BodyWide& body) {
    alignas(64) double rubbish[8];  // of bodies that do not move
    double* linear[width];
    double* angular[width];
    for (int i = 0; i < width; ++i) {
        linear[i] =
            references[i] >= 0 ? bodies + static_cast<ptrdiff_t>(references[i]) * body_doubles : rubbish;
        angular[i] = linear[i] + 4;
    }
    scatter4(linear, body.velocity.x, body.velocity.y, body.velocity.z, body.inverse_mass);
    scatter4(angular, body.angular.x, body.angular.y, body.angular.z, body.rest);
}

/// Symmetric: xx yy zz xy xz yz.
struct Inertia {
    Double xx, yy, zz, xy, xz, yz;
};
CAIRN_INLINE Inertia load_inertia(const double* p) {
    return {load(p),             load(p + width),     load(p + 2 * width),
            load(p + 3 * width), load(p + 4 * width), load(p + 5 * width)};
}
CAIRN_INLINE Double3 operator*(const Inertia& m, Double3 v) {
    return {m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z,
            m.xz * v.x + m.yz * v.y + m.zz * v.z};
}

/// Two bodies that touch, as one manifold's points see them. Linear velocities appear as a difference alone,
/// so they are moved once, after the last point.
struct Pair {
    BodyWide a, b;
    Inertia inertia_a, inertia_b;
    Double3 normal, tangent_1, tangent_2;
    Double mass;       // sum of the inverse masses
    Double3 relative;  // velocity of b's centre against a's
    Double3 total;     // impulse

    CAIRN_INLINE Pair(const SweepArrays& arrays, const SweepBlock& block, const double* columns)
        : a(gather(arrays.bodies, arrays.body_a + block.lanes)),
          b(gather(arrays.bodies, arrays.body_b + block.lanes)),
          inertia_a(load_inertia(columns + sc::inertia_a * width)),
          inertia_b(load_inertia(columns + sc::inertia_b * width)),
          normal(load3(columns + sc::normal * width)),
          tangent_1(load3(columns + sc::tangent_1 * width)),
          tangent_2(load3(columns + sc::tangent_2 * width)),
          mass(a.inverse_mass + b.inverse_mass),
          relative(b.velocity - a.velocity),
          total{Double(0.0), Double(0.0), Double(0.0)} {}

    CAIRN_INLINE void push(const double* point, Double n, Double t1, Double t2) {
        const Double3 impulse = n * normal + t1 * tangent_1 + t2 * tangent_2;
        relative = relative + mass * impulse;
        total = total + impulse;
        a.angular = a.angular - inertia_a * cross(load3(point + sc::arm_a * width), impulse);
        b.angular = b.angular + inertia_b * cross(load3(point + sc::arm_b * width), impulse);
    }

    CAIRN_INLINE void finish(const SweepArrays& arrays, const SweepBlock& block) {
        a.velocity = a.velocity - a.inverse_mass * total;
        b.velocity = b.velocity + b.inverse_mass * total;
        scatter(arrays.bodies, arrays.body_a + block.lanes, a);
        scatter(arrays.bodies, arrays.body_b + block.lanes, b);
    }
};

CAIRN_INLINE double* point_columns(const SweepArrays& arrays, double* columns, int point) {
    return columns + (sc::header + point * arrays.point_columns) * width;
}

void push(const SweepArrays& arrays, int first, int last) {
    for (int index = first; index < last; ++index) {
        const SweepBlock& block = arrays.blocks[index];
        double* columns = arrays.columns + block.columns;
        Pair pair(arrays, block, columns);
        for (int i = 0; i < block.points; ++i) {
            const double* point = point_columns(arrays, columns, i);
            const double* impulse = point + sc::impulse * width;
            pair.push(point, load(impulse), load(impulse + width), load(impulse + 2 * width));
        }
        pair.finish(arrays, block);
    }
}

CAIRN_INLINE VisitPoint<Double> load_visit(const double* point) {
    VisitPoint<Double> p;
    const double* c = point + sc::visit * width;
    p.k01 = load(c), p.k02 = load(c + width), p.k12 = load(c + 2 * width), p.normal = load(c + 3 * width);
    for (int i = 0; i < 4; ++i) p.m[i] = load(c + (4 + i) * width);
    for (int i = 0; i < 3; ++i) p.impulse[i] = load(point + (sc::impulse + i) * width);
    return p;
}

template <VisitModel model>
CAIRN_INLINE VisitChange<Double> visit(const SweepArrays& arrays, double* point, const VisitPoint<Double>& p,
                                       Double mu, Double u0, Double u1, Double u2) {
    if constexpr (model == VisitModel::fixed) return visit_rows<true>(p, mu, u0, u1, u2);
    if constexpr (model == VisitModel::pyramid) return visit_rows<false>(p, mu, u0, u1, u2);
    if constexpr (model == VisitModel::cone) return visit_cone(p, mu, u0, u1, u2);
    if constexpr (model == VisitModel::relaxed) return visit_relaxed(p, mu, u0, u1, u2);
    double* axis = point + sc::axis * width;
    return visit_polygon(
        p, *arrays.axes, Double(arrays.relaxation), mu, u0, u1, u2,
        [axis](int i) { return load(axis + i * width); },
        [axis](int i, Double value) { store(axis + i * width, value); });
}

template <VisitModel model>
void sweep_blocks(const SweepArrays& arrays, int first, int last) {
    for (int index = first; index < last; ++index) {
        const SweepBlock& block = arrays.blocks[index];
        double* columns = arrays.columns + block.columns;
        Pair pair(arrays, block, columns);
        const Double mu = load(columns + sc::friction * width);
        const Double surface_1 = load(columns + sc::surface * width);
        const Double surface_2 = load(columns + (sc::surface + 1) * width);
        for (int i = 0; i < block.points; ++i) {
            double* point = point_columns(arrays, columns, arrays.backward ? block.points - 1 - i : i);
            const VisitPoint<Double> p = load_visit(point);
            const Double3 u = pair.relative + cross(pair.b.angular, load3(point + sc::arm_b * width)) -
                              cross(pair.a.angular, load3(point + sc::arm_a * width));
            const Double u0 = dot(pair.normal, u) - load(point + sc::target * width) +
                              load(point + sc::compliance * width) * p.impulse[0];
            const VisitChange<Double> change =
                visit<model>(arrays, point, p, mu, u0, dot(pair.tangent_1, u) + surface_1,
                             dot(pair.tangent_2, u) + surface_2);
            double* impulse = point + sc::impulse * width;
            store(impulse, p.impulse[0] + change.n);
            store(impulse + width, p.impulse[1] + change.t1);
            store(impulse + 2 * width, p.impulse[2] + change.t2);
            pair.push(point, change.n, change.t1, change.t2);
            if (arrays.watch)
                store(point + sc::change * width,
                      max_of(abs_of(change.n), max_of(abs_of(change.t1), abs_of(change.t2))));
        }
        pair.finish(arrays, block);
    }
}

void sweep(const SweepArrays& arrays, int first, int last) {
    switch (arrays.model) {
        case VisitModel::fixed:
            return sweep_blocks<VisitModel::fixed>(arrays, first, last);
        case VisitModel::pyramid:
            return sweep_blocks<VisitModel::pyramid>(arrays, first, last);
        case VisitModel::polygon:
            return sweep_blocks<VisitModel::polygon>(arrays, first, last);
        case VisitModel::cone:
            return sweep_blocks<VisitModel::cone>(arrays, first, last);
        case VisitModel::relaxed:
            return sweep_blocks<VisitModel::relaxed>(arrays, first, last);
    }
}

}  // namespace

SweepKernels make_sweep_kernels() { return {width, push, sweep}; }

}  // namespace cairn::CAIRN_WIDE
