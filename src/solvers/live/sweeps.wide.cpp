// Gauss-Seidel sweeps over blocks of contacts, one contact a lane. See sweep_blocks.hpp.

#include "solvers/live/live_kernels.hpp"
#include "solvers/live/live_wide.hpp"

namespace cairn::CAIRN_WIDE {
namespace {

namespace sc = sweep_column;

constexpr int width = double_count;

CAIRN_INLINE BodyWide gather(const double* bodies, const int32_t* references) {
    const double* records[width];
    for (int i = 0; i < width; ++i)
        records[i] =
            bodies + static_cast<ptrdiff_t>(references[i] ^ (references[i] >> 31)) * live_body_doubles;
    return gather_body(records);
}

CAIRN_INLINE void scatter(double* bodies, const int32_t* references, const BodyWide& body) {
    alignas(64) double rubbish[8];  // of bodies that do not move
    double* linear[width];
    double* angular[width];
    for (int i = 0; i < width; ++i) {
        linear[i] =
            references[i] >= 0 ? bodies + static_cast<ptrdiff_t>(references[i]) * live_body_doubles : rubbish;
        angular[i] = linear[i] + 4;
    }
    scatter4(linear, body.velocity.x, body.velocity.y, body.velocity.z, body.inverse_mass);
    scatter4(angular, body.angular.x, body.angular.y, body.angular.z, body.rest);
}

CAIRN_INLINE InertiaWide load_inertia(const double* p) {
    return {load(p),
            load(p + width),
            load(p + 2 * width),
            load(p + 3 * width),
            load(p + 4 * width),
            load(p + 5 * width)};
}

/// Two bodies that touch, as one manifold's points see them. Linear velocities appear as a difference alone,
/// so they are moved once, after the last point.
struct Pair {
    BodyWide a, b;
    InertiaWide inertia_a, inertia_b;
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

CAIRN_INLINE void store3(double* p, Double3 v) {
    store(p, v.x), store(p + width, v.y), store(p + 2 * width, v.z);
}
CAIRN_INLINE void store_inertia(double* p, const InertiaWide& m) {
    store(p, m.xx), store(p + width, m.yy), store(p + 2 * width, m.zz);
    store(p + 3 * width, m.xy), store(p + 4 * width, m.xz), store(p + 5 * width, m.yz);
}

/// Record `index` (four doubles) of the lanes' structs; one of zeros where a lane has none.
CAIRN_INLINE void gather_record(const double* const* structs, int index, Double& x, Double& y, Double& z,
                                Double& w) {
    const double* records[width];
    for (int i = 0; i < width; ++i) records[i] = structs[i] + 4 * index;
    gather4(records, x, y, z, w);
}

void pack_point(const SweepArrays& arrays, const double* const* structs, double* to) {
    Double k[6], unused, separation, target, compliance, bound;
    Double3 arm_a, arm_b;
    VisitPoint<Double> p;
    Double impulse[3];
    gather_record(structs, 0, arm_a.x, arm_a.y, arm_a.z, arm_b.x);
    gather_record(structs, 1, arm_b.y, arm_b.z, k[0], k[1]);
    gather_record(structs, 2, k[2], k[3], k[4], k[5]);
    gather_record(structs, 3, impulse[0], impulse[1], impulse[2], target);
    gather_record(structs, 5, compliance, bound, unused, separation);
    p = make_visit(arrays.model, Double(arrays.relaxation), k, compliance, bound);
    // nobody visits a point that does not exist
    const DoubleMask exists = k[0] > Double(0.0);
    const Double zero(0.0);
    store3(to + sc::arm_a * width, arm_a), store3(to + sc::arm_b * width, arm_b);
    double* visit = to + sc::visit * width;
    store(visit, p.k01), store(visit + width, p.k02), store(visit + 2 * width, p.k12);
    store(visit + 3 * width, select(exists, p.normal, zero));
    for (int i = 0; i < 4; ++i) store(visit + (4 + i) * width, select(exists, p.m[i], zero));
    for (int i = 0; i < 3; ++i) store(to + (sc::impulse + i) * width, select(exists, impulse[i], zero));
    store(to + sc::target * width, target), store(to + sc::compliance * width, compliance);
    store(to + sc::change * width, zero);
    if (arrays.model != VisitModel::polygon) return;
    for (int i = 0; i < arrays.axes->count; i += 4) {
        Double axis[4];
        gather_record(structs, 6 + i / 4, axis[0], axis[1], axis[2], axis[3]);
        for (int j = 0; j < 4; ++j) store(to + (sc::axis + i + j) * width, axis[j]);
    }
}

void pack(const SweepArrays& arrays, int first, int last) {
    alignas(64) static constexpr double nothing[live_point_doubles] = {};
    static_assert(live_point_doubles >= live_contact_doubles && live_point_doubles >= live_body_doubles);
    for (int index = first; index < last; ++index) {
        const SweepBlock& block = arrays.blocks[index];
        double* to = arrays.columns + block.columns;
        const int32_t* lanes = arrays.contact + block.lanes;
        const double *contact[width], *body_a[width], *body_b[width], *point[width];
        for (int i = 0; i < width; ++i) {
            const int32_t a = arrays.body_a[block.lanes + i], b = arrays.body_b[block.lanes + i];
            contact[i] =
                lanes[i] < 0 ? nothing : arrays.contacts + ptrdiff_t(lanes[i]) * live_contact_doubles;
            body_a[i] = arrays.bodies + ptrdiff_t(a ^ (a >> 31)) * live_body_doubles;
            body_b[i] = arrays.bodies + ptrdiff_t(b ^ (b >> 31)) * live_body_doubles;
        }
        Double unused, friction;
        Double3 axis;
        gather_record(contact, 0, unused, unused, unused, friction);
        gather_record(contact, 1, axis.x, axis.y, axis.z, unused);
        store3(to + sc::normal * width, axis);
        gather_record(contact, 2, axis.x, axis.y, axis.z, unused);
        store3(to + sc::tangent_1 * width, axis), store(to + sc::surface * width, unused);
        gather_record(contact, 3, axis.x, axis.y, axis.z, unused);
        store3(to + sc::tangent_2 * width, axis), store(to + (sc::surface + 1) * width, unused);
        store_inertia(to + sc::inertia_a * width, gather_inertia(body_a));
        store_inertia(to + sc::inertia_b * width, gather_inertia(body_b));
        store(to + sc::friction * width, friction);
        for (int i = 0; i < block.points; ++i) {
            for (int j = 0; j < width; ++j) {
                const int32_t at = arrays.point[block.lanes + j];
                point[j] = lanes[j] < 0 ? nothing : arrays.points + ptrdiff_t(at + i) * live_point_doubles;
            }
            pack_point(arrays, point, point_columns(arrays, to, i));
        }
    }
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

LiveKernels make_sweep_kernels() { return {width, nullptr, pack, push, sweep}; }

}  // namespace cairn::CAIRN_WIDE
