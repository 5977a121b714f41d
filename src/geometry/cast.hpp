#pragma once
// Rays and moving shapes: what is met first, and when. Shapes advance by steps that provably cannot pass
// through each other (conservative advancement, Mirtich 1996), so that every answer is at or before the true
// time of impact.

#include "geometry/distance.hpp"

namespace cairn {

/// Against one shape, in its body's frame. A ray that starts inside hits at fraction 0, with a normal against
/// the ray.
bool cast_ray(const Shape& shape, Vec3 from, Vec3 to, float& fraction, Vec3& normal);
/// The same with a ray and a normal in world space, where the body is at `place`. The ray may be as long as a
/// float can say.
bool cast_ray(const Shape& shape, const Transform& place, Vec3 from, Vec3 to, float& fraction, Vec3& normal);

/// The motion of a body over a step: its centre of mass moves straight, the body turns at a constant rate
/// about it.
struct Sweep {
    Transform start;  // of the body
    Vec3 motion;      // of the centre of mass
    Vec3 turn;        // axis times angle, in the world; any number of turns
    Vec3 center;      // of mass, in the body's frame
};

/// The shortest motion between two poses of a body.
Sweep sweep_between(const Transform& start, const Transform& end, Vec3 center);
/// The pose of the body at a fraction of the motion.
Transform pose_at(const Sweep& sweep, float fraction);

enum class ImpactState : uint8_t {
    separated,   // never nearer than the target during the motion; fraction is 1
    hit,         // reaches the target distance at `fraction`, or a little later
    overlapped,  // nearer than the target at the start
};

struct Impact {
    ImpactState state = ImpactState::separated;
    float fraction = 1;
    Vec3 normal;            // unit, from a to b at that time; zero where the shapes overlap at the start
    Vec3 point_a, point_b;  // on the two surfaces; at a hit they are within the tolerance of each other
    int iterations = 0;
};

struct ImpactOptions {
    /// The distance that counts as an impact. Continuous collision stops bodies a little apart.
    float target = 0;
    /// How much further apart than the target they may still be when the search ends.
    float tolerance = 1e-4f;
    int iteration_limit = 128;
};

/// The first time at which two moving shapes come as near as the target. A half space must not turn.
Impact time_of_impact(const Shape& a, const Sweep& sweep_a, const Shape& b, const Sweep& sweep_b,
                      const ImpactOptions& options = {});

/// A shape that moves straight, against one that rests. `normal` of the result points from the target to the
/// moving shape.
Impact cast_shape(const Shape& moving, const Transform& start, Vec3 motion, const Shape& target,
                  const Transform& target_transform, float tolerance = 1e-4f);

}  // namespace cairn
