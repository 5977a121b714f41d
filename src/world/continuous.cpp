#include "world/continuous.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "base/index.hpp"
#include "geometry/bounds.hpp"
#include "geometry/cast.hpp"
#include "math/rotation.hpp"
#include "world/impl.hpp"

namespace cairn {

namespace {

constexpr int bodies_per_task = 64;
constexpr int sweeps_per_task = 4;

/// A body that sinks into another by less than this share of its thickness is pushed back the way it came:
/// its contact does the right thing. Only what moves farther in a step needs a sweep.
constexpr float safe_share = 0.25f;
/// So near, there is a contact already before the motion begins (pairs that are apart are looked at again
/// after a quarter of the speculative distance), and the solver has seen to it that no point crosses.
constexpr float safe_distance = 0.5f * speculative_distance;
/// Bodies stop this far from what they meet, or up to the tolerance farther: near enough for the contact of
/// the next step.
constexpr float stop_distance = 0.5f * linear_slop;
constexpr float stop_tolerance = 0.25f * linear_slop;
/// Cores of a shape: this many, each with an equal part more of the skin taken off, down to a ball in its
/// middle.
constexpr int core_count = 4;

/// Upper bound of the way any point of the body goes in this step.
float reach_of(const SoftStepScratch& scratch, int32_t body, float radius) {
    return length(scratch.motion[at(body)].translation) + radius * length(scratch.winding[at(body)].angle);
}

bool is_bullet(const Body& body) { return body.bullet && body.dynamic(); }

float largest_of(Vec3 v) { return max_of(abs_of(v.x), max_of(abs_of(v.y), abs_of(v.z))); }

/// A limb whose joint pulls it along while it touches the ground would be stopped in every step, and its
/// joint never close: what already touches a jointed body is left to the contact.
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

/// Whether there is anything fixed near the way of a body that could stop it: most of what is fast flies.
bool near_fixed(const Model& model, const SoftStepScratch& scratch, int32_t index) {
    const Vec3 from = model.poses[at(index)].center, to = from + scratch.motion[at(index)].translation;
    // more than what a sweep will look at, however it rounds
    const float size = 1.001f * (model.extents[at(index)].radius + stop_distance + stop_tolerance) +
                       1e-5f * largest_of(from);
    const Vec3 rim{size, size, size};
    bool found = false;
    model.fixed_tree.query({min_of(from, to) - rim, max_of(from, to) + rim}, BoundsTree::all_categories,
                           [&](uint32_t other, int) {
                               found = (model.bodies[at(index)].contact_colors & static_colors) == 0 ||
                                       !contact_rules(model, index, other);
                               return !found;
                           });
    return found;
}

/// Lists what is so fast that it needs a sweep, and near enough to something fixed, or a bullet.
void find_fast(World::Impl& world, Crew& crew) {
    const Model& model = world.model;
    SoftStepScratch& motions = world.scratch.soft_step;
    ContinuousScratch& scratch = world.scratch.continuous;
    const int count = static_cast<int>(model.awake_bodies.size());
    const int tasks = (count + bodies_per_task - 1) / bodies_per_task;
    if (static_cast<int>(scratch.found.size()) < tasks) scratch.found.resize(static_cast<size_t>(tasks));
    crew.for_blocks(tasks, [&](int task) {
        std::vector<int32_t>& found = scratch.found[static_cast<size_t>(task)];
        found.clear();
        const int last = std::min(count, (task + 1) * bodies_per_task);
        for (int i = task * bodies_per_task; i < last; ++i) {
            const int32_t index = model.awake_bodies[at(i)];
            const BodyExtent& extent = model.extents[at(index)];
            const Vec3 translation = motions.motion[at(index)].translation,
                       angle = motions.winding[at(index)].angle;
            // |t| + r |w| <= sqrt(2 (t^2 + r^2 w^2)): without roots, as nearly all bodies are slow. Not NaN
            // or infinite: such a body is frozen where it is when the step finishes.
            const float square =
                2 * (length_squared(translation) + extent.radius * extent.radius * length_squared(angle));
            if (!(square > extent.safe_motion * extent.safe_motion && square < infinity &&
                  1.01f * reach_of(motions, index, extent.radius) > extent.safe_motion))
                continue;
            // turns of thousands of radians overflow to no turn at all
            Quat& turn = motions.motion[at(index)].turn;
            if (!(dot(turn, turn) > 0.5f)) turn = {};
            if (near_fixed(model, motions, index) || is_bullet(model.bodies[at(index)]))
                found.push_back(index);
        }
    });
    scratch.fast.clear();
    for (int task = 0; task < tasks; ++task) {
        const std::vector<int32_t>& found = scratch.found[static_cast<size_t>(task)];
        scratch.fast.insert(scratch.fast.end(), found.begin(), found.end());
    }
}

/// The farthest that a point of a body that is no bullet goes in this step.
float largest_motion(const World::Impl& world) {
    float largest = 0;
    for (int32_t index : world.model.awake_bodies) {
        const float reach = reach_of(world.scratch.soft_step, index, world.model.extents[at(index)].radius);
        if (reach < infinity && !is_bullet(world.model.bodies[at(index)])) largest = max_of(largest, reach);
    }
    return largest;
}

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

Sweep sweep_of(const Model& model, const SoftStepScratch& scratch, int32_t body) {
    return {model.frame(body), scratch.motion[at(body)].translation, turn_of(scratch, body),
            model.bodies[at(body)].center_of_mass};
}

/// Where a body must stop: the fraction of its motion, and the way it is carried by what it met.
struct Stop {
    float fraction = 1;
    uint32_t shape = ~0u;
    Vec3 carry;
    bool sunk = false;  // to the innermost core; then these are where it was stopped
    Vec3 normal, point;

