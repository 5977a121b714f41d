#pragma once
// Any scene under the penalty solver by itself, in double precision, with what every frame cost.

#include "scene/scene.hpp"
#include "solvers/penalty/simulator.hpp"

namespace cairn::lab {

class PenaltyScene {
public:
    /// Gravity and bodies come from the scene; throws Error where it has joints or locked axes, which springs
    /// at contacts cannot hold.
    PenaltyScene(const SceneDescription& description, penalty::Options options);

    /// Applies the motions and inputs that are due, then advances by the scene's dt.
    penalty::FrameReport step(TaskSystem* tasks = nullptr);

    penalty::Simulator& simulator() { return simulator_; }
    const penalty::Simulator& simulator() const { return simulator_; }
    const SceneDescription& description() const { return description_; }

private:
    void drive(const SceneMotion& motion);
    void apply(const SceneInput& input);

    SceneDescription description_;
    penalty::Simulator simulator_;
    int step_ = 0;
};

/// Cost and quality of a whole run.
struct PenaltyRun {
    int frames = 0;
    penalty::FrameReport total;  // counts summed, worst depth
    double seconds = 0, slowest_seconds = 0;
    int worst_frame_steps = 0, worst_frame_retries = 0, worst_frame = 0;
    bool finite = true;    // no body left the finite range
    double max_speed = 0;  // of any body in any frame
    double kinetic_energy = 0, energy_start = 0, energy_end = 0;
    double largest_rise = 0;  // of the energy within a frame
};

PenaltyRun run(PenaltyScene& scene, int frames, TaskSystem* tasks = nullptr);

}  // namespace cairn::lab
