// Larsen, A Robot Soccer Simulator: A Case Study for Rigid Body Contact. His springs and integrators, and the
// world's own soft-step beside them. Library functions appear in closed forms that a measurement is compared
// with; nothing of a state comes from them.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "lab/larsen_models.hpp"
#include "lab/paper.hpp"
#include "lab/paper_text.hpp"
#include "lab/penalty_scene.hpp"
#include "math/trigonometry.hpp"
#include "scene/builtin.hpp"

namespace cairn::lab {
namespace {

using penalty::BodyKind;
using penalty::Column;
using penalty::FrictionLaw;
using penalty::Method;

constexpr double gap = std::numeric_limits<double>::quiet_NaN();

penalty::Quaternion turned(double angle) {
    const SineCosine<double> half = sine_cosine(0.5 * angle);
    return {0, 0, half.sine, half.cosine};
}

// --- Fig. 3

void instability(PaperReport& report) {
    const double euler = stability_limit(Method::explicit_euler),
                 midpoint = stability_limit(Method::midpoint), rk4 = stability_limit(Method::runge_kutta),
                 w = std::sqrt(9810.0);
    report.findings.push_back(
        {"L22, L19", "explicit Euler, midpoint and Runge-Kutta diverge on stiff spring-dampers (Fig. 3)",
         text("stable up to h w = %.3f (%.4f ms at w = %.3f/s), %.3f and %.3f; theory 2, 2 "
              "and 2.785",
              euler, 1000 * euler / w, w, midpoint, rk4),
         std::abs(euler - 2) < 0.01 && std::abs(midpoint - 2) < 0.01 && std::abs(rk4 - 2.785) < 0.01});
    double worst = 0;
    for (const Method method : {Method::semi_implicit_euler, Method::implicit_euler, Method::rosenbrock}) {
        SpringSystem spring = spring_of_one_kilogram();
        Column y = Eigen::Vector2d(1e-3, 0);
        penalty::IntegrationReport work;
        for (int i = 0; i < 100; ++i) {
            take_step(spring, method, y, 1e6 / w, {}, work);
            worst = std::max(worst, std::abs(y[0]));
        }
    }
    report.findings.push_back({"L23", "implicit and linearised methods are stable at any step (A-stability)",
                               text("at h w = 1e6 nothing leaves %.1e m", worst), worst <= 1e-3});
    PaperFigure figure{
        "Fig. 3: a mass on a spring-damper, x in mm, explicit Euler at two steps", "time in 1 / w", {}, {}};
    for (const double step : {1.9, 2.1}) figure.curves.push_back({text("h w = %.1f", step), {}});
    figure.curves.push_back({"linearised, h w = 2.1", {}});
    for (int i = 0; i <= 40; ++i) {
        figure.x.push_back(2.1 * i);
        int curve = 0;
        for (const auto& [method, step] : {std::pair{Method::explicit_euler, 1.9},
                                           {Method::explicit_euler, 2.1},
                                           {Method::semi_implicit_euler, 2.1}}) {
            SpringSystem spring = spring_of_one_kilogram();
            Column y = Eigen::Vector2d(1e-3, 0);
            penalty::IntegrationReport work;
            for (int k = 0; k < i; ++k) take_step(spring, method, y, step / w, {}, work);
            figure.curves[static_cast<std::size_t>(curve++)].values.push_back(1000 * y[0]);
        }
    }
    report.figures.push_back(figure);
}

// --- 5.1

double penalty_depth(double depth, int boxes) {
    penalty::Options options;
    options.depth = depth;
    penalty::Simulator s(options);
    s.add(BodyKind::fixed, HalfSpace{}, {}, {});
    for (int i = 0; i < boxes; ++i)
        s.add(BodyKind::dynamic, Box{{0.5f, 0.5f, 0.5f}}, {.density = 1}, {0, 0.5 + i, 0});
    for (int i = 0; i < 240; ++i) s.step(1.0 / 60);
    return 0.5 - s.bodies()[1].state.position.y;
}

double soft_step_depth(int boxes) {
    World world({.sleep = false});
    world.add_shape(world.add_body({.type = BodyType::fixed}), HalfSpace{});
    BodyId first{};
    for (int i = 0; i < boxes; ++i) {
        const BodyId box = world.add_body({.position = {0, 0.5f + static_cast<float>(i), 0}});
        world.add_shape(box, Box{{0.5f, 0.5f, 0.5f}}, {.density = 1});
        if (i == 0) first = box;
    }
    for (int i = 0; i < 240; ++i) world.step(1.0f / 60);
    return 0.5 - static_cast<double>(world.center_of_mass(first).y);
}

void static_depth(PaperReport& report) {
    double worst = 0;
    PaperTable table{"Depth of a box at rest, and of the lowest of five", {"d", "one", "five"}, {}};
    for (const double d : {1e-4, 1e-3, 5e-3}) {
        const double one = penalty_depth(d, 1), five = penalty_depth(d, 5);
        worst = std::max(worst, std::abs(one / d - 1));
        table.rows.push_back(
            {text("penalty, %.1f mm", 1000 * d), text("%.4f mm", 1000 * one), text("%.4f mm", 1000 * five)});
    }
    table.rows.push_back({"soft-step", text("%.4f mm", 1000 * soft_step_depth(1)),
                          text("%.4f mm", 1000 * soft_step_depth(5))});
    report.tables.push_back(table);
    const double five = penalty_depth(1e-3, 5);
    report.findings.push_back(
        {"L19, L20", "k_s = m g / (n d): a body at rest sinks by d, the foot of a stack by the weight on it",
         text("off by %.3f %% at most; the lowest of five sinks %.2f d", 100 * worst, 1000 * five),
         worst < 1e-3 && std::abs(1000 * five - 5) < 0.05});
}

// --- 4.4

struct Rocking {
    std::vector<double> energy;
    int rises = 0;
    double born = 0, late_spin = 0;
};

/// A domino let go tilted, on springs alone. He attached springs stretched and could not back up far enough.
Rocking rocking_domino(bool unstretched) {
    penalty::Options options;
    options.unstretched = unstretched;
    options.max_backups = unstretched ? 32 : 0;
    options.envelope = 1e-5;
    options.impulses.speed = 100;
    penalty::Simulator s(options);
    s.add(BodyKind::fixed, HalfSpace{}, {}, {});
    s.add(BodyKind::dynamic, Box{{0.1f, 0.3f, 0.15f}}, {.density = 100}, {0, 0.32, 0}, turned(0.15));
    Rocking run;
    run.energy.push_back(s.energy());
    for (int i = 0; i < 240; ++i) {
        run.born += s.step(1.0 / 60).stretch_energy;
        const double after = s.energy();
        run.rises += after > run.energy.back() * (1 + 1e-9);
        run.energy.push_back(after);
        if (i > 180) run.late_spin = std::max(run.late_spin, length(s.bodies()[1].state.spin));
    }
    return run;
}

void stretched_springs(PaperReport& report) {
    const Rocking his = rocking_domino(false), ours = rocking_domino(true);
    report.findings.push_back(
        {"L18",
         "a spring attached below the surface is born stretched and adds energy: a rocking domino never "
         "stops",
         text("stretched: %.3f J brought in, energy rises in %d of 240 frames; attached un-stretched: in %d, "
              "and it comes to rest",
              his.born, his.rises, ours.rises),
         his.born > 0 && his.rises > 0 && ours.rises == 0 && ours.born == 0 && ours.late_spin < 1e-4});
    PaperFigure figure{"Energy of a rocking domino, J",
                       "time in s",
                       {},
                       {{"stretched, as he had it", his.energy}, {"un-stretched", ours.energy}}};
    for (int i = 0; i <= 240; ++i) figure.x.push_back(i / 60.0);
    report.figures.push_back(figure);
}

// --- 7.1

/// Way that a block slides down 20 degrees with mu = 0.5 in `seconds`, after one to settle.
double penalty_creep(FrictionLaw law, int seconds) {
    penalty::Options options;
    options.law.friction = law;
    penalty::Simulator s(options);
    const penalty::Quaternion turn = turned(20 * 3.14159265358979323846 / 180);
    const Mat3d r = penalty::rotation_matrix(turn);
    s.add(BodyKind::fixed, HalfSpace{to_float(r.y), 0}, {.friction = 0.5f}, {});
    s.add(BodyKind::dynamic, Box{{0.5f, 0.1f, 0.5f}}, {.density = 100, .friction = 0.5f},
          r * Vec3d{0, 0.1, 0}, turn);
    for (int i = 0; i < 60; ++i) s.step(1.0 / 60);
    const Vec3d start = s.bodies()[1].state.position;
    for (int i = 0; i < 60 * seconds; ++i) s.step(1.0 / 60);
    return length(s.bodies()[1].state.position - start);
}

double soft_step_creep(int seconds) {
    World world({.sleep = false});
    const Quat turn = axis_angle({0, 0, 1}, 20 * pi / 180);
    const Vec3 up = rotate(turn, {0, 1, 0});
    world.add_shape(world.add_body({.type = BodyType::fixed}), HalfSpace{up, 0}, {.friction = 0.5f});
    const BodyId block = world.add_body({.position = 0.1f * up, .rotation = turn});
    world.add_shape(block, Box{{0.5f, 0.1f, 0.5f}}, {.density = 100, .friction = 0.5f});
    for (int i = 0; i < 60; ++i) world.step(1.0f / 60);
    const Vec3 start = world.center_of_mass(block);
    for (int i = 0; i < 60 * seconds; ++i) world.step(1.0f / 60);
    return static_cast<double>(length(world.center_of_mass(block) - start));
}

void tanh_friction(PaperReport& report) {
    RampSystem ramp;
    ramp.epsilon = 0.05;
    Column v = Column::Constant(1, 0.5);
    penalty::IntegratorOptions options;
    options.max_steps = 100000;
    penalty::IntegrationReport work;
    double hint = 1e-4, worst = 0;
    for (int i = 1; i <= 40; ++i) {
        integrate(ramp, v, 0.005, hint, options, work);
        const double e = ramp.epsilon,
                     decay = std::exp(-ramp.mu * RampSystem::g * 0.005 * i / e);  // same-bits: closed form
        worst = std::max(
            worst, std::abs(v[0] - e * std::asinh(std::sinh(0.5 / e) * decay)));  // same-bits: closed form
    }
    report.findings.push_back({"L34", "F = -mu N tanh(v / eps) slows a block smoothly",
                               text("v(t) = eps asinh(sinh(v0 / eps) exp(-mu g t / eps)) to %.1e m/s", worst),
                               worst < 1e-6});
    constexpr int seconds = 10;
    const double expected = 0.00924332 * seconds;  // eps atanh(tan 20 deg / mu)
    PaperTable table{
        "Way down a slope of 20 degrees in 10 s (mu = 0.5, eps = 10 mm/s)", {"friction", "mm"}, {}};
    const double creep = penalty_creep(FrictionLaw::tanh, seconds),
                 springs = penalty_creep(FrictionLaw::springs, seconds);
    table.rows.push_back({"penalty, tanh", text("%.3f", 1000 * creep)});
    table.rows.push_back(
        {"penalty, piecewise", text("%.3f", 1000 * penalty_creep(FrictionLaw::piecewise, seconds))});
    table.rows.push_back({"penalty, springs", text("%.1e", 1000 * springs)});
    table.rows.push_back(
        {"penalty, impulses", text("%.1e", 1000 * penalty_creep(FrictionLaw::impulses, seconds))});
    table.rows.push_back({"soft-step", text("%.1e", 1000 * soft_step_creep(seconds))});
    report.tables.push_back(table);
    report.findings.push_back(
        {"L34, L36", "static friction becomes slow creep below eps; tangential springs would not creep",
         text("tanh creeps %.3f mm/s (eps atanh(tan a / mu) = 9.243); springs %.0e mm in 10 s",
              1000 * creep / seconds, 1000 * springs),
         std::abs(creep / expected - 1) < 0.01 && springs < 1e-9});
}

// --- 7.2, Fig. 5

class AttemptLog : public penalty::AttemptObserver {
public:
    std::vector<penalty::Attempt> all;
    void attempted(const penalty::Attempt& attempt) override { all.push_back(attempt); }
};

RampSystem steep_friction() {
    RampSystem ramp;
    const SineCosine<double> slope = sine_cosine(5 * 3.14159265358979323846 / 180);
    ramp.sine = slope.sine, ramp.cosine = slope.cosine;
    ramp.epsilon = 0.001;
    return ramp;
}

int sign_changes(Method method) {
    RampSystem ramp = steep_friction();
    Column v = Column::Constant(1, 0.5);
    penalty::IntegrationReport work;
    int flips = 0;
    for (int i = 0; i < 200; ++i) {
        const double before = v[0];
        take_step(ramp, method, v, 1.0 / 60, {}, work);
        flips += i >= 100 && before * v[0] < 0 && std::abs(v[0]) > ramp.epsilon;
    }
    return flips;
}

void failed_steps(PaperReport& report) {
    RampSystem ramp = steep_friction();
    ramp.relative = 0.1;
    Column v = Column::Constant(1, 0.5);
    penalty::IntegrationReport work;
    AttemptLog log;
    double hint = 1.0 / 60;
    integrate(ramp, v, 0.25, hint, {}, work, &log);
    const double rate = (ramp.mu * ramp.cosine - ramp.sine) * RampSystem::g, stop = 0.5 / rate;
    int failed = 0, near = 0, shallow = 0;
    PaperFigure figure{"Fig. 5: slip of a block that comes to a stop, m/s",
                       "time in s",
                       {},
                       {{"accepted", {}}, {"failed attempts", {}}}};
    std::vector<std::pair<double, std::pair<double, bool>>> ends;
    for (const penalty::Attempt& a : log.all) {
        ends.push_back({a.start + a.step, {a.after[0], a.accepted}});
        if (a.accepted) continue;
        ++failed;
        near += a.start <= stop && a.start + a.step > 0.95 * stop;
        shallow += (0.5 - rate * a.start) - a.after[0] < rate * a.step;
    }
    std::stable_sort(ends.begin(), ends.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [time, end] : ends) {
        figure.x.push_back(time);
        figure.curves[0].values.push_back(end.second ? end.first : gap);
        figure.curves[1].values.push_back(end.second ? gap : end.first);
    }
    report.figures.push_back(figure);
    const int flips = sign_changes(Method::explicit_euler);
    report.findings.push_back(
        {"L35",
         "friction held over a step flips the sign of the slip: the block jitters; an error bound on the "
         "slip ends it",
         text("explicit: %d of 100 late steps flip; with the bound the slip ends at %.1e m/s", flips, v[0]),
         flips > 50 && std::abs(v[0]) < ramp.epsilon});
    report.findings.push_back(
        {"L35", "failed steps gather where the slip ends, on shallower slopes than the solution (Fig. 5)",
         text("%d of %d attempts fail, %d of them across the stop, %d too shallow", failed,
              static_cast<int>(log.all.size()), near, shallow),
         failed >= 3 && near == failed && 2 * shallow > failed});
}

// --- 6.3, 8

double soft_step_milliseconds(const SceneDescription& description, int frames) {
    Scene scene(description);
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < frames; ++i) scene.step();
    return 1000 * std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / frames;
}

void contact_groups(PaperReport& report) {
    PaperTable table{"Rows of dominoes, 60 frames of 1/60 s; times are of this run and this machine",
                     {"dominoes", "groups", "linear solves a domino", "Jacobian blocks a domino",
                      "penalty, ms a frame", "slowest", "soft-step, ms a frame"},
                     {}};
    double solves[2] = {}, blocks[2] = {};
    const int counts[] = {50, 100, 200};
    for (const int count : counts) {
        const std::vector<SceneSetting> settings{
            {"count", static_cast<double>(count)}, {"turn", 0}, {"sleep", 0}};
        const SceneDescription description = make_scene("dominoes", settings);
        PenaltyScene scene(description, {});
        const PenaltyRun r = run(scene, 60);
        const std::size_t k = count == counts[0] ? 0 : 1;
        solves[k] = static_cast<double>(r.total.integration.solves) / count;
        blocks[k] = static_cast<double>(r.total.jacobian_blocks) / r.frames / count;
        table.rows.push_back(
            {std::to_string(count), std::to_string(r.total.groups / r.frames), text("%.1f", solves[k]),
             text("%.2f", blocks[k]), text("%.2f", 1000 * r.seconds / r.frames),
             text("%.2f", 1000 * r.slowest_seconds), text("%.3f", soft_step_milliseconds(description, 60))});
    }
    report.tables.push_back(table);
    report.findings.push_back(
        {"L30, L31, L38", "contact groups and zero blocks make the cost linear in the number of dominoes",
         text("solves a domino: %.1f for 50, %.1f for 200; blocks a domino: %.2f and %.2f", solves[0],
              solves[1], blocks[0], blocks[1]),
         std::abs(solves[1] / solves[0] - 1) < 0.15 && std::abs(blocks[1] / blocks[0] - 1) < 0.15});
}

}  // namespace

PaperReport paper_larsen(const PaperProgress& progress) {
    return repeat_paper("Larsen, A Robot Soccer Simulator: A Case Study for Rigid Body Contact",
                        {{"integrators", instability},
                         {"depth", static_depth},
                         {"energy", stretched_springs},
                         {"friction", tanh_friction},
                         {"failed steps", failed_steps},
                         {"contact groups", contact_groups}},
                        progress);
}

}  // namespace cairn::lab