    bool before(const Stop& other) const {
        return fraction != other.fraction ? fraction < other.fraction : shape < other.shape;
    }
};

/// One shape of a fast body on its way.
class ShapeSweep {
public:
    ShapeSweep(const Model& model, uint32_t shape, const Sweep& sweep)
        : model_(model), shape_(shape), sweep_(sweep), thickness_(model.bodies[at(record().body)].thickness) {
        radius_ = radius_about(convex_points(record().shape), sweep.center);
        turning_reach_ = reach_of(record().shape);
    }

    /// A ball that rolls is only as fast as its centre.
    bool is_fast() const {
        const float reach = length(sweep_.motion) + turning_reach_ * length(sweep_.turn);
        return reach > model_.extents[at(record().body)].safe_motion;
    }

    void meet_fixed(Stop& first) const {
        walk(model_.fixed_tree, 0, first, [&](uint32_t other) {
            return Sweep{model_.frame(model_.shapes[other].body), {}, {}, {}};
        });
    }

    /// Bodies that are no bullets have been stopped already: their motion is final. `slack` is how far they
    /// may have left their bounds, which are those of the start of the step.
    void meet_moving(const SoftStepScratch& scratch, float slack, Stop& first) const {
        walk(model_.moving_tree, slack, first,
             [&](uint32_t other) { return sweep_of(model_, scratch, model_.shapes[other].body); });
    }

private:
    const ShapeRecord& record() const { return model_.shapes[shape_]; }

