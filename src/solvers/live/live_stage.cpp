#include "solvers/live/live_stage.hpp"

#include <algorithm>
#include <chrono>

namespace cairn {

void SweepSolver::solve(LiveSystem& system, const LiveOptions& options, LiveWork& work) {
    sweeps_.run(system, options, work);
}

void LiveStage::solve(const StageContext& context) {
    Model& model = context.model;
    message_.clear();
    system_.h = double(context.dt);
    gather_bodies(model, system_);
    gather_contacts(model, options_, system_);
    gather_joints(model, options_, system_);
    propagate_impacts(options_, system_);
    set_targets(model, options_, system_);
    apply_forces(model, options_, system_);
    cache_ = load_impulses(model, options_, system_);
    if (probe_) probe_(system_, options_);
    LiveWork work;
    work.crew = &context.crew, work.lanes = model.columns.lanes;
    solver_->solve(system_, options_, work);
    if (options_.measure) {
        const auto start = std::chrono::steady_clock::now();
        context.report.residual = live_residual(system_, options_);
        context.report.measuring_seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
    if (options_.shock) propagate_shock(options_, system_, work);
    push_.clear();
    if (options_.correction == LiveCorrection::split) split_impulses(options_, system_, push_, work);
    integrate_bodies(system_, push_, options_, model, context.bodies);
    store_impulses(system_, options_, model);
    model.last_substep = context.dt;
    place_.assign(model.contacts.size(), none);
    for (size_t i = 0; i < system_.contacts.size(); ++i)
        place_[static_cast<size_t>(system_.contacts[i].index)] = static_cast<int32_t>(i);
    context.report.iterations = work.iterations;
    context.report.row_updates = static_cast<uint64_t>(work.row_updates);
    context.report.switched_islands = work.switched_islands;
    context.report.solver_failures += work.failed;
    if (work.failed) message_ = work.message;
    if (!system_.resists_rolling) return;
    context.report.solver_failures += !work.failed;
    message_ =
        "not applicable: rolling resistance and spinning friction are rows of soft-step alone; this step "
        "left them out";
}

float LiveStage::approach_speed(int32_t contact) const {
    if (contact >= static_cast<int32_t>(place_.size()) || place_[static_cast<size_t>(contact)] == none)
        return 0;
    const LiveContact& live = system_.contacts[static_cast<size_t>(place_[static_cast<size_t>(contact)])];
    double speed = 0;
    for (int32_t i = live.first; i < live.first + live.count; ++i) {
        const LivePoint& point = system_.points[static_cast<size_t>(i)];
        // sequential impacts have turned the point round before any impulse of the step
        const bool carried = point.impulse[0] > 0 || point.approach > point.met;
        if (carried) speed = std::max(speed, -point.met);
    }
    return static_cast<float>(speed);
}

}  // namespace cairn
