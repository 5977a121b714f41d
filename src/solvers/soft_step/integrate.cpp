#include "solvers/soft_step/integrate.hpp"

#include <algorithm>
#include <atomic>

#include "solvers/soft_step/soft_step.hpp"

namespace cairn {

namespace {

constexpr int bodies_per_task = 128;

Vec3 free_axes(unsigned locks) {
    return {locks & 1u ? 0.0f : 1.0f, locks & 2u ? 0.0f : 1.0f, locks & 4u ? 0.0f : 1.0f};
}

/// An inertia in world axes is good for as long as the body has not turned: for ever where all moments are
/// equal, for a tenth of a degree where the body is a thin rod, which spins six hundred times as easily about
/// its axis as across it. With an inertia that is off by a degree, an impact throws it through the roof. What
/// hangs on joints is pulled in every sub-step, with errors that are always on the same side: with a tenth of
/// the limit a chain of rods swings ever higher, and two welded boxes that spin gain a tenth of their angular
/// momentum in five seconds; the drift goes with its square.
float turn_limit_of(const Body& body, const Pose& pose) {
    const float trace = body.inertia.x.x + body.inertia.y.y + body.inertia.z.z;
    const float* inverse = pose.inverse_inertia;
    const float excess = trace * (inverse[0] + inverse[1] + inverse[2]) / 9.0f - 1.0f;
    return (body.first_joint != none ? 0.001f : 0.1f) / max_of(excess, 1e-3f);
}

/// What is round and rolls touches elsewhere on its surface at once. Where its core is not the centre of mass
/// it has other arms then: pushed with those of the start of the step, ever a little behind, a head that
/// rolls about its neck goes faster and faster. Resting bodies turn less than this. Not so where no joint
/// holds it: what hits the floor in full flight, a rod that tumbles, gets an impulse that comes only once.
constexpr float rolling_limit = 0.001f;

/// The share of a velocity that damping leaves after one sub-step.
float kept(float damping, float h) { return damping == 0 ? 1.0f : 1.0f / (1.0f + h * damping); }

/// Written where they belong: a copy made of single numbers is slow to read back as registers.
void find_forces(const Model& model, size_t slot, float h, BodyForces& forces) {
    const Body& body = model.bodies[slot];
    const Pose& pose = model.poses[slot];
    forces.acceleration = body.gravity_scale * model.gravity + pose.inverse_mass * body.force;
    forces.linear_keep = kept(body.linear_damping, h);
    forces.angular_acceleration = symmetric_times(pose.inverse_inertia, body.torque);
    forces.angular_keep = kept(body.angular_damping, h);
    forces.linear_free = free_axes(body.locks);
    // what is locked bears it: a ball that bounces on the body must not be told that both fall
    if (body.on_rails()) forces.acceleration = body.freed(forces.acceleration);
    forces.angular_free = free_axes(body.locks >> 3u);
    const Mat3& i = body.inertia;
    forces.inertia[0] = i.x.x, forces.inertia[1] = i.y.y, forces.inertia[2] = i.z.z;
    forces.inertia[3] = i.x.y, forces.inertia[4] = i.x.z, forces.inertia[5] = i.y.z;
    forces.gyroscopic = body.gyroscopic && !body.spherical_inertia ? 1.0f : 0.0f;
    float turn_limit = body.spherical_inertia ? BodyForces{}.turn_limit : turn_limit_of(body, pose);
    if (body.round_off_center && body.first_joint != none) turn_limit = -min_of(turn_limit, rolling_limit);
    forces.turn_limit = turn_limit;
}

}  // namespace

void gather_forces(const Model& model, SoftStepScratch& scratch, Crew& crew, float h) {
    std::vector<BodyRef>& refs = scratch.plan.body_refs;
    if (scratch.forces.size() < model.bodies.size()) scratch.forces.resize(model.bodies.size());
    scratch.forces[world_body] = {};
    std::atomic<bool> any_locks{false}, any_rails{false}, any_turning{false};
    crew.parallel_for(static_cast<int>(refs.size()), bodies_per_task, [&](int first, int last) {
        for (auto i = static_cast<size_t>(first); i < static_cast<size_t>(last); ++i) {
            if (refs[i] < 0) continue;  // padding
            const auto slot = static_cast<size_t>(refs[i]);
            const Body& body = model.bodies[slot];
            if (body.locks != 0) any_locks.store(true, std::memory_order_relaxed);
            if (body.on_rails()) any_rails.store(true, std::memory_order_relaxed);
            if (body.dynamic()) {
                find_forces(model, slot, h, scratch.forces[slot]);
            } else {
                scratch.forces[slot] = {};  // kinematic bodies feel nothing
                if (!(model.velocities[slot].angular == Vec3{}))
                    any_turning.store(true, std::memory_order_relaxed);
            }
            refs[i] = model.reference(refs[i]);
        }
    });
    scratch.any_locks = any_locks.load();
    scratch.any_rails = any_rails.load();
    scratch.any_turning = any_turning.load();
}

Quat small_rotation(Vec3 angle) {
    // unit quaternion along (a tan t / |a|, 1) with t = |a| / 2; tan by its series, so no trigonometry
    const Vec3 half = 0.5f * angle;
    const float square = dot(half, half);
    const float scale = 1.0f + square * (1.0f / 3.0f + square * (2.0f / 15.0f + square * (17.0f / 315.0f)));
    const Vec3 v = scale * half;
    const float length = std::sqrt(dot(v, v) + 1.0f);
    return {v.x / length, v.y / length, v.z / length, 1.0f / length};
}

}  // namespace cairn
