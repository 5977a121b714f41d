#include "lab/trajectory.hpp"

#include <algorithm>
#include <cmath>

#include "scene/metrics.hpp"
#include "scene/solver_choice.hpp"

namespace cairn::lab {
namespace {

struct Double3 {
    double x = 0, y = 0, z = 0;
};
void add(Double3& sum, double factor, Vec3 v) {
    sum.x += factor * static_cast<double>(v.x);
    sum.y += factor * static_cast<double>(v.y);
    sum.z += factor * static_cast<double>(v.z);
}
double size_of(Double3 v) { return std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z); }

Double3 momentum_of(const World& world) {
    Double3 sum;
    for (const BodyId body : world.bodies())
        if (world.type(body) == BodyType::dynamic)
            add(sum, static_cast<double>(world.mass(body)), world.velocity(body));
    return sum;
}

/// Impulse of gravity, of contacts with what is not dynamic, and of joints with it, in the last step. What
/// sleeps felt none of it, and tells the forces of its last step awake.
Double3 outside_impulse(const World& world, double dt) {
    Double3 sum;
    const auto dynamic = [&](BodyId body) {
        return world.valid(body) && world.type(body) == BodyType::dynamic;
    };
    const auto pushed = [&](BodyId body) { return dynamic(body) && world.awake(body); };
    for (const BodyId body : world.bodies())
        if (pushed(body))
            add(sum, dt * static_cast<double>(world.mass(body) * world.gravity_scale(body)), world.gravity());
    for (const Contact& contact : world.contacts()) {
        if (!dynamic(contact.body_a) && pushed(contact.body_b)) add(sum, dt, contact.force);
        if (pushed(contact.body_a) && !dynamic(contact.body_b)) add(sum, -dt, contact.force);
    }
    for (const JointId joint : world.joints()) {
        const auto base = [](const auto& def) -> const JointBase& { return def; };
        const JointBase& def = std::visit(base, world.definition(joint));
        if (!dynamic(def.body_a) && pushed(def.body_b)) add(sum, dt, world.reaction(joint).force);
        if (pushed(def.body_a) && !dynamic(def.body_b)) add(sum, -dt, world.reaction(joint).force);
    }
    return sum;
}

double highest(const World& world) {
    const Vec3 up = normalized(-world.gravity());
    double top = -1e30;
    for (const BodyId body : world.bodies())
        if (world.type(body) == BodyType::dynamic)
            top = std::max(top, static_cast<double>(dot(up, world.center_of_mass(body))));
    return top;
}

double mean_square_speed(const World& world) {
    double sum = 0;
    int count = 0;
    for (const BodyId body : world.bodies()) {
        if (world.type(body) != BodyType::dynamic) continue;
        sum += static_cast<double>(length_squared(world.velocity(body)));
        ++count;
    }
    return count ? sum / count : 0;
}

/// Collects what the samples of a run add up to.
class Sampler {
public:
    Sampler(Trajectory& result, const World& world) : result_(result), start_height_(highest(world)) {
        sample(world, 0);
    }

    void sample(const World& world, double time) {
        const SceneMetrics metrics = measure(world);
        const double energy = metrics.kinetic_energy + metrics.potential_energy;
        if (!result_.energy.empty()) {
            const double change = energy - result_.energy.back();
            (change > 0 ? result_.energy_created : result_.energy_lost) += std::abs(change);
        }
        result_.time.push_back(time), result_.energy.push_back(energy);
        result_.penetration.push_back(metrics.max_penetration), result_.speed.push_back(metrics.max_speed);
        result_.max_penetration = std::max(result_.max_penetration, metrics.max_penetration);
        result_.max_joint_error = std::max(result_.max_joint_error, metrics.max_joint_error);
        result_.mean_penetration = metrics.mean_penetration;
        const double height = highest(world);
        result_.height_error = start_height_ > 0 ? (start_height_ - height) / start_height_ : 0;
        if (result_.time_to_fall < 0 && result_.height_error > 0.2) result_.time_to_fall = time;
    }

private:
    Trajectory& result_;
    double start_height_;
};

double deep_percentile(const World& world) {
    std::vector<double> depths;
    for (const Contact& contact : world.contacts())
        for (int i = 0; i < contact.point_count; ++i)
            depths.push_back(std::max(0.0, -static_cast<double>(contact.points[i].separation)));
    if (depths.empty()) return 0;
    std::sort(depths.begin(), depths.end());
    return depths[(depths.size() - 1) * 99 / 100];
}

/// Sub-stepped solvers tell the forces of their last sub-step alone, and nobody tells the impulse of an
/// input.
bool momentum_is_told(const SceneDescription& description) {
    const bool substeps =
        description.stage_solver.empty() || description.stage_solver.rfind("penalty", 0) == 0;
    return !substeps && description.inputs.empty();
}

/// What every step does to momentum beyond what came from outside.
class MomentumBalance {
public:
    MomentumBalance(Trajectory& result, const World& world, bool measured, double dt)
        : result_(result), measured_(measured), dt_(dt), before_(momentum_of(world)) {}

