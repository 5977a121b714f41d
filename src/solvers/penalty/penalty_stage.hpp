#pragma once
// `penalty` as the solver of a world: Larsen's simulator takes stage 5. It finds its own contacts, in double
// precision; the world's manifolds get the impulses that its springs gave.
//
// Merit       none: forces, not impulses, are computed.
// Guarantee   energy does not rise from frame to frame but for rounding and what bodies are given from
// outside. Cost        a sparse linear system of 6 unknowns a body for each step of each contact group.
// Without     joints and locked axes: such a step is refused.

#include "solvers/live/stage_solver.hpp"
#include "solvers/penalty/simulator.hpp"

namespace cairn::penalty {

class PenaltyStage : public StageSolver {
public:
    explicit PenaltyStage(const Options& options) : options_(options), simulator_(options) {}

    void solve(const StageContext& context) override;
    float approach_speed(int32_t contact) const override;

    /// Of the last step.
    const FrameReport& report() const { return report_; }

private:
    bool applicable(const Model& model);
    void rebuild(const Model& model);
    uint64_t signature(const Model& model) const;
    void take_bodies(const Model& model);
    void give_bodies(Model& model, const BodyArrays& arrays, double dt);
    void give_impulses(Model& model, double dt);
    const Pair* pair_of(const ContactRecord& record) const;

    Options options_;
    Simulator simulator_;               // body index = slot of the model
    std::vector<uint32_t> names_;       // shape of each collider
    std::vector<int32_t> places_;       // collider of each shape
    std::vector<uint32_t> last_words_;  // the memory as this object left it
    uint64_t signature_ = 0;
    FrameReport report_;
    std::vector<float> approach_;  // of each contact of the model
};

/// Adds `penalty` to the solvers a world may name.
void register_penalty_solver();

}  // namespace cairn::penalty
