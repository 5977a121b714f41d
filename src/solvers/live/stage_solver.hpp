#pragma once
// How another solver takes the place of soft-step in stage 5.
//
// A world names a solver by text, "pgs:iterations=20,friction=cone"; the core looks the name up in a
// registry, so that it needs none of them. To plug one in:
//
//  1. Derive from StageSolver. `solve` is called once a step, after the narrow phase and before continuous
//     collision. It reads poses, velocities, manifolds (Model::columns) and joints (joints/joint_rows.hpp
//     gives any joint as scalar rows), and must leave behind
//       - Velocity of every awake body (gravity, forces and damping are its business too),
//       - Motion (translation, rotation vector) and turn (quaternion) of every awake body, kinematic ones
//         included: what they did in this step. They come in as zero and identity,
//       - impulses: manifold_column::impulse and tangent_impulse of every touching contact, the impulse
//         columns of the joints, and Model::last_substep, the time they acted for. Reactions, contact forces,
//         breaking and the warm start of the next step come from these,
//       - what it knows of its work in StepReport (iterations, row_updates, residual, solver_failures).
//  2. What it remembers from step to step belongs into Model::stage_memory, plain words, so that snapshots
//     and hashes are complete. The object itself may keep buffers only.
//  3. register_stage_solver({name, summary, parameters, make}) once, before a world asks for it. `make` reads
//     its parameters from StageSettings; what it does not take is reported as unknown, with a suggestion.
//
// No exception may leave `solve`. A step that cannot be solved says so in `message` and counts in
// StepReport::solver_failures; nothing is replaced by another solver in silence.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/crew.hpp"
#include "model/model.hpp"
#include "solvers/live/stage_settings.hpp"

namespace cairn {

struct StageContext {
    Model& model;
    BodyArrays bodies;
    Crew& crew;
    float dt;
    StepReport& report;
};

class StageSolver {
public:
    virtual ~StageSolver() = default;
    virtual void solve(const StageContext& context) = 0;
    /// Speed (m/s, positive) at which the contact's points met, where they carried load in the last step; for
    /// hit events.
    virtual float approach_speed(int32_t contact) const = 0;
    /// Why the last step was not solved; empty where it was.
    const std::string& message() const { return message_; }

protected:
    std::string message_;
};

struct StageSolverInfo {
    std::string name;
    std::string summary;
    std::vector<StageParameter> parameters;
    /// Throws Error where a parameter is wrong or two of them do not go together.
    std::function<std::unique_ptr<StageSolver>(StageSettings&)> make;
};

/// `pgs` and `si`, which need nothing of the laboratory.
std::vector<StageSolverInfo> core_stage_solvers();
/// A second registration of a name replaces the first.
void register_stage_solver(StageSolverInfo info);
/// Takes a registration back; no world may still use it.
void forget_stage_solver(const std::string& name);
/// All that are registered, those of the core (pgs, si) first.
const std::vector<StageSolverInfo>& stage_solvers();

/// From NAME[:key=value,...]. Throws Error on an unknown name, key or value, with the nearest known one.
std::unique_ptr<StageSolver> make_stage_solver(const std::string& text);

}  // namespace cairn
