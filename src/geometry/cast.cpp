#include "geometry/cast.hpp"

#include "math/rotation.hpp"

namespace cairn {

Sweep sweep_between(const Transform& start, const Transform& end, Vec3 center) {
    return {start, end * center - start * center, rotation_vector(end.rotation * conjugate(start.rotation)),
            center};
}

Transform pose_at(const Sweep& sweep, float fraction) {
    const Quat rotation = normalized(exp_rotation(fraction * sweep.turn) * sweep.start.rotation);
    const Vec3 center = sweep.start * sweep.center + fraction * sweep.motion;
    return {center - rotate(rotation, sweep.center), rotation};
}

namespace {

// How far the points reach from the axis through the centre of mass about which the body turns. A rounding
// does not count: it looks the same from every side.
float reach_from_axis(const ConvexPoints& points, const Sweep& sweep) {
    const float angle = length(sweep.turn);
    if (angle == 0) return 0;
    const Vec3 axis = inverse_rotate(sweep.start.rotation, sweep.turn / angle);
    float furthest = 0;
    for (int i = 0; i < points.count; ++i) {
        furthest = max_of(furthest, length_squared(cross(axis, points.point(i) - sweep.center)));
    }
    return std::sqrt(furthest);
}

struct Mover {
    const ConvexPoints& points;
    Sweep sweep;
    float reach;

    // The fastest that any point can move along n at any time of the motion: n.(w x r) = r.(n x w) <= reach
    // |n x w|.
    float turning_speed(Vec3 n) const { return reach * length(cross(n, sweep.turn)); }
};

Impact advance(const Mover& a, const Mover& b, const ImpactOptions& options) {
    Impact impact;
    SimplexCache cache;
    const Vec3 motion = a.sweep.motion - b.sweep.motion;
    float t = 0;
    for (impact.iterations = 1;; ++impact.iterations) {
        const DistanceResult r =
            convex_distance(a.points, pose_at(a.sweep, t), b.points, pose_at(b.sweep, t), cache);
        cache = r.simplex;
        impact.point_a = r.point_a;
        impact.point_b = r.point_b;
        impact.fraction = t;
        // Poses are floats: the gap may be this much smaller than it looks.
        const float doubt =
            3e-7f * (length(r.point_a) + length(r.point_b) + min_of(1, 2 * t) * length(motion));
        const float space = r.distance - options.target, gap = space - doubt;
        if (t == 0 && (r.overlap || gap <= -doubt)) {
            impact.state = ImpactState::overlapped;
            impact.normal = r.normal;
            return impact;
        }
        impact.state = ImpactState::hit;
        if (r.overlap)
            return impact;  // by rounding, at a place without a normal: that of the step before serves
        impact.normal = r.normal;
        const float speed = dot(r.normal, motion) + a.turning_speed(r.normal) + b.turning_speed(r.normal);
        // No point can cross the plane between them before the space is used up at this speed. Doubt does not
        // count here: what lies on a large floor may move along it, and away.
        if (space > 0 && !(t * speed + space < speed)) break;
        if (gap <= options.tolerance || impact.iterations >= options.iteration_limit) {
            if (gap > 0) impact.fraction = t + gap / speed;
            return impact;
        }
        // Half of the tolerance is left, so that there is always a distance and with it a normal.
        const float next = t + (gap - 0.5f * options.tolerance) / speed;
        if (next <= t) return impact;  // floats cannot tell the times apart
        t = next;
    }
    impact.state = ImpactState::separated;
    impact.fraction = 1;
    return impact;
}

}  // namespace

Impact time_of_impact(const Shape& a, const Sweep& sweep_a, const Shape& b, const Sweep& sweep_b,
                      const ImpactOptions& options) {
    const ConvexPoints points_a = convex_points(a), points_b = convex_points(b);
    Mover mover_a{points_a, sweep_a, reach_from_axis(points_a, sweep_a)};
    Mover mover_b{points_b, sweep_b, reach_from_axis(points_b, sweep_b)};
    // Near the origin floats are dense; only the difference of the two places matters.
    const Vec3 origin = sweep_a.start.position;
    mover_a.sweep.start.position = {0, 0, 0};
    mover_b.sweep.start.position = sweep_b.start.position - origin;
    Impact impact = advance(mover_a, mover_b, options);
    impact.point_a += origin;
    impact.point_b += origin;
    return impact;
}

Impact cast_shape(const Shape& moving, const Transform& start, Vec3 motion, const Shape& target,
                  const Transform& target_transform, float tolerance) {
    const Sweep sweep_moving{start, motion, {0, 0, 0}, {0, 0, 0}};
    const Sweep sweep_target{target_transform, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    ImpactOptions options;
    options.tolerance = tolerance;
    return time_of_impact(target, sweep_target, moving, sweep_moving, options);
}

}  // namespace cairn
