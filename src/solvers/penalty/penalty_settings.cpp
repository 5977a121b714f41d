// The options of `penalty` as text: depth=0.001,friction=tanh,...

#include <cairn/error.hpp>

#include "solvers/penalty/penalty_stage.hpp"

namespace cairn::penalty {

namespace {

void visit_law(StageParameters& p, Options& o) {
    p.number("depth", o.depth, 1e-9, 1e3, "a body at rest sinks this deep, m (5.1)");
    p.word("constants", o.rule, {"per-pair", "uniform"},
           "spring constants from the bodies that meet, or one mass");
    p.number("uniform_mass", o.uniform_mass, 1e-12, 1e15,
             "kg, for uniform constants; unset: the heaviest body's");
    p.number("stiffness", o.stiffness, 1e-12, 1e15, "N/m of every contact instead");
    p.number("damping", o.damping, 1e-12, 1e15, "N s/m of every contact instead");
    p.word("friction", o.law.friction, {"tanh", "piecewise", "springs", "impulses"}, "friction law (7)");
    p.number("slip_speed", o.law.slip_speed, 1e-9, 1e6, "epsilon of 7.1, m/s");
    p.flag("clamped", o.law.clamped, "springs never pull (5.2)");
}

void visit_contacts(StageParameters& p, Options& o) {
    p.flag("turning_normals", o.turning_normals, "normals follow their features within a step (6.6)");
    p.flag("unstretched", o.unstretched, "springs found deep bring no energy (4.4)");
    p.number("envelope", o.envelope, 1e-9, 1e3, "collision envelope, m (4.1)");
    o.depth_margin = o.envelope;
    p.integer("max_backups", o.max_backups, 0, 100000, "times a frame's clock may be turned back (4.2)");
    p.word("search", o.time_search, {"bisection", "secant"}, "how the time of a contact is found (4.2)");
    p.word("impulses", o.impulses.mode, {"propagate", "simultaneous", "hybrid"},
           "how collisions are ended (3)");
    p.number("impulse_speed", o.impulses.speed, 0, 1e6, "slower approach is left to the springs, m/s");
    p.number("bounce_speed", o.impulses.bounce_speed, 0, 1e6, "slower approach does not bounce, m/s");
}

void visit_integrator(StageParameters& p, Options& o) {
    p.word("method", o.integrator.method,
           {"explicit-euler", "midpoint", "rk4", "semi-implicit", "implicit", "rosenbrock"},
           "integrator (6.1)");
    p.integer("substeps", o.integrator.substeps, 1, 100000, "of the methods without an error bound");
    p.integer("max_retries", o.integrator.max_retries, 0, 1000,
              "attempts at one step before the best is taken");
    p.integer("max_steps", o.integrator.max_steps, 1, 1000000,
              "steps within a frame that keep the error bound");
    p.number("position_tolerance", o.tolerances.position, 1e-15, 1e3, "error of a step, m");
    p.number("velocity_tolerance", o.tolerances.velocity, 1e-15, 1e3, "error of a step, m/s");
    p.number("slip_tolerance", o.tolerances.slip, 0, 1e3,
             "bound on the error of slip, relative (7.3); 0: none");
    p.word("linear", o.linear.method, {"bicg", "bicgstab", "sparse-lu"},
           "solver of the linear systems (6.7)");
    p.flag("all_unknowns", o.all_unknowns, "keep positions and rotations in the linear systems");
}

Options visit_options(StageParameters& parameters) {
    Options o;
    visit_law(parameters, o);
    visit_contacts(parameters, o);
    visit_integrator(parameters, o);
    return o;
}

std::unique_ptr<StageSolver> make(StageSettings& settings) {
    StageParameters parameters(&settings);
    const Options options = visit_options(parameters);
    check(options);
    return std::make_unique<PenaltyStage>(options);
}

}  // namespace

void register_penalty_solver() {
    StageParameters listed;
    visit_options(listed);
    register_stage_solver(
        {"penalty", "spring-damper contacts, integrated stiffly (Larsen)", listed.list, make});
}

}  // namespace cairn::penalty
