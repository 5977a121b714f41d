#pragma once
// All that can be chosen about the penalty method, with the paper's section beside it.

#include <optional>

#include "solvers/penalty/group_system.hpp"
#include "solvers/penalty/impulse.hpp"

namespace cairn::penalty {

enum class StiffnessRule : unsigned char {
    per_pair,  // from the masses that meet (5.1)
    uniform,   // the same for all contacts, from one mass (as in his soccer)
};

enum class TimeSearch : unsigned char { bisection, secant };

struct Options {
    /// Gravity (m/s^2). Where it is zero, stiffness is that of bodies that would rest under 9.81.
    Vec3d gravity{0, -9.81, 0};

    /// d of 5.1: a body at rest sinks this deep (m).
    double depth = 1e-3;
    StiffnessRule rule = StiffnessRule::per_pair;
    /// Mass (kg) for the uniform rule; unset: the heaviest body's.
    std::optional<double> uniform_mass{};
    /// Spring and damper constants of every contact, instead of the rule's.
    std::optional<double> stiffness{};
    std::optional<double> damping{};

    ForceLaw law{};
    /// Normals follow their features within a step (6.6).
    bool turning_normals = true;
    /// Separating faster than this at the start of a step, an unclamped spring rests for the step (5.2).
    double release_speed = 0.1;

    /// The collision envelope (4.1): features nearer than this belong to the contact (m).
    double envelope = 5e-4;
    /// How much deeper the whole bodies may be than their contacts before more are searched for (4.3).
    double depth_margin = 5e-4;
    /// How often a frame's clock may be turned back for a new contact (4.2); after that new contacts are
    /// attached where they are.
    int max_backups = 32;
    TimeSearch time_search = TimeSearch::bisection;
    /// New springs are attached un-stretched (4.4). Off is what he had: a spring found deep is born
    /// stretched.
    bool unstretched = true;
    /// Sweeps of fast bodies are looked at for collisions between two frames (4.2).
    bool continuous = true;

    ImpulseOptions impulses{};
    IntegratorOptions integrator{};
    Tolerances tolerances{};
    LinearOptions linear{};
    /// Positions and rotations are not eliminated before a linear solve (6.7).
    bool all_unknowns = false;
    /// Contact groups are integrated apart (6.3); off: all in one system.
    bool groups = true;
};

/// Throws Error naming the first option that makes no sense.
void check(const Options& options);

struct SpringConstants {
    double stiffness = 0, damping = 0;
};

/// k_s = m g / (n d), k_d = 2 sqrt(m' k_s / n): critically damped where n contacts carry mass m together
/// (5.1). m' is what moves: m itself against a fixed body, the reduced mass of two.
SpringConstants spring_constants(double mass, double moving_mass, double gravity, double contacts,
                                 double depth);

}  // namespace cairn::penalty