    template <class SweepOf>
    void walk(const BoundsTree& tree, float slack, Stop& first, SweepOf&& sweep_of_other) const {
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

    /// Whether the balls about the two bodies come near each other; the tree cannot tell, where some body
    /// moves far.
    bool near(const Sweep& other, float other_radius) const {
        const Vec3 apart = other.start * other.center - sweep_.start * sweep_.center;
        const float square = length_squared(sweep_.motion);
        const float t = square > 0 ? clamp_to(dot(apart, sweep_.motion) / square, 0, 1) : 0;
        const float reach = radius_ + other_radius + length(other.motion) + stop_distance + stop_tolerance;
        return length_squared(apart - t * sweep_.motion) <= reach * reach;
    }

    bool may_meet(uint32_t other) const {
        const ShapeRecord& target = model_.shapes[other];
        return !target.def.sensor && !is_bullet(model_.bodies[at(target.body)]) &&
               may_collide(model_, shape_, other) && joints_allow(model_, shape_, other) &&
               !contact_rules(model_, record().body, other);
    }

    /// Whether it stays farther from what rests than where it would be stopped, along an axis of the world:
    /// so it is with most that is near the ground, and takes a tenth of the time of a distance.
    bool stays_apart(const Shape& target, const Transform& place) const {
        const Bounds own = shape_bounds(record().shape, sweep_.start), other = shape_bounds(target, place);
        const float rim = 1.001f * (stop_distance + stop_tolerance) +
                          1e-5f * max_of(largest_of(own.lower), largest_of(own.upper));
        for (int axis = 0; axis < 3; ++axis) {
            const float u = sweep_.turn[(axis + 1) % 3], v = sweep_.turn[(axis + 2) % 3];
            const float turning = 1.001f * turning_reach_ * std::sqrt(u * u + v * v) + rim;
            const float motion = sweep_.motion[axis];
            if (own.lower[axis] + min_of(motion, 0) - turning > other.upper[axis] ||
                own.upper[axis] + max_of(motion, 0) + turning < other.lower[axis])
                return true;
        }
        return false;
    }

    void meet(uint32_t other, const Sweep& other_sweep, Stop& first) const {
        const Shape& target = model_.shapes[other].shape;
        const bool rests = other_sweep.motion == Vec3{} && other_sweep.turn == Vec3{};
        if (rests ? stays_apart(target, other_sweep.start)
                  : !near(other_sweep, model_.bodies[at(model_.shapes[other].body)].radius))
            return;
        Impact impact =
            time_of_impact(record().shape, sweep_, target, other_sweep, {stop_distance, stop_tolerance, 64});
        float safe_depth = safe_share * thickness_ + stop_distance, turning_reach = turning_reach_;
        // Where they touch at the start their contact rules. But it knows only the features that touch: other
        // parts of a body that spins may swing round. So what lies a little deeper must not get through.
        const ImpactOptions options{0, min_of(stop_tolerance, 0.02f * thickness_), 64};
        int core = 0;
        while (touches_at_start(impact) && core < core_count) {
            const Shape inner = core_of(record().shape, ++core);
            impact = time_of_impact(inner, sweep_, target, other_sweep, options);
            safe_depth = core < core_count ? thickness_ / 16 : 0;
            turning_reach = reach_of(inner);
        }
        // the innermost core is held however near it is, unless its middle is inside
        if (core == core_count && impact.state == ImpactState::overlapped && !(impact.normal == Vec3{}))
            impact.state = ImpactState::hit;
        if (impact.state != ImpactState::hit) return;
        // The two are on either side of a plane now: this is how far beyond it any point can get. A body that
        // slides along the ground or grazes a wall does not get far, and must not be held up.
        const float depth =
            (1 - impact.fraction) * approach_speed(impact.normal, turning_reach, target, other_sweep);
        if (depth <= safe_depth) return;
        const Stop stop{impact.fraction,    other,         carry_of(impact, other_sweep),
                        core == core_count, impact.normal, impact.point_a};
        if (stop.before(first)) first = stop;
    }

    /// How far from the centre of mass turning matters: the rounding of a shape looks the same however it
    /// turns.
    float reach_of(const Shape& shape) const {
        const ConvexPoints points = convex_points(shape);
        return radius_about(points, sweep_.center) - points.radius;
    }

    /// Within the tolerance of the distance at which it would be stopped, or nearer. Stopping it there would
    /// hold it for ever, even where it moves away.
    static bool touches_at_start(const Impact& impact) {
        return impact.state == ImpactState::overlapped ||
               (impact.state == ImpactState::hit && impact.iterations == 1);
    }

    /// Upper bound of the speed, per step, at which points come nearer along the normal.
    float approach_speed(Vec3 normal, float turning_reach, const Shape& target, const Sweep& other) const {
        float speed =
            dot(normal, sweep_.motion - other.motion) + turning_reach * length(cross(normal, sweep_.turn));
        if (!(other.turn == Vec3{}))
            speed += radius_about(convex_points(target), other.center) * length(cross(normal, other.turn));
        return speed;
    }

    /// What was met moves on to the end of the step; a body in its way goes with it, lest it be on the other
    /// side then.
    static Vec3 carry_of(const Impact& impact, const Sweep& other) {
        const Vec3 center = other.start * other.center + impact.fraction * other.motion;
        const Vec3 way = (1 - impact.fraction) * (other.motion + cross(other.turn, impact.point_b - center));
        return min_of(dot(way, impact.normal), 0) * impact.normal;
    }

    const Model& model_;
    uint32_t shape_;
    const Sweep& sweep_;
    float thickness_;
    float radius_ = 0;         // about the centre of mass
    float turning_reach_ = 0;  // the same without the rounding
};

template <class Meet>
Stop first_stop(const Model& model, int32_t body, const Sweep& sweep, Meet&& meet) {
    Stop first;
    for (int32_t s = model.bodies[at(body)].first_shape; s != none; s = model.shapes[at(s)].next) {
        if (model.shapes[at(s)].def.sensor) continue;
        const ShapeSweep shape(model, static_cast<uint32_t>(s), sweep);
        if (shape.is_fast()) meet(shape, first);
    }
    return first;
}

/// A body that its contacts could not stop, because it spins by radians in a sub-step, hits with its core,
/// without bounce.
void stop_velocity(Model& model, int32_t body, const Stop& stop) {
    const Pose& pose = model.poses[at(body)];
    Velocity& velocity = model.velocities[at(body)];
    const Vec3 arm = stop.point - pose.center;
    const float speed = dot(stop.normal, velocity.linear + cross(velocity.angular, arm));
    if (!(speed > 0)) return;
    const Vec3 turning = cross(arm, stop.normal);
    const Vec3 response = symmetric_times(pose.inverse_inertia, turning);
    const float inverse_mass = pose.inverse_mass + dot(turning, response);
    if (!(inverse_mass > 0)) return;
    const float impulse = speed / inverse_mass;
    velocity.linear -= impulse * pose.inverse_mass * stop.normal;
    velocity.angular -= impulse * response;
}

/// Sweeps each fast body on its own, or only the bullets: it reads what does not change meanwhile and writes
/// its own motion.
template <class Meet>
void sweep_bodies(World::Impl& world, Crew& crew, float dt, bool only_bullets, Meet&& meet) {
    Model& model = world.model;
    ContinuousScratch& scratch = world.scratch.continuous;
    SoftStepScratch& motions = world.scratch.soft_step;
    const int count = static_cast<int>(scratch.fast.size());
    scratch.stopped_at.assign(scratch.fast.size(), 1);
    crew.for_blocks((count + sweeps_per_task - 1) / sweeps_per_task, [&](int task) {
        const int last = std::min(count, (task + 1) * sweeps_per_task);
        for (int i = task * sweeps_per_task; i < last; ++i) {
            const int32_t body = scratch.fast[at(i)];
            if (only_bullets && !is_bullet(model.bodies[at(body)])) continue;
            const Sweep sweep = sweep_of(model, motions, body);
            const Stop stop = first_stop(model, body, sweep, meet);
            if (!(stop.fraction < 1)) continue;
            shorten_motion(model, motions, body, stop.fraction, dt);
            motions.motion[at(body)].translation += stop.carry;
            if (stop.sunk && !only_bullets) stop_velocity(model, body, stop);
            scratch.stopped_at[at(i)] = stop.fraction;
            scratch.stopped[at(i)] = 1;
        }
    });
    stop_joined(world, dt);
}

float least_width(const HullData& hull) {
    float least = infinity;
    for (const HullFace& face : hull.faces) {
        const Vec3 farthest = hull.vertices[static_cast<size_t>(hull_support(hull, -face.normal))];
        least = min_of(least, face.offset - dot(face.normal, farthest));
    }
    return least;
}

}  // namespace

float thickness_of(const Shape& shape) {
    struct {
        float operator()(const Sphere& s) const { return 2 * s.radius; }
        float operator()(const Capsule& s) const { return 2 * s.radius; }
        float operator()(const Box& s) const {
            return 2 * min_of(s.half_extents.x, min_of(s.half_extents.y, s.half_extents.z));
        }
        float operator()(const Hull& s) const { return least_width(s.data()); }
        float operator()(const HalfSpace&) const { return infinity; }
    } visitor;
    return std::visit(visitor, shape);
}

float safe_motion_of(const Body& body) {
    if (!body.dynamic() || !(body.thickness > 0)) return infinity;
    return max_of(safe_share * body.thickness, safe_distance);
}

void shorten_motion(Model& model, SoftStepScratch& scratch, int32_t index, float fraction, float time) {
    Motion& motion = scratch.motion[at(index)];
    motion.turn = normalized(exp_rotation(fraction * turn_of(scratch, index)));
    motion.translation *= fraction, scratch.winding[at(index)].angle *= fraction;
    // It has not fallen for the rest of the time: what gravity and forces gave it then would be energy from
    // nowhere.
    const Body& body = model.bodies[at(index)];
    const Vec3 acceleration =
        body.gravity_scale * model.gravity + model.poses[at(index)].inverse_mass * body.force;
    model.velocities[at(index)].linear -= (1 - fraction) * time * acceleration;
}

void stop_fast_bodies(World::Impl& world, Crew& crew, float dt) {
    world.report.continuous = 0;
    if (!world.model.continuous) return;
    find_fast(world, crew);
    ContinuousScratch& scratch = world.scratch.continuous;
    if (scratch.fast.empty()) return;
    scratch.stopped.assign(scratch.fast.size(), 0);
    sweep_bodies(world, crew, dt, false,
                 [](const ShapeSweep& shape, Stop& first) { shape.meet_fixed(first); });
    const auto bullet = [&](int32_t body) { return is_bullet(world.model.bodies[at(body)]); };
    if (std::any_of(scratch.fast.begin(), scratch.fast.end(), bullet)) {
        const float slack = largest_motion(world);
        sweep_bodies(world, crew, dt, true, [&](const ShapeSweep& shape, Stop& first) {
            shape.meet_moving(world.scratch.soft_step, slack, first);
        });
    }
    for (const uint8_t stopped : scratch.stopped) world.report.continuous += stopped;
}

}  // namespace cairn
