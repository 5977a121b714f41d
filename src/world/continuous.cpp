#include "world/continuous.hpp"

#include <algorithm>

#include "base/index.hpp"
#include "math/rotation.hpp"
#include "world/impl.hpp"
#include "world/shape_sweep.hpp"

namespace cairn {

namespace {

constexpr int bodies_per_task = 64;
constexpr int sweeps_per_task = 4;

/// So near, there is a contact already before the motion begins (pairs that are apart are looked at again
/// after a quarter of the speculative distance), and the solver has seen to it that no point crosses.
constexpr float safe_distance = 0.5f * speculative_distance;

/// Upper bound of the way any point of the body goes in this step.
float reach_of(const SoftStepScratch& scratch, int32_t body, float radius) {
    return length(scratch.motion[at(body)].translation) + radius * length(scratch.winding[at(body)].angle);
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
                           [&](uint32_t, int) { return !(found = true); });
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

template <class Meet>
Stop first_stop(const Model& model, int32_t body, const Sweep& sweep, Meet&& meet) {
    Stop first;
    for (int32_t s = model.bodies[at(body)].first_shape; s != none; s = model.shapes[at(s)].next) {
        if (model.shapes[at(s)].def.sensor) continue;
        meet(ShapeSweep(model, static_cast<uint32_t>(s), sweep), first);
    }
    return first;
}

/// How far a body goes that was stopped and is carried by what it met: to where it meets something fixed,
/// which does not give way.
Vec3 way_carried(const Model& model, int32_t body, const Sweep& sweep, const Stop& stop) {
    if (stop.carry == Vec3{}) return {};
    const Sweep rest{pose_at(sweep, stop.fraction), stop.carry, {}, sweep.center};
    const auto meet = [](const ShapeSweep& shape, Stop& first) { shape.meet_fixed(first); };
    return first_stop(model, body, rest, meet).fraction * stop.carry;
}

/// A body that its contacts could not stop, because it spins by radians in a sub-step, hits with its core,
/// without bounce.
void stop_velocity(Model& model, int32_t body, Quat turn, const Stop& stop) {
    const Pose& pose = model.poses[at(body)];
    Velocity& velocity = model.velocities[at(body)];
    const Vec3 arm = stop.point - pose.center;
    const float speed = dot(stop.normal, velocity.linear + cross(velocity.angular, arm));
    if (!(speed > 0)) return;
    const Vec3 turning = cross(arm, stop.normal);
    // by the inertia as the body has turned; locked axes do not turn with it
    const bool follows = model.bodies[at(body)].locks >> 3u == 0;
    const Quat turned = follows ? turn : Quat{};
    const Vec3 response =
        rotate(turned, symmetric_times(pose.inverse_inertia, rotate(conjugate(turned), turning)));
    const Vec3 way = model.bodies[at(body)].freed(stop.normal);
    const float free = way == stop.normal ? 1 : length_squared(way);
    const float inverse_mass = pose.inverse_mass * free + dot(turning, response);
    if (!(inverse_mass > pose.least_push)) return;
    const float impulse = speed / inverse_mass;
    velocity.linear -= impulse * pose.inverse_mass * way;
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
            const Vec3 carried = way_carried(model, body, sweep, stop);
            shorten_motion(model, motions, body, stop.fraction, dt);
            motions.motion[at(body)].translation += model.bodies[at(body)].freed(carried);
            if (stop.sunk && !only_bullets) stop_velocity(model, body, motions.motion[at(body)].turn, stop);
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
    const Vec3 turn = sweep_of(model, scratch, index).turn;
    motion.turn = normalized(exp_rotation(fraction * turn));
    motion.translation *= fraction, scratch.winding[at(index)].angle *= fraction;
    // It has not fallen for the rest of the time: what gravity and forces gave it then would be energy from
    // nowhere.
    const Body& body = model.bodies[at(index)];
    const Vec3 acceleration =
        body.gravity_scale * model.gravity + model.poses[at(index)].inverse_mass * body.force;
    Velocity& velocity = model.velocities[at(index)];
    velocity.linear -= (1 - fraction) * time * body.freed(acceleration);
    // Nor has it turned: it spins about the same axis of its own as at the end of the turn. About the same
    // axis in space, a rod that was to spin about its length would turn over at that speed.
    if (!body.spherical_inertia)
        velocity.angular = body.turning_freed(rotate(exp_rotation((fraction - 1) * turn), velocity.angular));
}

void stop_fast_bodies(World::Impl& world, Crew& crew, float dt) {
    world.report.continuous = 0;
    if (!world.model.continuous) return;
    find_fast(world, crew);
    ContinuousScratch& scratch = world.scratch.continuous;
    if (scratch.fast.empty()) return;
    scratch.stopped.assign(scratch.fast.size(), 0);
    sweep_bodies(world, crew, dt, false, [](const ShapeSweep& shape, Stop& first) {
        if (shape.is_fast()) shape.meet_fixed(first);
    });
    const auto bullet = [&](int32_t body) { return is_bullet(world.model.bodies[at(body)]); };
    if (std::any_of(scratch.fast.begin(), scratch.fast.end(), bullet)) {
        const float slack = largest_motion(world);
        sweep_bodies(world, crew, dt, true, [&](const ShapeSweep& shape, Stop& first) {
            if (shape.is_fast()) shape.meet_moving(world.scratch.soft_step, slack, first);
        });
    }
    for (const uint8_t stopped : scratch.stopped) world.report.continuous += stopped;
}

}  // namespace cairn
