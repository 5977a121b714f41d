#include "collision/narrow/reduce.hpp"

namespace cairn::narrow {
namespace {

constexpr float below = 0.1f * linear_slop;  // a point under what was chosen counts wherever it is

int deepest(const PlanePoint* points, int count) {
    int best = 0;
    for (int i = 1; i < count; ++i) {
        if (points[i].separation < points[best].separation - 0.2f * linear_slop) best = i;
    }
    return best;
}

constexpr float nothing = -1e30f;

struct Choice {
    float tie;  // a later point must be better by so much
    int index = -1;
    float best = 0;

    void offer(float score, int i) {
        if (score == nothing) return;
        if (index < 0 || score > best + tie * abs_of(best)) best = score, index = i;
    }
};

/// The line through two chosen points, about which the body may turn.
struct Line {
    PlanePoint from;
    float u, v, squared;
    float slope = 0, weight = 0;  // where heights count

    Line(const PlanePoint& p, const PlanePoint& q, float weight_of_one)
        : from(p), u(q.u - p.u), v(q.v - p.v), squared(u * u + v * v) {
        if (weight_of_one == 0) return;
        slope = (q.separation - p.separation) / squared;
        weight = weight_of_one * std::sqrt(squared);
    }

    /// Twice the area of the triangle with a point, positive to the right, and how far it is above the line.
    float area(const PlanePoint& p) const { return (p.u - from.u) * v - (p.v - from.v) * u; }
    float above(const PlanePoint& p) const {
        return p.separation - from.separation - slope * ((p.u - from.u) * u + (p.v - from.v) * v);
    }

    /// What a point brings; nothing where it lies in the line, whose ends carry it, unless it is lower.
    float score(const PlanePoint& p, float size) const {
        const float height = weight > 0 ? above(p) : 0;
        return size > 1e-6f * squared || height < -below ? size - weight * height : nothing;
    }
};

}  // namespace

float weight_of_height(float turn) { return 1 / clamp_to(turn, 0.02f, 0.1f); }

int reduce_to_four(const PlanePoint* points, int count, float weight, int chosen[4]) {
    if (count <= 4) {
        for (int i = 0; i < count; ++i) chosen[i] = i;
        return count;
    }
    const PlanePoint a = points[chosen[0] = deepest(points, count)];
    const float tie = weight > 0 ? 0.01f : 0.02f;  // of a length, of its square
    Choice second{tie}, third{tie}, fourth{tie};
    for (int i = 0; i < count; ++i) {
        const float u = points[i].u - a.u, v = points[i].v - a.v;
        const float squared = u * u + v * v;
        if (squared <= 0) continue;
        const float height = points[i].separation - a.separation;
        second.offer(weight > 0 ? std::sqrt(squared) - weight * height : squared, i);
    }
    if (second.index < 0) return 1;
    const PlanePoint b = points[chosen[1] = second.index];

    const Line line(a, b, weight);
    for (int i = 0; i < count; ++i)
        if (i != chosen[0] && i != chosen[1])
            third.offer(line.score(points[i], abs_of(line.area(points[i]))), i);
    if (third.index < 0) return 2;
    const PlanePoint c = points[chosen[2] = third.index];

    const bool right = line.area(c) > 0;  // the sides go counter-clockwise, so that outside is to their right
    const Line sides[3] = {right ? Line(b, a, weight) : line, right ? Line(a, c, weight) : Line(b, c, weight),
                           right ? Line(c, b, weight) : Line(c, a, weight)};
    for (int i = 0; i < count; ++i) {
        if (i == chosen[0] || i == chosen[1] || i == chosen[2]) continue;
        float best = nothing;
        for (const Line& side : sides) best = max_of(best, side.score(points[i], side.area(points[i])));
        fourth.offer(best, i);
    }
    if (fourth.index < 0) return 3;
    chosen[3] = fourth.index;
    return 4;
}

}  // namespace cairn::narrow
