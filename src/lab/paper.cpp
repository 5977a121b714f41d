#include "lab/paper.hpp"

#include <cmath>
#include <stdexcept>

#include "math/trigonometry.hpp"
#include "scene/load.hpp"

namespace cairn::lab {
namespace {

SceneDescription stack(int n, double gap, const std::string& solver) {
    const std::vector<SceneSetting> settings{{"n", n}, {"gap", gap}, {"sleep", 0}};
    SceneDescription description = load_scene("catto-stack", settings);
    description.stage_solver = solver == "soft-step" ? "" : solver;
    return description;
}

float top_of(const Scene& scene) {
    float top = -1e30f;
    for (const BodyId body : scene.bodies())
        if (scene.world().type(body) == BodyType::dynamic)
            top = std::max(top, scene.world().center_of_mass(body).y);
    return top;
}

}  // namespace

const Finding& PaperReport::about(const std::string& row) const {
    for (const Finding& finding : findings)
        if (finding.rows.find(row) != std::string::npos) return finding;
    throw std::out_of_range("no finding about " + row);
}

PaperReport repeat_paper(const std::string& paper, const std::vector<PaperPart>& parts,
                         const PaperProgress& progress) {
    PaperReport report;
    report.paper = paper;
    for (const PaperPart& part : parts) {
        if (progress) progress(part.name);
        part.run(report);
    }
    return report;
}

const std::vector<Paper>& papers() {
    static const std::vector<Paper> all = {
        {"catto", paper_catto}, {"tamis", paper_tamis}, {"tonge", paper_tonge}, {"larsen", paper_larsen}};
    return all;
}

std::string catto_solver(bool cache, int iterations) {
    return "pgs:friction=fixed,iterations=" + std::to_string(iterations) +
           ",beta=0.05,slop=0,push_speed=1e9,gyroscopic=off,rotation=first-order" +
           (cache ? "" : ",warm_start=off");
}

int starts_that_stand(const std::string& solver, double seconds) {
    int standing = 0;
    for (const double gap : {0.02, 0.025, 0.03, 0.033, 0.035, 0.0363, 0.037, 0.04})
        standing += time_to_fall(10, solver, seconds, gap) < 0;
    return standing;
}

double time_to_fall(int n, const std::string& solver, double seconds, double gap) {
    Scene scene(stack(n, gap, solver));
    const float height = (static_cast<float>(n) - 0.5f) * 0.35f;
    const int steps = static_cast<int>(std::lround(60 * seconds));
    for (int i = 0; i < steps; ++i) {
        scene.step();
        if (i % 6 == 5 && top_of(scene) < 0.8f * height) return (i + 1) / 60.0;
    }
    return -1;
}

bool two_boxes_stand(double ratio, const std::string& solver) {
    SceneDescription description = stack(2, 0.0363, solver);
    bool lower = true;
    for (SceneBody& body : description.bodies) {
        if (body.def.type != BodyType::dynamic) continue;
        for (SceneShape& shape : body.shapes)
            shape.material.density = lower ? static_cast<float>(575 * ratio) : 575.0f;
        lower = false;
    }
    Scene scene(description);
    const BodyId top = scene.bodies().back();
    for (int i = 0; i < 600; ++i) {
        scene.step();
        const Vec3 center = scene.world().center_of_mass(top);
        // 0.525 m up where it belongs; a tenth of a box too deep, or slid off, is a fall
        if (i > 60 && (center.y < 0.525f - 0.035f || std::abs(center.x) > 0.2f || std::abs(center.z) > 0.2f))
            return false;
    }
    return true;
}

double mass_ratio_threshold(const std::string& solver, double least) {
    double holds = 1, fails = least;
    if (two_boxes_stand(least, solver)) return least;
    if (!two_boxes_stand(holds, solver)) return 1;
    while (holds / fails > 1.05) {
        const double middle = std::sqrt(holds * fails);
        (two_boxes_stand(middle, solver) ? holds : fails) = middle;
    }
    return holds;
}

double stopping_distance(double angle, const std::string& solver) {
    World world({.stage_solver = solver == "soft-step" ? "" : solver, .sleep = false, .continuous = false});
    const BodyId ground = world.add_body({.type = BodyType::fixed});
    world.add_shape(ground, HalfSpace{{0, 1, 0}, 0}, {.friction = 0.3f});
    const SineCosine<float> way = sine_cosine(static_cast<float>(angle));
    // flat, so that the deceleration does not tip it: the load of its points stays even to a few per cent
    const BodyId block =
        world.add_body({.position = {0, 0.05f, 0}, .velocity = {3 * way.cosine, 0, 3 * way.sine}});
    world.add_shape(block, Box{{0.5f, 0.05f, 0.5f}}, {.friction = 0.3f});
    for (int i = 0; i < 360; ++i) world.step(1.0f / 240);
    const Vec3 end = world.center_of_mass(block);
    return std::sqrt(static_cast<double>(end.x) * static_cast<double>(end.x) +
                     static_cast<double>(end.z) * static_cast<double>(end.z));
}

double resting_iterations(int n, const std::string& solver) {
    Scene scene(stack(n, 0, solver));
    double sum = 0;
    for (int i = 0; i < 180; ++i) {
        const StepReport& report = scene.step();
        if (i >= 120) sum += report.iterations;
    }
    return sum / 60;
}

}  // namespace cairn::lab
