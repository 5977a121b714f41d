#include "solvers/penalty/penalty_stage.hpp"

#include <algorithm>

#include "base/hash.hpp"
#include "base/index.hpp"
#include "math/rotation.hpp"
#include "solvers/penalty/memory.hpp"

namespace cairn::penalty {

namespace {

namespace mc = manifold_column;

Quaternion quaternion(Quat q) {
    return normalized(Quaternion{double(q.x), double(q.y), double(q.z), double(q.w)});
}

/// Floats that came from these doubles, give or take the rounding of a step.
bool same(Vec3d ours, Vec3 theirs, double tolerance) {
    return length(ours - Vec3d(theirs)) <= tolerance * (1 + length(ours));
}

BodyKind kind_of(const cairn::Body& body) {
    if (body.dynamic()) return body.awake ? BodyKind::dynamic : BodyKind::fixed;
    return body.type == BodyType::kinematic && body.awake ? BodyKind::kinematic : BodyKind::fixed;
}

}  // namespace

/// Changes when a body or a shape came, went or was made different.
uint64_t PenaltyStage::signature(const Model& model) const {
    Hash hash;
    for (const cairn::Body& body : model.bodies) {
        hash.add(static_cast<uint32_t>(body.type)), hash.add(body.mass), hash.add(body.center_of_mass);
        hash.add(body.inertia.x), hash.add(body.inertia.y), hash.add(body.inertia.z);
    }
    for (uint32_t i = 0; i < model.shape_ids.capacity(); ++i) {
        hash.add(model.shape_ids.id(i).generation);
        if (!model.shape_ids.alive(i)) continue;
        const ShapeRecord& shape = model.shapes[i];
        hash.add(shape.body), hash.add(shape.def.friction), hash.add(shape.def.restitution);
        hash.add(shape.def.sensor), hash.add(shape.def.filter.category), hash.add(shape.def.filter.mask);
        hash.add(shape.def.filter.group), hash.add(shape.def.surface_velocity);
    }
    return hash.value();
}

void PenaltyStage::rebuild(const Model& model) {
    simulator_ = Simulator(options_);
    names_.clear();
    places_.assign(model.shapes.size(), none);
    for (std::size_t slot = 0; slot < model.bodies.size(); ++slot) {
        const cairn::Body& from = model.bodies[slot];
        Body body;
        body.kind = from.type == BodyType::dynamic && from.mass > 0 ? BodyKind::dynamic : BodyKind::fixed;
        body.mass = double(from.mass);
        body.inertia = to_double(from.inertia);
        std::vector<ShapeOnBody> shapes;
        for (int32_t i = from.first_shape; i != none; i = model.shapes[at(i)].next) {
            places_[at(i)] = static_cast<int32_t>(names_.size());
            names_.push_back(static_cast<uint32_t>(i));
            shapes.push_back({model.shapes[at(i)].shape, model.shapes[at(i)].def});
        }
        simulator_.add_body(body, shapes, Vec3d(from.center_of_mass));
    }
}

bool PenaltyStage::applicable(const Model& model) {
    if (model.joint_ids.count() > 0) {
        message_ = "penalty: not applicable, the world has joints and the penalty method only contacts";
    } else {
        for (const int32_t slot : model.awake_bodies)
            if (model.bodies[at(slot)].locks != 0)
                message_ = "penalty: not applicable, a body has locked axes";
        for (const cairn::Body& body : model.bodies)
            for (int32_t i = body.first_shape; i != none; i = model.shapes[at(i)].next)
                if (model.shapes[at(i)].def.rolling_resistance > 0 ||
                    model.shapes[at(i)].def.spinning_friction > 0)
                    message_ = "penalty: not applicable, a shape has rolling resistance or spinning friction";
    }
    return message_.empty();
}

/// The world's floats are what counts where someone changed them; else our doubles say the same more
/// precisely.
void PenaltyStage::take_bodies(const Model& model) {
    for (std::size_t slot = 0; slot < model.bodies.size(); ++slot) {
        const cairn::Body& from = model.bodies[slot];
        const Pose& pose = model.poses[slot];
        const Velocity& velocity = model.velocities[slot];
        Body& body = simulator_.bodies()[slot];
        body.kind = kind_of(from);
        body.asleep = from.dynamic() && !from.awake;
        body.gravity = double(from.gravity_scale) * Vec3d(model.gravity);
        body.force = Vec3d(from.force);
        body.torque = Vec3d(from.torque);
        if (body.kind == BodyKind::dynamic) {
            const Frame frame = frame_of(body, body.state);
            const Mat3 rotation = to_matrix(pose.rotation);
            if (same(body.state.position, pose.center, 1e-6) && same(frame.rotation.x, rotation.x, 1e-5) &&
                same(frame.rotation.y, rotation.y, 1e-5) && same(frame.velocity, velocity.linear, 1e-6) &&
                same(frame.angular_velocity, velocity.angular, 1e-6))
                continue;
        }
        body.state = state_of(body, Vec3d(pose.center), quaternion(pose.rotation), Vec3d(velocity.linear),
                              Vec3d(velocity.angular));
    }
}

void PenaltyStage::give_bodies(Model& model, const BodyArrays& arrays, double dt) {
    for (const int32_t slot : model.awake_bodies) {
        const cairn::Body& from = model.bodies[at(slot)];
        Body& body = simulator_.bodies()[at(slot)];
        State& state = body.state;
        if (body.kind == BodyKind::dynamic) {
            // Damping of the body's own, as every solver of a world applies it.
            state.momentum = (1 / (1 + dt * double(from.linear_damping))) * state.momentum;
            state.spin = (1 / (1 + dt * double(from.angular_damping))) * state.spin;
        }
        const Pose& pose = model.poses[at(slot)];
        const Frame frame = frame_of(body, state);
        Motion& motion = arrays.motion[slot];
        motion.translation = to_float(state.position - Vec3d(pose.center));
        const Quaternion before = quaternion(pose.rotation);
        const Quaternion turn =
            normalized(state.rotation * Quaternion{-before.x, -before.y, -before.z, before.w});
        const double sign = turn.w < 0 ? -1 : 1;
        motion.turn = {float(sign * turn.x), float(sign * turn.y), float(sign * turn.z),
                       float(sign * turn.w)};
        arrays.winding[slot].angle = rotation_vector(motion.turn);
        if (body.kind != BodyKind::dynamic) continue;
        arrays.velocity[slot].linear = to_float(frame.velocity);
        arrays.velocity[slot].angular = to_float(frame.angular_velocity);
    }
}

const Pair* PenaltyStage::pair_of(const ContactRecord& record) const {
    const int a = places_[record.shape_a], b = places_[record.shape_b];
    const std::pair<int, int> key{std::min(a, b), std::max(a, b)};
    const auto found = std::lower_bound(simulator_.pairs().begin(), simulator_.pairs().end(), key,
                                        [](const Pair& pair, const std::pair<int, int>& k) {
                                            return std::pair(pair.collider_a, pair.collider_b) < k;
                                        });
    const bool same_pair = found != simulator_.pairs().end() && found->collider_a == key.first &&
                           found->collider_b == key.second;
    return same_pair ? &*found : nullptr;
}

/// What the springs of a pair push at the end of the step, shared out over the world's points of it.
void PenaltyStage::give_impulses(Model& model, double dt) {
    approach_.assign(model.contacts.size(), 0);
    for (const int32_t index : model.active_contacts) {
        const ContactRecord& record = model.contacts[at(index)];
        if (!record.touching || record.sensor || record.color == none || record.count == 0) continue;
        double push = 0;
        if (const Pair* pair = pair_of(record)) {
            for (const Contact& c : pair->contacts) {
                const Body &a = simulator_.bodies()[at(c.body[0])], &b = simulator_.bodies()[at(c.body[1])];
                push += std::max(
                    0.0, normal_force(c, options_.law, touch(c, frame_of(a, a.state), frame_of(b, b.state))));
            }
            approach_[at(index)] = push > 0 ? float(std::max(0.0, pair->approach)) : 0;
        }
        const auto column = [&](int which) -> float& {
            return model.columns.at(record.color, record.point_class, record.slot, which);
        };
        for (int i = 0; i < record.count; ++i)
            column(mc::header + i * mc::point_columns + mc::impulse) = float(push * dt / record.count);
        column(mc::tangent_impulse) = column(mc::tangent_impulse + 1) = column(mc::twist_impulse) = 0;
    }
}

void PenaltyStage::solve(const StageContext& context) {
    Model& model = context.model;
    message_.clear();
    if (!applicable(model)) {
        ++context.report.solver_failures;
        return;
    }
    const uint64_t now = signature(model);
    const bool rebuilt = now != signature_;
    if (rebuilt) rebuild(model);
    signature_ = now;
    if (rebuilt || model.stage_memory != last_words_) {
        simulator_.restore_pairs({});
        load_memory(simulator_, names_, model.stage_memory);
    }
    simulator_.set_gravity(Vec3d(model.gravity));
    take_bodies(model);
    const double dt = double(context.dt);
    report_ = simulator_.step(dt, &context.crew);
    give_bodies(model, context.bodies, dt);
    give_impulses(model, dt);
    model.last_substep = context.dt;
    last_words_ = save_memory(simulator_, names_);
    model.stage_memory = last_words_;
    const IntegrationReport& work = report_.integration;
    context.report.iterations = work.steps + work.retries;
    context.report.row_updates = static_cast<uint64_t>(work.solves);
    if (work.missed_bounds + work.unchecked_steps > 0) {
        message_ = "penalty: " + std::to_string(work.missed_bounds) + " steps missed their error bound, " +
                   std::to_string(work.unchecked_steps) + " were taken unchecked";
        ++context.report.solver_failures;
    }
}

float PenaltyStage::approach_speed(int32_t contact) const {
    return contact < static_cast<int32_t>(approach_.size()) ? approach_[at(contact)] : 0;
}

}  // namespace cairn::penalty
