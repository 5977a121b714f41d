// From manifolds to contacts and points, one contact a lane: axes, arms and K = J M^-1 J^T of every point.

#include "solvers/live/live_kernels.hpp"
#include "solvers/live/live_wide.hpp"

namespace cairn::CAIRN_WIDE {
namespace {

namespace mc = manifold_column;

constexpr int width = double_count;

CAIRN_INLINE Double widen(const float* p) {
#if CAIRN_LANES == 1
    return {static_cast<double>(*p)};
#else
    typedef float Half __attribute__((vector_size(4 * double_count)));
    Half half;
    std::memcpy(&half, p, sizeof half);
    return {__builtin_convertvector(half, DoubleRegister)};
#endif
}

struct Matrix {
    Double3 x, y, z;  // columns
};
CAIRN_INLINE Double3 operator*(const Matrix& m, Double3 v) { return v.x * m.x + v.y * m.y + v.z * m.z; }

struct Place {
    Double3 center;
    Matrix turn;
};

/// Centre, inverse mass and quaternion are the first eight floats of a pose.
CAIRN_INLINE Place gather_place(const Pose* poses, const BodyRef* references) {
    alignas(64) float columns[8 * width];
    for (int i = 0; i < width; ++i) {
        const float* p = &poses[references[i] ^ (references[i] >> 31)].center.x;
        for (int k = 0; k < 8; ++k) columns[k * width + i] = p[k];
    }
    const Double x = widen(columns + 4 * width), y = widen(columns + 5 * width);
    const Double z = widen(columns + 6 * width), w = widen(columns + 7 * width);
    // the quaternion's length need not be one to the last bit
    const Double s = Double(2.0) / (x * x + y * y + z * z + w * w), one(1.0);
    return {{widen(columns), widen(columns + width), widen(columns + 2 * width)},
            {{one - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)},
             {s * (x * y - w * z), one - s * (x * x + z * z), s * (y * z + w * x)},
             {s * (x * z + w * y), s * (y * z - w * x), one - s * (x * x + y * y)}}};
}

CAIRN_INLINE Double3 choose(DoubleMask m, Double3 a, Double3 b) {
    return {select(m, a.x, b.x), select(m, a.y, b.y), select(m, a.z, b.z)};
}
CAIRN_INLINE Double3 unit(Double3 v) {
    const Double length = square_root(dot(v, v));
    return select(length > Double(0.0), Double(1.0) / length, Double(0.0)) * v;
}

/// The axes of perpendicular(Vec3), by which the narrow phase carries friction over to a new normal.
CAIRN_INLINE Double3 perpendicular(Double3 n) {
    const Double zero(0.0);
    return choose(abs_of(n.x) > Double(double(0.57735027f)), {n.y, -n.x, zero}, {zero, n.z, -n.y});
}

/// Two bodies and the axes of their contact.
struct Contact {
    Place a, b;
    BodyWide body_a, body_b;
    InertiaWide inertia_a, inertia_b;
    Double3 axes[3];  // unit and at right angles to the last bit of a double: K takes them so
};

CAIRN_INLINE Double3 vector(const float* column) {
    return {widen(column), widen(column + lane_count), widen(column + 2 * lane_count)};
}

CAIRN_INLINE Contact make_contact(const GatherArrays& arrays, const float* manifold, int first) {
    Contact c;
    const BodyRef* refs_a = arrays.body_a + first;
    const BodyRef* refs_b = arrays.body_b + first;
    c.a = gather_place(arrays.poses, refs_a), c.b = gather_place(arrays.poses, refs_b);
    const double *records_a[width], *records_b[width];
    const auto record = [&](BodyRef reference) {
        const int32_t body = arrays.body_of_slot[reference ^ (reference >> 31)];
        return arrays.bodies + static_cast<ptrdiff_t>(body) * live_body_doubles;
    };
    for (int i = 0; i < width; ++i) records_a[i] = record(refs_a[i]), records_b[i] = record(refs_b[i]);
    c.body_a = gather_body(records_a), c.body_b = gather_body(records_b);
    c.inertia_a = gather_inertia(records_a), c.inertia_b = gather_inertia(records_b);
    const Double3 local = vector(manifold + mc::normal * lane_count), tangent = perpendicular(local);
    const DoubleMask of_b = widen(manifold + mc::frame * lane_count) > Double(0.0);
    c.axes[0] = unit(choose(of_b, c.b.turn * local, c.a.turn * local));
    c.axes[1] = choose(of_b, c.b.turn * tangent, c.a.turn * tangent);
    c.axes[1] = unit(c.axes[1] - dot(c.axes[1], c.axes[0]) * c.axes[0]);
    c.axes[2] = cross(c.axes[0], c.axes[1]);
    return c;
}

CAIRN_INLINE void write_contact(const GatherArrays& arrays, const float* manifold, const Contact& c,
                                int first) {
    alignas(64) double rubbish[live_contact_doubles];
    double* records[3][width];
    for (int i = 0; i < width; ++i)
        for (int k = 0; k < 3; ++k)
            records[k][i] = (first + i < arrays.count
                                 ? arrays.contacts + static_cast<ptrdiff_t>(first + i) * live_contact_doubles
                                 : rubbish) +
                            4 * (k + 1);
    const Double3 surface = c.a.turn * vector(manifold + mc::surface * lane_count);
    const Double last[3] = {widen(manifold + mc::restitution * lane_count), dot(surface, c.axes[1]),
                            dot(surface, c.axes[2])};
    for (int k = 0; k < 3; ++k) scatter4(records[k], c.axes[k].x, c.axes[k].y, c.axes[k].z, last[k]);
}

/// K in the contact's axes: nn, n1, n2, 11, 12, 22.
CAIRN_INLINE void make_matrix(const Contact& c, Double3 arm_a, Double3 arm_b, Double (&k)[6]) {
    Double3 ja[3], jb[3], ka[3], kb[3];
    for (int i = 0; i < 3; ++i) {
        ja[i] = cross(arm_a, c.axes[i]), jb[i] = cross(arm_b, c.axes[i]);
        ka[i] = c.inertia_a * ja[i], kb[i] = c.inertia_b * jb[i];
    }
    const Double mass = c.body_a.inverse_mass + c.body_b.inverse_mass;
    const auto entry = [&](int i, int j) { return dot(ja[i], ka[j]) + dot(jb[i], kb[j]); };
    k[0] = mass + entry(0, 0), k[1] = entry(0, 1), k[2] = entry(0, 2);
    k[3] = mass + entry(1, 1), k[4] = entry(1, 2), k[5] = mass + entry(2, 2);
}

CAIRN_INLINE void write_point(double* const* to, Double3 arm_a, Double3 arm_b, const Double (&k)[6],
                              Double separation, Double met) {
    double* records[8][width];
    for (int i = 0; i < width; ++i)
        for (int r = 0; r < 8; ++r) records[r][i] = to[i] + 4 * r;
    const Double zero(0.0);
    scatter4(records[0], arm_a.x, arm_a.y, arm_a.z, arm_b.x);
    scatter4(records[1], arm_b.y, arm_b.z, k[0], k[1]);
    scatter4(records[2], k[2], k[3], k[4], k[5]);
    scatter4(records[4], separation, met, met, zero);
    for (const int r : {3, 5, 6, 7}) scatter4(records[r], zero, zero, zero, zero);
}

}  // namespace

