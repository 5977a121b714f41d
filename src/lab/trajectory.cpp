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

void finish(Trajectory& result, const World& world, double jitter_sum, int jitter_steps, double residual_sum,
            int residual_steps) {
    const int steps = std::max(1, result.steps);
    result.ms_per_step *= 1e3 / steps, result.step_ms *= 1e3 / steps;
    result.iterations /= steps, result.row_updates /= steps;
    if (jitter_steps) result.jitter = std::sqrt(jitter_sum / jitter_steps);
    if (residual_steps) result.mean_residual = residual_sum / residual_steps;
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
    const bool substeps =
        description.stage_solver.empty() || description.stage_solver.rfind("penalty", 0) == 0;
    const bool balance = !substeps && description.inputs.empty();
    Sampler sampler(result, world);
    double jitter_sum = 0, residual_sum = 0;
    int jitter_steps = 0, residual_steps = 0;
    Double3 momentum = momentum_of(world);
    int awake = 0;
    for (int i = 0; i < description.steps; ++i) {
        const StepReport& report = scene.step();
        ++result.steps;
        result.ms_per_step += report.seconds[static_cast<int>(Stage::prepare)] +
                              report.seconds[static_cast<int>(Stage::solve)] - report.measuring_seconds;
        result.step_ms += report.total_seconds - report.measuring_seconds;
        result.iterations += report.iterations, result.row_updates += static_cast<double>(report.row_updates);
        result.switched += report.switched_islands;
        if (report.residual >= 0) {
            residual_sum += report.residual, ++residual_steps;
            result.max_residual = std::max(result.max_residual, report.residual);
        }
        if (i >= quiet) jitter_sum += mean_square_speed(world), ++jitter_steps;
        const bool sampled = (i + 1) % stride == 0 || i + 1 == description.steps;
        // falling asleep takes what is left of a motion, too
        const bool slept = report.awake_bodies < awake;
        awake = report.awake_bodies;
        if (balance && sampled && report.continuous == 0 && !slept) {
            const Double3 after = momentum_of(world), outside = outside_impulse(world, dt);
            // the step before a sample is not always one: the balance is of the last step alone
            if (stride == 1)
                result.momentum_error =
                    std::max(result.momentum_error,
                             size_of({after.x - momentum.x - outside.x, after.y - momentum.y - outside.y,
                                      after.z - momentum.z - outside.z}));
        }
        momentum = stride == 1 ? momentum_of(world) : momentum;
        if (sampled) sampler.sample(world, dt * (i + 1));
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
    finish(result, world, jitter_sum, jitter_steps, residual_sum, residual_steps);
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
