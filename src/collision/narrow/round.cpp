#include "collision/narrow/round.hpp"

#include "collision/narrow/segment.hpp"

namespace cairn::narrow {
namespace {

constexpr Vec3 up{0, 1, 0};

/// An end of the stretch along which two capsules lie side by side: which end point of which capsule it is.
struct StretchEnd {
    float at = 0;  // parameter along the segment of a
    Vec3 on_a, on_b;
    uint32_t feature = 0;
};

/// The stretch of segment a, between 0 and 1, above which segment b runs. Features: 0 and 1 the ends of a, 2
/// and 3 of b.
bool common_stretch(Vec3 a0, Vec3 a1, Vec3 b0, Vec3 b1, StretchEnd ends[2]) {
    const Vec3 u = a1 - a0, v = b1 - b0;
    const float uu = dot(u, u);
    const float at_b0 = dot(b0 - a0, u) / uu, at_b1 = dot(b1 - a0, u) / uu;
    const bool same_way = at_b0 <= at_b1;
    const float low_b = same_way ? at_b0 : at_b1, high_b = same_way ? at_b1 : at_b0;
    if (high_b - low_b <= 1e-6f) return false;
    const auto on_b = [&](float at) { return b0 + ((at - at_b0) / (at_b1 - at_b0)) * v; };
    if (low_b <= 0) {
        ends[0] = {0, a0, on_b(0), 0};
    } else {
        ends[0] = {low_b, a0 + low_b * u, same_way ? b0 : b1, same_way ? 2u : 3u};
    }
    if (high_b >= 1) {
        ends[1] = {1, a1, on_b(1), 1};
    } else {
        ends[1] = {high_b, a0 + high_b * u, same_way ? b1 : b0, same_way ? 3u : 2u};
    }
    // A stretch too short to carry a moment is one point.
    return (ends[1].at - ends[0].at) * (ends[1].at - ends[0].at) * uu > linear_slop * linear_slop;
}

}  // namespace

// Off the nearest points the surfaces of crossing capsules fall away by about x^2 / (2 r), x sideways: two
// points stand for the line only while that is small.
void try_two_points(Manifold& m, const Capsule& a, Vec3 b0, Vec3 b1, float radius_b) {
    if (length_squared(a.b - a.a) <= 1e-12f) return;
    StretchEnd ends[2];
    if (!common_stretch(a.a, a.b, b0, b1, ends)) return;
    const float reach = a.radius + radius_b;
    ManifoldPoint points[2];
    int count = 0;
    for (const StretchEnd& end : ends) {
        const Vec3 between = end.on_b - end.on_a;
        const float along = dot(between, m.normal);
        const Vec3 sideways = between - along * m.normal;
        const Vec3 axis = a.b - a.a;
        const float slide = dot(sideways, axis) * dot(sideways, axis) / dot(axis, axis);
        if (length_squared(sideways) - slide > 0.5f * linear_slop * reach) return;
        const float separation = along - reach;
        if (separation > speculative_distance) continue;
        // Nothing is nearer than the nearest points. Where one of them is an end of a core the normal leans
        // along the axis, and a stretch measured along it would.
        if (separation < m.points[0].separation - 0.1f * linear_slop) return;
        points[count++] = {end.on_a + (a.radius + 0.5f * separation) * m.normal, separation, end.feature};
    }
    if (count < 2) return;
    m.points[0] = points[0], m.points[1] = points[1];
    m.count = 2;
}

void collide_sphere_sphere(Manifold& m, const Sphere& a, const Sphere& b, const Transform& b_in_a) {
    m.count = 0;
    add_round_contact(m, a.center, a.radius, b_in_a * b.center, b.radius, [] { return up; });
}

void collide_sphere_capsule(Manifold& m, const Sphere& a, const Capsule& b, const Transform& b_in_a) {
    m.count = 0;
    const Vec3 b0 = b_in_a * b.a, b1 = b_in_a * b.b;
    const Vec3 nearest = nearest_on_segment(a.center, b0, b1);
    add_round_contact(m, a.center, a.radius, nearest, b.radius,
                      [&] { return perpendicular(normalized(b1 - b0, up)); });
}

void collide_capsule_capsule(Manifold& m, const Capsule& a, const Capsule& b, const Transform& b_in_a) {
    m.count = 0;
    const Vec3 b0 = b_in_a * b.a, b1 = b_in_a * b.b;
    const SegmentPair nearest = nearest_of_segments(a.a, a.b, b0, b1);
    const Vec3 axis_a = a.b - a.a, axis_b = b1 - b0, crossing = cross(axis_a, axis_b);
    const float crossing_squared = length_squared(crossing);
    const float scale_squared = length_squared(axis_a) * length_squared(axis_b);
    add_round_contact(m, nearest.on_a, a.radius, nearest.on_b, b.radius, [&] {
        return crossing_squared > 1e-6f * scale_squared ? normalized(crossing)
                                                        : perpendicular(normalized(axis_a, up));
    });
    if (m.count == 0) return;
    m.points[0].feature = 4;
    if (crossing_squared < 0.1f * scale_squared) try_two_points(m, a, b0, b1, b.radius);
}

}  // namespace cairn::narrow
