// Catto 2005, section 9, and the claims of his model.

#include <cmath>

#include "lab/paper.hpp"
#include "lab/paper_text.hpp"
#include "scene/load.hpp"

namespace cairn::lab {
namespace {

std::string fall_text(double seconds) { return seconds < 0 ? "stands" : text("%.1f s", seconds); }

void stacks(PaperReport& report) {
    const double three = time_to_fall(3, catto_solver(false), 30);
    report.findings.push_back({"C34", "three boxes without contact caching slide and fall (Fig. 5)",
                               three < 0 ? "they stood for 30 s" : text("they fall after %.1f s", three),
                               three > 0});
    // the start decides: how they land makes the stack sway more or less
    const int bounded = starts_that_stand(catto_solver(true), 15);
    const int coulomb = starts_that_stand("pgs:friction=pyramid,iterations=10,beta=0.05,slop=0", 15);
    const int stiff = starts_that_stand("pgs:friction=pyramid,iterations=10,beta=0.2,slop=0", 15);
    report.findings.push_back(
        {"C35", "ten boxes with contact caching teeter and then stand at ten iterations (Fig. 6)",
         text("of eight starts %d stand with his friction bound, %d with Coulomb's pyramid; with four times "
              "his beta %d",
              bounded, coulomb, stiff),
         coulomb == 8 && bounded >= 4});
    PaperTable map{"Stability map: time to fall within 10 s, Table 1 otherwise", {"boxes"}, {}};
    const int counts[] = {1, 2, 3, 5, 8, 10, 14, 20};
    const int iterations[] = {4, 10, 30, 100};
    for (const bool cache : {true, false})
        for (const int k : iterations)
            map.header.push_back(text("%d iterations, %s", k, cache ? "cached" : "not cached"));
    for (const int n : counts) {
        std::vector<std::string> row{std::to_string(n)};
        for (const bool cache : {true, false})
            for (const int k : iterations)
                row.push_back(fall_text(time_to_fall(n, catto_solver(cache, k), 10)));
        map.rows.push_back(row);
    }
    report.tables.push_back(map);
}

void mass_ratios(PaperReport& report) {
    const double catto = mass_ratio_threshold(catto_solver(true), 0.001);
    report.findings.push_back({"C37",
                               "two boxes, the lower one lighter: stable until the density ratio is 3 %",
                               text("stable down to %.1f %%", 100 * catto), catto < 0.2 && catto > 0.005});
    const bool cached = two_boxes_stand(0.01, catto_solver(true)),
               not_cached = two_boxes_stand(0.01, catto_solver(false));
    report.findings.push_back({"C37", "at 1 % the top box slides off (cached) or sinks in (not cached)",
                               text("cached: %s; not cached: %s", cached ? "it stays" : "it leaves",
                                    not_cached ? "it stays" : "it leaves"),
                               !cached && !not_cached});
    bool light = true;
    for (const double ratio : {10.0, 100.0, 1000.0})
        light = light && two_boxes_stand(ratio, catto_solver(true));
    report.findings.push_back(
        {"C37", "with the light box on top the stack is stable at any ratio, with caching",
         light ? "10, 100 and 1000 to 1 stand" : "one of 10, 100 and 1000 to 1 falls", light});
    PaperTable table{"Smallest density ratio (bottom / top) that stands", {"solver", "ratio"}, {}};
    table.rows.push_back({"pgs as in Table 1", text("%.2f %%", 100 * catto)});
    double best = 1;
    for (const char* solver : {"pgs:friction=fixed,iterations=100,beta=0.05,slop=0", "si:iterations=10",
                               "si:iterations=100", "newton", "robust", "soft-step"}) {
        const double threshold = mass_ratio_threshold(solver, 0.0005);
        table.rows.push_back(
            {solver, text(threshold <= 0.0005 ? "%.2f %% or less" : "%.2f %%", 100 * threshold)});
        best = std::min(best, threshold);
    }
    report.tables.push_back(table);
    report.findings.push_back(
        {"C38", "mass ratios should stay below an order of magnitude",
         text("true of ten sweeps; the strongest solver here stands at %.2f %%", 100 * best), best <= 0.001});
}

/// Error of a ball joint to the world after each of a few steps, from 0.1 m, without gravity.
bool baumgarte_is_geometric(double beta, std::string& measured) {
    World world({.gravity = {0, 0, 0},
                 .stage_solver = text("pgs:iterations=50,joint_beta=%g", beta),
                 .sleep = false});
    const BodyId body = world.add_body({.mass = 1, .inertia = {1, 1, 1}});
    BallJoint joint;
    joint.body_b = body;
    const JointId id = world.add_joint(joint);
    world.set_transform(body, {{0.1f, 0, 0}, {}});
    double worst = 0, expected = 0.1;
    for (int i = 0; i < 6; ++i) {
        world.set_velocity(body, {0, 0, 0});  // the claim is about positions: each step starts from rest
        world.step(1.0f / 60);
        expected *= 1 - beta;
        worst = std::max(worst,
                         std::abs(std::abs(static_cast<double>(world.joint_error(id))) - std::abs(expected)));
    }
    measured += text("%sbeta %g: off by %.1e m", measured.empty() ? "" : "; ", beta, worst);
    return worst < 2e-6 * std::max(1.0, std::abs(expected) / 0.1);
}

void stabilisation(PaperReport& report) {
    std::string measured;
    bool holds = true;
    for (const double beta : {0.05, 0.5, 1.0, 1.5, 1.99, 2.01})
        holds = baumgarte_is_geometric(beta, measured) && holds;
    report.findings.push_back(
        {"C13", "Baumgarte: C(k) = (1 - beta dt)^k C(0), stable below 2, diverging above", measured, holds});
}

void stack_friction(PaperReport& report) {
    PaperTable table{"Force that pulls box k of five out of the stack (in m g, friction 0.2), bottom to top",
                     {"model", "1", "2", "3", "4", "5"},
                     {}};
    double fixed[5], coulomb[5];
    for (int k = 0; k < 5; ++k) {
        fixed[k] = sliding_force(k, "pgs:friction=fixed,iterations=50,beta=0.05,slop=0");
        coulomb[k] = sliding_force(k, "pgs:friction=pyramid,iterations=50,beta=0.05,slop=0");
    }
    const auto row = [&](const char* name, const double(&force)[5]) {
        std::vector<std::string> cells{name};
        for (const double f : force) cells.push_back(text("%.2f", f));
        table.rows.push_back(cells);
    };
    row("fixed bound mu m_c g", fixed), row("Coulomb", coulomb);
    report.tables.push_back(table);
    // without the ends, whose mass is shared out among other numbers of points
    const bool even = std::abs(fixed[1] - fixed[2]) < 0.05 * fixed[1];
    const bool loaded = std::abs(coulomb[1] / coulomb[2] - 1.4) < 0.05;
    report.findings.push_back(
        {"C18", "with the constant bound, lower boxes slide as easily as upper ones (unrealistic)",
         text("box 2 needs %.2f m g and box 3 %.2f m g; under Coulomb's law %.2f and %.2f", fixed[1],
              fixed[2], coulomb[1], coulomb[2]),
         even && loaded});
}

void gyroscopic(PaperReport& report) {
    double change[2], momentum[2];
    for (const int on : {0, 1}) {
        World world(
            {.gravity = {0, 0, 0}, .stage_solver = on ? "pgs" : "pgs:gyroscopic=off", .sleep = false});
        const BodyId body = world.add_body({.angular_velocity = {1, 0, 10}, .mass = 1, .inertia = {2, 2, 1}});
        const auto angular_momentum = [&] {
            const Quat q = world.transform(body).rotation;
            return rotate(
                q, world.mass_properties(body).inertia * inverse_rotate(q, world.angular_velocity(body)));
        };
        const Vec3 w = world.angular_velocity(body), l = angular_momentum();
        for (int i = 0; i < 60; ++i) world.step(1.0f / 60);
        change[on] = static_cast<double>(length(world.angular_velocity(body) - w));
        momentum[on] = static_cast<double>(length(angular_momentum() - l) / length(l));
    }
    report.findings.push_back(
        {"C19, E8", "the gyroscopic term is left out: the angular velocity is kept, not the momentum",
         text("off: velocity changes by %.1e rad/s, momentum by %.0f %%; on: momentum by %.1e %%", change[0],
              100 * momentum[0], 100 * momentum[1]),
         change[0] < 1e-5 && momentum[0] > 0.01 && momentum[1] < 0.01});
}

/// Five boxes at rest. All but box k may move up and down only: otherwise the weakest of the surfaces, the
/// ground's, lets go first and the whole stack slides whatever box is pulled.
Scene stack_with_loose_box(int k, const std::string& solver, BodyId& loose) {
    const std::vector<SceneSetting> settings{{"n", 5}, {"gap", 0}, {"sleep", 0}};
    SceneDescription description = load_scene("catto-stack", settings);
    description.stage_solver = solver;
    Scene scene(description);
    World& world = scene.world();
    int number = 0;
    for (const BodyId body : scene.bodies()) {
        if (world.type(body) != BodyType::dynamic) continue;
        if (number++ == k) {
            loose = body;
            continue;
        }
        SliderJoint rail;
        rail.body_b = body, rail.anchor = world.center_of_mass(body), rail.axis = {0, 1, 0};
        world.add_joint(rail);
    }
    for (int i = 0; i < 60; ++i) scene.step();
    return scene;
}

}  // namespace

double sliding_force(int k, const std::string& solver) {
    double low = 0, high = 3;
    while (high - low > 0.002) {
        const double middle = 0.5 * (low + high);
        BodyId box;
        Scene scene = stack_with_loose_box(k, solver, box);
        World& world = scene.world();
        const float start = world.center_of_mass(box).x;
        const float force = static_cast<float>(middle) * length(world.gravity()) * world.mass(box);
        for (int i = 0; i < 60; ++i) {
            world.apply_force(box, {force, 0, 0});
            scene.step();
        }
        (std::abs(world.center_of_mass(box).x - start) > 0.01f ? high : low) = middle;
    }
    return high;
}

PaperReport paper_catto(const PaperProgress& progress) {
    return repeat_paper("Catto 2005, Iterative Dynamics with Temporal Coherence",
                        {{"stacks", stacks},
                         {"mass ratios", mass_ratios},
                         {"stabilisation", stabilisation},
                         {"friction in a stack", stack_friction},
                         {"gyroscopic term", gyroscopic}},
                        progress);
}

}  // namespace cairn::lab
