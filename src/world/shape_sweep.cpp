#include "world/shape_sweep.hpp"

#include "base/check.hpp"
#include "base/index.hpp"
#include "geometry/bounds.hpp"
#include "math/rotation.hpp"
#include "world/impl.hpp"

namespace cairn {

namespace {

/// Cores of a shape: this many, each with an equal part more of the skin taken off, down to a ball in its
/// middle.
constexpr int core_count = 4;

/// What is left of a shape without its skin: an overlap less deep than the skin does not reach it. The last
/// one is a small ball in the middle.
Shape core_of(const Shape& shape, int core) {
    struct Visitor {
        float share;  // of its inner radius that a shape keeps
        bool last;

        Shape operator()(const Sphere& s) const { return Sphere{share * s.radius, s.center}; }
        Shape operator()(const Capsule& s) const {
            if (last) return Sphere{share * s.radius, 0.5f * (s.a + s.b)};
            return Capsule{s.a, s.b, share * s.radius};
        }
        Shape operator()(const Box& s) const {
            const Vec3 h = s.half_extents;
            const float inner = min_of(h.x, min_of(h.y, h.z)), skin = (1 - share) * inner;
            if (last) return Sphere{share * inner, s.center};
            return Box{h - Vec3{skin, skin, skin}, s.center, s.rotation};
        }
        Shape operator()(const Hull& s) const {
            return Sphere{share * s.data().inner_radius, s.data().center};
        }
        Shape operator()(const HalfSpace& s) const { return s; }
    };
    const float share = 1 - static_cast<float>(core) / (core_count + 1);
    return std::visit(Visitor{share, core == core_count}, shape);
}

/// The rotation from the start of the step to its end, as axis times angle. There is one for every number of
/// whole turns: this is the one nearest to what the angular velocity says.
Vec3 turn_of(const SoftStepScratch& scratch, int32_t body) {
    constexpr float whole = 6.2831853f, most = 1e6f;
    const Vec3 shortest = rotation_vector(scratch.motion[at(body)].turn);
    const Vec3 winding = scratch.winding[at(body)].angle;
    if (length_squared(winding) < 4) return shortest;
    const float angle = length(shortest);
    const Vec3 axis = angle > 1e-3f ? shortest / angle : normalized(winding);
    const float turns = clamp_to((dot(winding, axis) - angle) / whole, -most, most);
    if (!is_finite(turns)) return shortest;  // it spins beyond all numbers and will be frozen
    return (angle + whole * static_cast<float>(static_cast<int>(turns < 0 ? turns - 0.5f : turns + 0.5f))) *
           axis;
}

/// A limb whose joint pulls it along while it touches the ground would be stopped in every step, and its
/// joint never close: what already touches a jointed body is left to the contact, all but the middle.
bool contact_rules(const Model& model, int32_t index, uint32_t other) {
    const Body& body = model.bodies[at(index)];
    if (body.first_joint == none) return false;
    for (int32_t edge = body.first_contact; edge != none;) {
        const ContactRecord& contact = model.contacts[at(edge >> 1)];
        if (contact.touching && (contact.shape_a == other || contact.shape_b == other)) return true;
        edge = contact.next[edge & 1];
    }
    return false;
}

/// Within the tolerance of the distance at which it would be stopped, or nearer. Stopping it there would hold
/// it for ever, even where it moves away.
bool touches_at_start(const Impact& impact) {
    return impact.state == ImpactState::overlapped ||
           (impact.state == ImpactState::hit && impact.iterations == 1);
}

bool rests(const Sweep& sweep) { return sweep.motion == Vec3{} && sweep.turn == Vec3{}; }

/// What was met moves on to the end of the step; a body in its way goes with it, lest it be on the other side
/// then.
Vec3 carry_of(const Impact& impact, const Sweep& other) {
    const Vec3 center = other.start * other.center + impact.fraction * other.motion;
    const Vec3 way = (1 - impact.fraction) * (other.motion + cross(other.turn, impact.point_b - center));
    return min_of(dot(way, impact.normal), 0) * impact.normal;
}

}  // namespace

Sweep sweep_of(const Model& model, const SoftStepScratch& scratch, int32_t body) {
    return {model.frame(body), scratch.motion[at(body)].translation, turn_of(scratch, body),
            model.bodies[at(body)].center_of_mass};
}

ShapeSweep::ShapeSweep(const Model& model, uint32_t shape, const Sweep& sweep)
    : model_(model), shape_(shape), sweep_(sweep), thickness_(model.bodies[at(record().body)].thickness) {
    radius_ = radius_about(convex_points(record().shape), sweep.center);
    turning_reach_ = reach_of(record().shape);
}

bool ShapeSweep::is_fast() const {
    const float reach = length(sweep_.motion) + turning_reach_ * length(sweep_.turn);
    return reach > model_.extents[at(record().body)].safe_motion;
}

void ShapeSweep::meet_fixed(Stop& first) const {
    walk(model_.fixed_tree, 0, first, [&](uint32_t other) {
        return Sweep{model_.frame(model_.shapes[other].body), {}, {}, {}};
    });
}

void ShapeSweep::meet_moving(const SoftStepScratch& scratch, float slack, Stop& first) const {
    walk(model_.moving_tree, slack, first,
         [&](uint32_t other) { return sweep_of(model_, scratch, model_.shapes[other].body); });
}

template <class SweepOf>
void ShapeSweep::walk(const BoundsTree& tree, float slack, Stop& first, SweepOf&& sweep_of_other) const {
    const Vec3 center = sweep_.start * sweep_.center;
    const float size = radius_ + stop_distance + stop_tolerance + slack;
    const Filter& filter = record().def.filter;
    tree.cast_ray(center, center + sweep_.motion, {size, size, size},
                  filter.group > 0 ? ~uint64_t{0} : filter.mask, [&](uint32_t other, int, float) {
                      if (may_meet(other)) meet(other, sweep_of_other(other), first);
                      // of those met at the same time, even at the start, the lowest id counts
                      return max_of(first.fraction, 1e-30f);
                  });
}

bool ShapeSweep::may_meet(uint32_t other) const {
    const ShapeRecord& target = model_.shapes[other];
    return !target.def.sensor && !is_bullet(model_.bodies[at(target.body)]) &&
           may_collide(model_, shape_, other) && joints_allow(model_, shape_, other);
}

ShapeSweep::CoreImpact ShapeSweep::meet_core(int core, const Shape& target, const Sweep& other) const {
    const auto meet = [&](const Shape& own, const ImpactOptions& options, float safe_depth) -> CoreImpact {
        const float reach = reach_of(own);
        if (rests(other) && stays_apart(own, reach, target, other.start)) return {};
        return {time_of_impact(own, sweep_, target, other, options), safe_depth, reach};
    };
    if (core == 0)
        return meet(record().shape, {stop_distance, stop_tolerance, 64},
                    safe_share * thickness_ + stop_distance);
    return meet(core_of(record().shape, core), {0, min_of(stop_tolerance, 0.02f * thickness_), 64},
                core < core_count ? thickness_ / 16 : 0);
}

void ShapeSweep::meet(uint32_t other, const Sweep& other_sweep, Stop& first) const {
    const Shape& target = model_.shapes[other].shape;
    if (!rests(other_sweep) && !near(other_sweep, model_.bodies[at(model_.shapes[other].body)].radius))
        return;
    // Where they touch at the start their contact rules. But it knows only the features that touch: other
    // parts of a body that spins may swing round. So what lies a little deeper must not get through.
    int core = contact_rules(model_, record().body, other) ? core_count : 0;
    CoreImpact met = meet_core(core, target, other_sweep);
    while (touches_at_start(met.impact) && core < core_count) met = meet_core(++core, target, other_sweep);
    Impact& impact = met.impact;
    // the innermost core is held however near it is, unless its middle is inside
    if (core == core_count && impact.state == ImpactState::overlapped && !(impact.normal == Vec3{}))
        impact.state = ImpactState::hit;
    if (impact.state != ImpactState::hit) return;
    // The two are on either side of a plane now: this is how far beyond it any point can get. A body that
    // slides along the ground or grazes a wall does not get far, and must not be held up.
    const float depth =
        (1 - impact.fraction) * approach_speed(impact.normal, met.turning_reach, target, other_sweep);
    if (depth <= met.safe_depth) return;
    if (rests(other_sweep) && slides_over(model_, shape_, other, pose_at(sweep_, 1))) return;
    const Stop stop{impact.fraction,    other,         carry_of(impact, other_sweep),
                    core == core_count, impact.normal, impact.point_a};
    if (stop.before(first)) first = stop;
}

/// Whether it stays farther from what rests than where it would be stopped, along an axis of the world:
/// so it is with most that is near the ground, and takes a tenth of the time of a distance.
bool ShapeSweep::stays_apart(const Shape& shape, float reach, const Shape& target,
                             const Transform& place) const {
    const Bounds own = shape_bounds(shape, sweep_.start), other = shape_bounds(target, place);
    const float rim = 1.001f * (stop_distance + stop_tolerance) +
                      1e-5f * max_of(largest_of(own.lower), largest_of(own.upper));
    for (int axis = 0; axis < 3; ++axis) {
        const float u = sweep_.turn[(axis + 1) % 3], v = sweep_.turn[(axis + 2) % 3];
        const float turning = 1.001f * reach * std::sqrt(u * u + v * v) + rim;
        const float motion = sweep_.motion[axis];
        if (own.lower[axis] + min_of(motion, 0) - turning > other.upper[axis] ||
            own.upper[axis] + max_of(motion, 0) + turning < other.lower[axis])
            return true;
    }
    return false;
}

/// Whether the balls about the two bodies come near each other; the tree cannot tell, where some body
/// moves far.
bool ShapeSweep::near(const Sweep& other, float other_radius) const {
    const Vec3 apart = other.start * other.center - sweep_.start * sweep_.center;
    const float square = length_squared(sweep_.motion);
    const float t = square > 0 ? clamp_to(dot(apart, sweep_.motion) / square, 0, 1) : 0;
    const float reach = radius_ + other_radius + length(other.motion) + stop_distance + stop_tolerance;
    return length_squared(apart - t * sweep_.motion) <= reach * reach;
}

/// How far from the centre of mass turning matters: the rounding of a shape looks the same however it
/// turns.
float ShapeSweep::reach_of(const Shape& shape) const {
    const ConvexPoints points = convex_points(shape);
    return radius_about(points, sweep_.center) - points.radius;
}

/// Upper bound of the speed, per step, at which points come nearer along the normal.
float ShapeSweep::approach_speed(Vec3 normal, float turning_reach, const Shape& target,
                                 const Sweep& other) const {
    float speed =
        dot(normal, sweep_.motion - other.motion) + turning_reach * length(cross(normal, sweep_.turn));
    if (!(other.turn == Vec3{}))
        speed += radius_about(convex_points(target), other.center) * length(cross(normal, other.turn));
    return speed;
}

}  // namespace cairn
