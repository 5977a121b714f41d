#pragma once
// One scene of the showcase: played, measured and photographed.

#include <cstdint>
#include <string>
#include <vector>

#include <cairn/report.hpp>

#include "render_camera.hpp"
#include "scene/builtin.hpp"

namespace cairn::showcase {

/// What is played. `stands` marks scenes whose bodies should stay where they were put.
struct Act {
    std::string scene;
    std::vector<SceneSetting> settings;
    double seconds = 4;
    bool stands = false;
    std::string caption;
};

/// The acts of plain `./run`.
std::vector<Act> default_program();

struct Performance {
    Act act;
    int bodies = 0, joints = 0, contacts = 0, steps = 0, awake = 0;
    double dt = 0;
    double milliseconds_per_step = 0;  ///< mean
    double max_penetration = 0;        ///< at the end, metres
    double residual_speed = 0;         ///< fastest body at the end, m/s
    double largest_shift = 0;          ///< furthest that a body has moved, in units of its own radius
    uint64_t hash = 0;
    std::string begin_png, end_png;
    /// One entry a step.
    std::vector<double> time, kinetic_energy, penetration;
    std::vector<double> stage_milliseconds[static_cast<int>(Stage::count)];

    /// "yes" or "no" for acts that should stand, "" for the others.
    std::string verdict() const;
};

/// A body that stays within this share of its own radius still stands.
inline constexpr double standing_shift = 0.25;

Performance play(const Act& act, int threads, render::Size size);

}  // namespace cairn::showcase
