#include "compare.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace cairn {

namespace {

struct Field {
    const char* name;
    double value;
};

std::vector<Field> fields_of(const lab::Trajectory& run) {
    return {{"steps", double(run.steps)},
            {"ms_per_solve", run.ms_per_step},
            {"ms_per_step", run.step_ms},
            {"iterations", run.iterations},
            {"row_updates", run.row_updates},
            {"mean_residual", run.mean_residual},
            {"max_residual", run.max_residual},
            {"energy_created", run.energy_created},
            {"momentum_error", run.momentum_error},
            {"max_penetration", run.max_penetration},
            {"mean_penetration", run.mean_penetration},
            {"penetration_99", run.penetration_99},
            {"max_joint_error", run.max_joint_error},
            {"jitter", run.jitter},
            {"time_to_fall", run.time_to_fall},
            {"height_error", run.height_error},
            {"reference_error", run.reference_error},
            {"failures", double(run.failures)},
            {"switched_islands", double(run.switched)}};
}

/// Negative stands for not measured.
std::string shown(double value, const char* form) {
    if (value < 0) return "-";
    return fmt::format(fmt::runtime(form), value);
}

}  // namespace

std::string comparison_table(const Comparison& comparison) {
    std::string text = fmt::format("{}: {} bodies, steps of {:.4g} ms, {}\n\n", comparison.scene,
                                   comparison.bodies, 1e3 * comparison.dt, comparison.budget);
    size_t width = 6;
    for (const lab::Trajectory& run : comparison.runs) width = std::max(width, run.solver.size());
    text += fmt::format("{:<{}} {:>6} {:>9} {:>7} {:>10} {:>9} {:>9} {:>8} {:>8} {:>7}  {}\n", "solver",
                        width, "steps", "ms/solve", "iter", "rows", "residual", "created J", "pen mm",
                        "jitter", "falls s", "status");
    for (const lab::Trajectory& run : comparison.runs) {
        text +=
            fmt::format("{:<{}} {:>6} {:>9.3f} {:>7.1f} {:>10.0f} {:>9} {:>9.2e} {:>8.2f} {:>8} {:>7}  {}\n",
                        run.solver, width, run.steps, run.ms_per_step, run.iterations, run.row_updates,
                        shown(run.mean_residual, "{:.2e}"), run.energy_created, 1e3 * run.max_penetration,
                        shown(run.jitter, "{:.4f}"), shown(run.time_to_fall, "{:.3f}"),
                        run.status + (run.message.empty() ? "" : ": " + run.message));
    }
    if (!comparison.frozen.rows.empty())
        text += "\nThe same contacts, frozen:\n" + to_table(comparison.frozen);
    return text;
}

std::string comparison_csv(const Comparison& comparison) {
    std::string text = "scene,solver,status";
    for (const Field& field : fields_of({})) text += std::string(",") + field.name;
    text += "\n";
    for (const lab::Trajectory& run : comparison.runs) {
        text += comparison.scene + ",\"" + run.solver + "\"," + run.status;
        for (const Field& field : fields_of(run)) text += fmt::format(",{:.9g}", field.value);
        text += "\n";
    }
    return text;
}

std::string comparison_json(const Comparison& comparison) {
    nlohmann::ordered_json json;
    json["scene"] = comparison.scene;
    json["bodies"] = comparison.bodies;
    json["dt"] = comparison.dt;
    json["budget"] = comparison.budget;
    json["runs"] = nlohmann::ordered_json::array();
    for (const lab::Trajectory& run : comparison.runs) {
        nlohmann::ordered_json entry;
        entry["solver"] = run.solver;
        entry["status"] = run.status;
        if (!run.message.empty()) entry["message"] = run.message;
        for (const Field& field : fields_of(run)) entry[field.name] = field.value;
        entry["time"] = run.time, entry["energy"] = run.energy;
        entry["penetration"] = run.penetration, entry["speed"] = run.speed;
        json["runs"].push_back(entry);
    }
    if (!comparison.frozen.rows.empty())
        json["frozen"] = nlohmann::ordered_json::parse(to_json(comparison.frozen));
    return json.dump(2);
}

}  // namespace cairn
