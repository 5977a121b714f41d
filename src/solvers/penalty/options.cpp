#include "solvers/penalty/options.hpp"

#include <cmath>
#include <cstdio>

#include <cairn/error.hpp>

namespace cairn::penalty {

namespace {

[[noreturn]] void refuse(const char* name, const char* rule, double value) {
    char text[160];
    std::snprintf(text, sizeof text, "penalty: %s must be %s, got %g", name, rule, value);
    throw Error(text);
}

void positive(const char* name, double value) {
    if (!(value > 0) || !std::isfinite(value)) refuse(name, "a positive number", value);
}
void not_negative(const char* name, double value) {
    if (!(value >= 0) || !std::isfinite(value)) refuse(name, "zero or a positive number", value);
}
void at_least(const char* name, int value, int least) {
    if (value < least) refuse(name, least == 1 ? "at least 1" : "at least 0", value);
}

}  // namespace

void check(const Options& o) {
    for (const double g : {o.gravity.x, o.gravity.y, o.gravity.z})
        if (!std::isfinite(g)) refuse("gravity", "finite", g);
    positive("depth", o.depth);
    if (o.uniform_mass) positive("uniform_mass", *o.uniform_mass);
    if (o.stiffness) positive("stiffness", *o.stiffness);
    if (o.damping) not_negative("damping", *o.damping);
    positive("slip_speed", o.law.slip_speed);
    positive("envelope", o.envelope);
    positive("depth_margin", o.depth_margin);
    positive("release_speed", o.release_speed);
    at_least("max_backups", o.max_backups, 0);
    not_negative("impulse_speed", o.impulses.speed);
    not_negative("bounce_speed", o.impulses.bounce_speed);
    at_least("max_passes", o.impulses.max_passes, 1);
    at_least("substeps", o.integrator.substeps, 1);
    at_least("max_retries", o.integrator.max_retries, 0);
    at_least("max_steps", o.integrator.max_steps, 1);
    at_least("newton_iterations", o.integrator.newton_iterations, 1);
    positive("position tolerance", o.tolerances.position);
    positive("velocity tolerance", o.tolerances.velocity);
    not_negative("relative tolerance", o.tolerances.relative);
    not_negative("slip tolerance", o.tolerances.slip);
    positive("linear tolerance", o.linear.tolerance);
    at_least("linear iterations", o.linear.max_iterations, 1);
}

SpringConstants spring_constants(double mass, double moving_mass, double gravity, double contacts,
                                 double depth) {
    const double stiffness = mass * gravity / (contacts * depth);
    return {stiffness, 2 * std::sqrt(moving_mass * stiffness / contacts)};
}

}  // namespace cairn::penalty