void gather_live(const GatherArrays& arrays) {
    alignas(64) double rubbish[live_point_doubles];
    const int columns = arrays.columns;
    for (int first = 0; first < arrays.count; first += width) {
        const float* manifold = arrays.manifold +
                                static_cast<ptrdiff_t>(first / lane_count) * columns * lane_count +
                                first % lane_count;
        const Contact c = make_contact(arrays, manifold, first);
        write_contact(arrays, manifold, c, first);
        const Double3 centers = c.b.center - c.a.center;
        for (int i = 0; i < arrays.most_points; ++i) {
            const float* point = manifold + (mc::header + i * mc::point_columns) * lane_count;
            const Double3 on_a = c.a.turn * vector(point + mc::anchor_a * lane_count);
            const Double3 on_b = c.b.turn * vector(point + mc::anchor_b * lane_count);
            const Double3 gap = centers + on_b - on_a;
            const Double3 arm_a = on_a + Double(0.5) * gap, arm_b = on_b - Double(0.5) * gap;
            const Double separation = dot(gap, c.axes[0]);
            const Double3 velocity = c.body_b.velocity + cross(c.body_b.angular, arm_b) - c.body_a.velocity -
                                     cross(c.body_a.angular, arm_a);
            Double k[6];
            make_matrix(c, arm_a, arm_b, k);
            if (!arrays.speculative)
                for (Double& entry : k) entry = select(separation > Double(0.0), Double(0.0), entry);
            double* to[width];
            for (int j = 0; j < width; ++j) {
                const int32_t* begin = arrays.point_begin + first + j;
                const bool used = first + j < arrays.count && i < begin[1] - begin[0];
                to[j] = used ? arrays.points + static_cast<ptrdiff_t>(begin[0] + i) * live_point_doubles
                             : rubbish;
            }
            write_point(to, arm_a, arm_b, k, separation, dot(c.axes[0], velocity));
        }
    }
}

}  // namespace cairn::CAIRN_WIDE
