#include "world/manifold_writer.hpp"

#include "model/slots_wide.hpp"

namespace cairn::CAIRN_WIDE {
namespace {

namespace mc = manifold_column;

struct alignas(4 * lane_count) Column {
    float lane[lane_count];
};

/// Up to as many manifolds as there are lanes; lanes beyond the last one repeat it.
struct PendingBlock {
    const PendingManifold* manifold[lane_count];
    int used;

    CAIRN_INLINE PendingBlock(const PendingManifold* pending, int count)
        : used(count < lane_count ? count : lane_count) {
        for (int lane = 0; lane < lane_count; ++lane)
            manifold[lane] = pending + (lane < used ? lane : used - 1);
    }
    /// Four floats of each.
    CAIRN_SHARED void gather(size_t offset, Float& x, Float& y, Float& z, Float& w) const {
        gather4(
            [&](int lane) { return reinterpret_cast<const float*>(manifold[lane]) + offset / sizeof(float); },
            x, y, z, w);
    }
    /// Of body a or b.
    CAIRN_INLINE Vec3w center(const Body* bodies, int32_t PendingManifold::*body) const {
        static_assert(offsetof(Body, center_of_mass) % 16 == 0);
        Vec3w center;
        Float unused;
        gather4([&](int lane) { return &bodies[manifold[lane]->*body].center_of_mass.x; }, center.x, center.y,
                center.z, unused);
        return center;
    }
    template <int count>
    CAIRN_INLINE void read(int first, Column (&columns)[count]) const {
        for (int lane = 0; lane < lane_count; ++lane)
            for (int i = 0; i < count; ++i)
                columns[i].lane[lane] = manifold[lane]->columns[(first + i) * manifold[lane]->stride];
    }
    /// To those that have more than so many points.
    CAIRN_SHARED void write(int first, const Float* values, int count, int points) const {
        Column column[6];
        for (int i = 0; i < count; ++i) store(column[i].lane, values[i]);
        for (int lane = 0; lane < used; ++lane) {
            if (manifold[lane]->count <= points) continue;
            float* const to = manifold[lane]->columns + first * manifold[lane]->stride;
            for (int i = 0; i < count; ++i) to[i * manifold[lane]->stride] = column[i].lane[lane];
        }
    }
};

/// Exactly as perpendicular(Vec3).
CAIRN_INLINE Vec3w perpendicular(Vec3w n) {
    const Float zero(0.0f);
    const Vec3w across =
        select(abs_of(n.x) > Float(0.57735027f), Vec3w{n.y, -n.x, zero}, Vec3w{zero, n.z, -n.y});
    const Float length = square_root(dot(across, across));
    return select(length > Float(1e-18f), Vec3w{across.x / length, across.y / length, across.z / length},
                  Vec3w{zero, zero, zero});
}

/// Friction is kept along tangents that follow from the normal; a new normal needs the same impulse in its
/// own tangents.
CAIRN_INLINE void write_frame(const PendingBlock& block, Vec3w normal, Float in_b, Float old_in_b,
                              Quatw b_to_a) {
    static_assert(mc::normal == 0 && mc::tangent_impulse == 3);
    Column before[5];
    block.read(mc::normal, before);
    const Vec3w stored{load(before[0].lane), load(before[1].lane), load(before[2].lane)};
    const Float x = load(before[3].lane), y = load(before[4].lane), zero(0.0f);
    const auto to_a = [&](Vec3w v, Float from_b) { return select(from_b > zero, rotate(b_to_a, v), v); };
    const Vec3w old_tangent = perpendicular(stored), tangent = perpendicular(normal);
    const Vec3w impulse = to_a(x * old_tangent + y * cross(stored, old_tangent), old_in_b);
    const Mask same = (old_in_b < zero) | ((old_in_b == in_b) & (stored.x == normal.x) &
                                           (stored.y == normal.y) & (stored.z == normal.z));
    const Float after[] = {normal.x, normal.y, normal.z, select(same, x, dot(impulse, to_a(tangent, in_b))),
                           select(same, y, dot(impulse, to_a(cross(normal, tangent), in_b)))};
    block.write(mc::normal, after, 5, 0);
}

CAIRN_INLINE void write_block(const PendingBlock& block, const Body* bodies) {
    Vec3w normal, b_position;
    Float in_b, old_in_b;
    Quatw b_rotation;
    block.gather(offsetof(PendingManifold, normal), normal.x, normal.y, normal.z, in_b);
    block.gather(offsetof(PendingManifold, b_position), b_position.x, b_position.y, b_position.z, old_in_b);
    block.gather(offsetof(PendingManifold, b_rotation), b_rotation.x, b_rotation.y, b_rotation.z,
                 b_rotation.w);
    const Quatw a_to_b = conjugate(b_rotation);
    write_frame(block, select(in_b > Float(0.0f), rotate(a_to_b, normal), normal), in_b, old_in_b,
                b_rotation);
    const Vec3w center_a = block.center(bodies, &PendingManifold::body_a);
    const Vec3w center_b = block.center(bodies, &PendingManifold::body_b);
    int most = 0;
    for (const PendingManifold* manifold : block.manifold)
        most = manifold->count > most ? manifold->count : most;
    for (int i = 0; i < most; ++i) {
        Vec3w position;
        Float separation;
        block.gather(offsetof(PendingManifold, points) + static_cast<size_t>(i) * 16, position.x, position.y,
                     position.z, separation);
        const Vec3w half = (Float(0.5f) * separation) * normal;
        const Vec3w on_a = position - half - center_a;
        const Vec3w on_b = rotate(a_to_b, position + half - b_position) - center_b;
        const Float anchors[] = {on_a.x, on_a.y, on_a.z, on_b.x, on_b.y, on_b.z};
        block.write(mc::header + i * mc::point_columns + mc::anchor_a, anchors, 6, i);
    }
}

void write(const PendingManifold* pending, int count, const Body* bodies) {
    for (int first = 0; first < count; first += lane_count)
        write_block(PendingBlock(pending + first, count - first), bodies);
}

}  // namespace

ManifoldWriter make_manifold_writer() { return {write}; }

}  // namespace cairn::CAIRN_WIDE
