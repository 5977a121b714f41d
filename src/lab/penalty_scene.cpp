#include "lab/penalty_scene.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <cairn/error.hpp>

#include "math/trigonometry.hpp"

namespace cairn::lab {

namespace {

using penalty::BodyKind;
using penalty::Quaternion;
using penalty::State;

penalty::Options with_gravity(penalty::Options options, const SceneDescription& description) {
    options.gravity = Vec3d(description.gravity);
    options.continuous = description.continuous;
    return options;
}

BodyKind kind_of(BodyType type) {
    return type == BodyType::dynamic     ? BodyKind::dynamic
           : type == BodyType::kinematic ? BodyKind::kinematic
                                         : BodyKind::fixed;
}

Shape shape_of(const SceneGeometry& geometry, const std::vector<Hull>& hulls) {
    return std::visit(
        [&](const auto& g) -> Shape {
            if constexpr (std::is_same_v<std::decay_t<decltype(g)>, HullReference>) {
                return hulls[static_cast<size_t>(g.hull)];
            } else {
                return g;
            }
        },
        geometry);
}

}  // namespace

PenaltyScene::PenaltyScene(const SceneDescription& description, penalty::Options options)
    : description_(description), simulator_(with_gravity(options, description)) {
    if (!description.joints.empty())
        throw Error("penalty: not applicable, the scene has " + std::to_string(description.joints.size()) +
                    " joints and the penalty method only contacts");
    // The world knows what mass definitions mean.
    const Scene scene(description);
    std::vector<Hull> hulls;
    for (const SceneHull& hull : description.hulls) hulls.emplace_back(hull.points);
    for (size_t i = 0; i < description.bodies.size(); ++i) {
        const SceneBody& from = description.bodies[i];
        if (!(from.def.locks == Locks{}))
            throw Error("penalty: not applicable, '" + from.name + "' has locked axes");
        penalty::Body body;
        body.kind = kind_of(from.def.type);
        body.gravity = double(from.def.gravity_scale) * Vec3d(description.gravity);
        const MassProperties mass = scene.world().mass_properties(scene.bodies()[i]);
        Vec3d center;
        if (body.kind == BodyKind::dynamic) {
            body.mass = double(mass.mass);
            body.inertia = to_double(mass.inertia);
            center = Vec3d(mass.center);
        }
        const Quat q = from.def.rotation;
        const Quaternion rotation = penalty::normalized({double(q.x), double(q.y), double(q.z), double(q.w)});
        body.state =
            penalty::state_of(body, Vec3d(from.def.position) + penalty::rotation_matrix(rotation) * center,
                              rotation, Vec3d(from.def.velocity), Vec3d(from.def.angular_velocity));
        std::vector<penalty::ShapeOnBody> shapes;
        for (const SceneShape& shape : from.shapes)
            shapes.push_back({shape_of(shape.geometry, hulls), shape.material});
        simulator_.add_body(body, shapes, center);
    }
}

void PenaltyScene::drive(const SceneMotion& motion) {
    penalty::Body& body = simulator_.bodies()[static_cast<size_t>(motion.body)];
    const double dt = double(description_.dt), time = dt * step_;
    const double ramp = double(motion.ramp);
    const double share = ramp > 0 ? std::min(1.0, (time + dt) / ramp) : 1;
    const double rate = 2 * 3.14159265358979323846 * double(motion.hertz);
    // Where the sway will be at the end of the frame.
    const auto sway = [&](double t) { return sine_cosine(rate * t).sine; };
    body.state.momentum = ((sway(time + dt) - sway(time)) / dt) * Vec3d(motion.sway);
    body.state.spin = (share * double(motion.speed) / length(Vec3d(motion.axis))) * Vec3d(motion.axis);
}

void PenaltyScene::apply(const SceneInput& input) {
    penalty::Body& body = simulator_.bodies()[static_cast<size_t>(input.body)];
    if (body.kind != BodyKind::dynamic) return;
    const Vec3d value(input.value);
    const Vec3d at = input.at ? Vec3d(*input.at) : body.state.position;
    State& s = body.state;
    const penalty::Frame frame = penalty::frame_of(body, s);
    switch (input.kind) {
        case InputKind::impulse:
            s.momentum = s.momentum + value;
            s.spin = s.spin + cross(at - s.position, value);
            break;
        case InputKind::angular_impulse:
            s.spin = s.spin + value;
            break;
        case InputKind::force:
            body.force = body.force + value;
            body.torque = body.torque + cross(at - s.position, value);
            break;
        case InputKind::torque:
            body.torque = body.torque + value;
            break;
        case InputKind::velocity:
            s = penalty::state_of(body, s.position, s.rotation, value, frame.angular_velocity);
            break;
        case InputKind::angular_velocity:
            s = penalty::state_of(body, s.position, s.rotation, frame.velocity, value);
            break;
    }
}

penalty::FrameReport PenaltyScene::step(TaskSystem* tasks) {
    for (const SceneMotion& motion : description_.motions) drive(motion);
    for (const SceneInput& input : description_.inputs)
        if (input.step == static_cast<uint64_t>(step_)) apply(input);
    Crew crew(tasks);
    const penalty::FrameReport report = simulator_.step(double(description_.dt), &crew);
    for (penalty::Body& body : simulator_.bodies()) body.force = body.torque = {};
    ++step_;
    return report;
}

PenaltyRun run(PenaltyScene& scene, int frames, TaskSystem* tasks) {
    PenaltyRun result;
    double energy = scene.simulator().energy();
    result.energy_start = energy;
    for (int i = 0; i < frames; ++i) {
        const auto start = std::chrono::steady_clock::now();
        const penalty::FrameReport report = scene.step(tasks);
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        result.seconds += seconds;
        result.slowest_seconds = std::max(result.slowest_seconds, seconds);
        const int contacts = report.contacts;
        result.total.add(report);
        result.total.contacts = contacts;
        const int steps = report.integration.steps + report.integration.retries;
        if (steps > result.worst_frame_steps + result.worst_frame_retries) {
            result.worst_frame_steps = report.integration.steps;
            result.worst_frame_retries = report.integration.retries;
            result.worst_frame = i;
        }
        for (const penalty::Body& body : scene.simulator().bodies()) {
            if (body.kind != BodyKind::dynamic) continue;
            const double speed = length(body.state.momentum) / body.mass;
            result.finite =
                result.finite && std::isfinite(speed) && std::isfinite(length(body.state.position));
            result.max_speed = std::max(result.max_speed, speed);
        }
        const double after = scene.simulator().energy();
        result.largest_rise = std::max(result.largest_rise, after - energy);
        energy = after;
        ++result.frames;
    }
    result.energy_end = energy;
    for (const penalty::Body& body : scene.simulator().bodies())
        result.kinetic_energy += penalty::kinetic_energy(body);
    return result;
}

}  // namespace cairn::lab
