// The options of `penalty` as text: depth=0.001,friction=tanh,...

#include <cairn/error.hpp>

#include "solvers/penalty/penalty_stage.hpp"

namespace cairn::penalty {

namespace {

template <typename Enum>
void take_word(StageSettings& s, const char* name, Enum& value, std::initializer_list<const char*> words) {
    std::string word = words.begin()[static_cast<int>(value)];
    s.take(name, word, words);
    for (std::size_t i = 0; i < words.size(); ++i)
        if (word == words.begin()[i]) value = static_cast<Enum>(i);
}

void take_optional(StageSettings& s, const char* name, std::optional<double>& value) {
    if (!s.has(name)) return;
    double number = 1;
    s.take(name, number, 1e-12, 1e15);
    value = number;
}

const std::vector<StageParameter>& parameters() {
    static const std::vector<StageParameter> all{
        {"depth", "number", "0.001", "a body at rest sinks this deep, m (5.1)"},
        {"constants", "per-pair|uniform", "per-pair",
         "spring constants from the bodies that meet, or one mass"},
        {"uniform_mass", "number", "", "kg, for uniform constants; unset: the heaviest body's"},
        {"stiffness", "number", "", "N/m of every contact instead"},
        {"damping", "number", "", "N s/m of every contact instead"},
        {"friction", "tanh|piecewise|springs|impulses", "springs", "friction law (7)"},
        {"slip_speed", "number", "0.01", "epsilon of 7.1, m/s"},
        {"clamped", "flag", "true", "springs never pull (5.2)"},
        {"turning_normals", "flag", "true", "normals follow their features within a step (6.6)"},
        {"unstretched", "flag", "true", "springs found deep bring no energy (4.4)"},
        {"envelope", "number", "0.0005", "collision envelope, m (4.1)"},
        {"max_backups", "integer", "32", "times a frame's clock may be turned back (4.2)"},
        {"search", "bisection|secant", "bisection", "how the time of a contact is found (4.2)"},
        {"impulses", "propagate|simultaneous|hybrid", "propagate", "how collisions are ended (3)"},
        {"impulse_speed", "number", "0.2", "slower approach is left to the springs, m/s"},
        {"bounce_speed", "number", "0.5", "slower approach does not bounce, m/s"},
        {"method", "explicit-euler|midpoint|rk4|semi-implicit|implicit|rosenbrock", "rosenbrock",
         "integrator (6.1)"},
        {"substeps", "integer", "1", "of the methods without an error bound"},
        {"max_retries", "integer", "20", "attempts at one step before the best is taken"},
        {"max_steps", "integer", "200", "steps within a frame that keep the error bound"},
        {"position_tolerance", "number", "0.0001", "error of a step, m"},
        {"velocity_tolerance", "number", "0.01", "error of a step, m/s"},
        {"slip_tolerance", "number", "0", "bound on the error of slip, relative (7.3); 0: none"},
        {"linear", "bicg|bicgstab|sparse-lu", "sparse-lu", "solver of the linear systems (6.7)"},
        {"all_unknowns", "flag", "false", "keep positions and rotations in the linear systems"},
    };
    return all;
}

std::unique_ptr<StageSolver> make(StageSettings& s) {
    Options o;
    s.take("depth", o.depth, 1e-9, 1e3);
    take_word(s, "constants", o.rule, {"per-pair", "uniform"});
    take_optional(s, "uniform_mass", o.uniform_mass);
    take_optional(s, "stiffness", o.stiffness);
    take_optional(s, "damping", o.damping);
    take_word(s, "friction", o.law.friction, {"tanh", "piecewise", "springs", "impulses"});
    s.take("slip_speed", o.law.slip_speed, 1e-9, 1e6);
    s.take("clamped", o.law.clamped);
    s.take("turning_normals", o.turning_normals);
    s.take("unstretched", o.unstretched);
    s.take("envelope", o.envelope, 1e-9, 1e3);
    o.depth_margin = o.envelope;
    s.take("max_backups", o.max_backups, 0, 100000);
    take_word(s, "search", o.time_search, {"bisection", "secant"});
    take_word(s, "impulses", o.impulses.mode, {"propagate", "simultaneous", "hybrid"});
    s.take("impulse_speed", o.impulses.speed, 0, 1e6);
    s.take("bounce_speed", o.impulses.bounce_speed, 0, 1e6);
    take_word(s, "method", o.integrator.method,
              {"explicit-euler", "midpoint", "rk4", "semi-implicit", "implicit", "rosenbrock"});
    s.take("substeps", o.integrator.substeps, 1, 100000);
    s.take("max_retries", o.integrator.max_retries, 0, 1000);
    s.take("max_steps", o.integrator.max_steps, 1, 1000000);
    s.take("position_tolerance", o.tolerances.position, 1e-15, 1e3);
    s.take("velocity_tolerance", o.tolerances.velocity, 1e-15, 1e3);
    s.take("slip_tolerance", o.tolerances.slip, 0, 1e3);
    take_word(s, "linear", o.linear.method, {"bicg", "bicgstab", "sparse-lu"});
    s.take("all_unknowns", o.all_unknowns);
    check(o);
    return std::make_unique<PenaltyStage>(o);
}

}  // namespace

void register_penalty_solver() {
    register_stage_solver(
        {"penalty", "spring-damper contacts, integrated stiffly (Larsen)", parameters(), make});
}

}  // namespace cairn::penalty