    void after_step(const World& world) {
        if (!measured_) return;
        const StepReport& report = world.report();
        const Double3 after = momentum_of(world);
        // falling asleep takes what is left of a motion, and continuous collision a part of it
        if (report.continuous == 0 && report.awake_bodies >= awake_) {
            const Double3 outside = outside_impulse(world, dt_);
            const Double3 error{after.x - before_.x - outside.x, after.y - before_.y - outside.y,
                                after.z - before_.z - outside.z};
            result_.momentum_error = std::max(result_.momentum_error, size_of(error));
        }
        before_ = after;
        awake_ = report.awake_bodies;
    }

private:
    Trajectory& result_;
    bool measured_;
    double dt_;
    Double3 before_;
    int awake_ = 0;
};

void count_work(const StepReport& report, Trajectory& result) {
    ++result.steps;
    result.ms_per_step += report.seconds[static_cast<int>(Stage::prepare)] +
                          report.seconds[static_cast<int>(Stage::solve)] - report.measuring_seconds;
    result.step_ms += report.total_seconds - report.measuring_seconds;
    result.iterations += report.iterations, result.row_updates += static_cast<double>(report.row_updates);
    result.switched += report.switched_islands;
    result.max_residual = std::max(result.max_residual, report.residual);
}

/// Sums of what is measured in some steps, and how many those were.
struct Means {
    double jitter = 0, residual = 0;
    int jitter_steps = 0, residual_steps = 0;
};

void finish(Trajectory& result, const World& world, const Means& means) {
    const int steps = std::max(1, result.steps);
    result.ms_per_step *= 1e3 / steps, result.step_ms *= 1e3 / steps;
    result.iterations /= steps, result.row_updates /= steps;
    if (means.jitter_steps) result.jitter = std::sqrt(means.jitter / means.jitter_steps);
    if (means.residual_steps) result.mean_residual = means.residual / means.residual_steps;
    result.penetration_99 = deep_percentile(world);
    result.failures = world.report().solver_failures;
    for (const BodyId body : world.bodies()) result.positions.push_back(world.center_of_mass(body));
}

}  // namespace

Trajectory run_trajectory(Scene& scene, const TrajectoryOptions& options) {
    const SceneDescription& description = scene.description();
    World& world = scene.world();
    Trajectory result;
    result.solver = solver_text(SolverChoice{description.solver, description.stage_solver});
    result.status = "ok";
    const double dt = static_cast<double>(description.dt);
    const int stride = std::max(1, description.steps / std::max(1, options.samples));
    const int quiet =
        std::max(description.steps - static_cast<int>(std::lround(1 / dt)), 4 * description.steps / 5);
    Sampler sampler(result, world);
    MomentumBalance balance(result, world, stride == 1 && momentum_is_told(description), dt);
    Means means;
    for (int i = 0; i < description.steps; ++i) {
        const StepReport& report = scene.step();
        count_work(report, result);
        if (report.residual >= 0) means.residual += report.residual, ++means.residual_steps;
        if (i >= quiet) means.jitter += mean_square_speed(world), ++means.jitter_steps;
        balance.after_step(world);
        if ((i + 1) % stride == 0 || i + 1 == description.steps) sampler.sample(world, dt * (i + 1));
        if (options.progress) options.progress(i + 1);
        if (report.solver_failures > 0) {
            result.message = world.solver_message().empty() ? result.message : world.solver_message();
            const bool never = result.message.find("not applicable") != std::string::npos;
            result.status = never ? "not applicable" : "failed";
            if (never) break;
        }
        if (result.step_ms > options.max_seconds) {
            result.status = "time limit";
            break;
        }
    }
    result.seconds = dt * result.steps;
    finish(result, world, means);
    return result;
}

std::vector<Vec3> reference_positions(const SceneDescription& description, int refinement) {
    SceneDescription fine = description;
    fine.stage_solver.clear();
    fine.dt = description.dt / static_cast<float>(refinement);
    fine.steps = description.steps * refinement;
    for (SceneInput& input : fine.inputs) input.step *= static_cast<uint64_t>(refinement);
    Scene scene(fine);
    for (int i = 0; i < fine.steps; ++i) scene.step();
    std::vector<Vec3> positions;
    for (const BodyId body : scene.world().bodies()) positions.push_back(scene.world().center_of_mass(body));
    return positions;
}

double distance_between(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    if (a.empty() || a.size() != b.size()) return -1;
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(length_squared(a[i] - b[i]));
    return std::sqrt(sum / static_cast<double>(a.size()));
}

}  // namespace cairn::lab
