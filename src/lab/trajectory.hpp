#pragma once
// The yardstick along a trajectory (checklist M5-M7): a scene under one solver, what it did to energy,
// momentum and positions, and what that cost.

#include <functional>
#include <string>
#include <vector>

#include "scene/scene.hpp"

namespace cairn::lab {

struct TrajectoryOptions {
    double max_seconds = 1e30;          ///< of solver time; the run ends early after that
    int samples = 200;                  ///< instants at which energies and overlaps are looked at, at most
    std::function<void(int)> progress;  ///< steps done
};

struct Trajectory {
    std::string solver;
    std::string status;  ///< "ok", "not applicable", "failed", "time limit"
    std::string message;
    int steps = 0;
    double seconds = 0;  ///< simulated
    // quality
    double energy_created = 0;  ///< J: sum of all rises of kinetic plus potential energy between samples
    double energy_lost = 0;     ///< J: sum of all falls
    double momentum_error =
        -1;  ///< N s, worst step: change of momentum less gravity's and the outside's impulses; negative: not
             ///< measured (sub-stepped solvers tell the forces of their last sub-step alone)
    double max_penetration = 0;   ///< m, deepest point of any sample
    double mean_penetration = 0;  ///< m, at the end, over overlapping points
    double penetration_99 = 0;    ///< m, at the end
    double max_joint_error = 0;   ///< m, any sample
    double jitter = -1;         ///< m/s, rms speed of all bodies over the last second (or fifth of the run);
                                ///< negative: not measured, the run ended before
    double time_to_fall = -1;   ///< s until the highest body lost a fifth of its height; negative: it stands
    double height_error = 0;    ///< part of its height that the highest body lost in the end
    double mean_residual = -1;  ///< m/s, of the solver's own problem; negative: not measured
    double max_residual = -1;
    double reference_error = -1;  ///< m, rms distance of the bodies from a reference run; negative: none
    // cost
    double ms_per_step = 0;  ///< of the solver's stages alone, without measuring the residual
    double step_ms = 0;      ///< of the whole step, without measuring the residual
    double iterations = 0;   ///< mean
    double row_updates = 0;  ///< mean
    int failures = 0;
    int switched = 0;  ///< islands given to a stronger solver
    // over time, one value a sample
    std::vector<double> time, energy, penetration, speed;
    std::vector<Vec3> positions;  ///< of all bodies at the end
};

/// Runs the scene for its description's steps.
Trajectory run_trajectory(Scene& scene, const TrajectoryOptions& options = {});

/// The same scene with steps a `refinement`-th as long, soft-step: where the bodies are at the end.
std::vector<Vec3> reference_positions(const SceneDescription& description, int refinement);
double distance_between(const std::vector<Vec3>& a, const std::vector<Vec3>& b);

}  // namespace cairn::lab
