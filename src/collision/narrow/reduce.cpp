#include "collision/narrow/reduce.hpp"

namespace cairn::narrow {
namespace {

constexpr float tie = 1.02f;  // a later point must be better by 2 %

/// Twice the signed area of the triangle a b c.
float area(const PlanePoint& a, const PlanePoint& b, const PlanePoint& c) {
    return (b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u);
}

int deepest(const PlanePoint* points, int count) {
    int best = 0;
    for (int i = 1; i < count; ++i) {
        if (points[i].separation < points[best].separation - 0.2f * linear_slop) best = i;
    }
    return best;
}

}  // namespace

int reduce_to_four(const PlanePoint* points, int count, int chosen[4]) {
    if (count <= 4) {
        for (int i = 0; i < count; ++i) chosen[i] = i;
        return count;
    }
    const PlanePoint a = points[chosen[0] = deepest(points, count)];

    float best = 0;
    for (int i = 0; i < count; ++i) {
        const float u = points[i].u - a.u, v = points[i].v - a.v;
        const float distance = u * u + v * v;
        if (distance > tie * best) best = distance, chosen[1] = i;
    }
    if (best <= 0) return 1;
    const PlanePoint b = points[chosen[1]];

    const float extent = best;
    best = 1e-6f * extent;  // flatter than this is a line: its two ends carry it
    int found = 2;
    for (int i = 0; i < count; ++i) {
        const float size = abs_of(area(a, b, points[i]));
        if (size > tie * best) best = size, chosen[2] = i, found = 3;
    }
    if (found == 2) return 2;
    PlanePoint first = a, second = b;
    const PlanePoint c = points[chosen[2]];
    if (area(a, b, c) < 0) first = b, second = a;  // counter-clockwise, so that outside is negative

    best = 1e-6f * extent;
    for (int i = 0; i < count; ++i) {
        const PlanePoint& p = points[i];
        const float inside = min_of(area(first, second, p), min_of(area(second, c, p), area(c, first, p)));
        if (-inside > tie * best) best = -inside, chosen[3] = i, found = 4;
    }
    return found;
}

}  // namespace cairn::narrow
