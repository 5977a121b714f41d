#include "collision/narrow/reduce.hpp"

namespace cairn::narrow {
namespace {

constexpr float tie = 0.01f;                 // a later point must be better by 1 %
constexpr float below = 0.1f * linear_slop;  // a point under what was chosen counts wherever it is

int deepest(const PlanePoint* points, int count) {
    int best = 0;
    for (int i = 1; i < count; ++i) {
        if (points[i].separation < points[best].separation - 0.2f * linear_slop) best = i;
    }
    return best;
}

struct Choice {
    int index = -1;
    float best = 0;

    void offer(float score, int i) {
        if (index < 0 || score > best + tie * abs_of(best)) best = score, index = i;
    }
};

/// The line through two chosen points, about which the body may turn.
struct Line {
    PlanePoint from;
    float u, v, length, slope;

    Line(const PlanePoint& p, const PlanePoint& q) : from(p), u(q.u - p.u), v(q.v - p.v) {
        length = std::sqrt(u * u + v * v);
        u = u / length, v = v / length, slope = (q.separation - p.separation) / length;
    }

    /// How far a point is to the right, and how far above the line.
    float aside(const PlanePoint& p) const { return (p.u - from.u) * v - (p.v - from.v) * u; }
    float above(const PlanePoint& p) const {
        return p.separation - from.separation - slope * ((p.u - from.u) * u + (p.v - from.v) * v);
    }
};

/// What lies in the line is carried by its ends, unless it is lower.
bool counts(float aside, float above, float length) { return aside > 1e-6f * length || above < -below; }

}  // namespace

float weight_of_height(float turn) { return 1 / clamp_to(turn, 0.02f, 0.1f); }

int reduce_to_four(const PlanePoint* points, int count, float weight, int chosen[4]) {
    if (count <= 4) {
        for (int i = 0; i < count; ++i) chosen[i] = i;
        return count;
    }
    const PlanePoint a = points[chosen[0] = deepest(points, count)];
    Choice second, third, fourth;
    for (int i = 0; i < count; ++i) {
        const float u = points[i].u - a.u, v = points[i].v - a.v;
        const float squared = u * u + v * v;
        if (squared > 0) second.offer(std::sqrt(squared) - weight * (points[i].separation - a.separation), i);
    }
    if (second.index < 0) return 1;
    const PlanePoint b = points[chosen[1] = second.index];

    const Line line(a, b);
    for (int i = 0; i < count; ++i) {
        const float aside = abs_of(line.aside(points[i])), above = line.above(points[i]);
        if (i == chosen[0] || i == chosen[1] || !counts(aside, above, line.length)) continue;
        third.offer(aside - weight * above, i);
    }
    if (third.index < 0) return 2;
    const PlanePoint c = points[chosen[2] = third.index];

    const bool right =
        line.aside(c) > 0;  // the sides go counter-clockwise, so that outside is to their right
    const Line sides[3] = {right ? Line(b, a) : line, right ? Line(a, c) : Line(b, c),
                           right ? Line(c, b) : Line(c, a)};
    for (int i = 0; i < count; ++i) {
        if (i == chosen[0] || i == chosen[1] || i == chosen[2]) continue;
        for (const Line& side : sides) {
            const float aside = side.aside(points[i]), above = side.above(points[i]);
            if (counts(aside, above, line.length)) fourth.offer(side.length * (aside - weight * above), i);
        }
    }
    if (fourth.index < 0) return 3;
    chosen[3] = fourth.index;
    return 4;
}

}  // namespace cairn::narrow
