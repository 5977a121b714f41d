#pragma once
// The default solver: sub-stepped soft constraints with a relaxing pass.

#include <vector>

#include "base/buffer.hpp"
#include "base/crew.hpp"
#include "model/model.hpp"
#include "solvers/soft_step/integrate.hpp"
#include "solvers/soft_step/joint_passes.hpp"
#include "solvers/soft_step/kernels.hpp"
#include "solvers/soft_step/plan.hpp"

namespace cairn {

/// What the passes over a part of the plan go through. Parts that workers solve alone have it one after
/// another in the same place, which stays in the worker's cache: their rows never see the memory.
struct PartColumns {
    Buffer<float> rows;    // of contacts and of joints, by task (SolveTask::rows)
    Buffer<float> bodies;  // by block of the part (body_column)
};

struct SoftStepScratch {
    Buffer<Motion> motion;
    Buffer<Winding> winding;
    Buffer<TurnedInertia> inertia;
    Buffer<BodyForces> forces;  // by body slot
    bool any_locks = false;
    bool any_rails = false;          // Body::on_rails
    bool any_turning = false;        // kinematic bodies
    PartColumns together;            // of the parts that all workers solve together
    std::vector<PartColumns> apart;  // of those that each solves alone: one for each worker
    Buffer<float> seldom;            // what few passes read of contacts, by group
    size_t seldom_offset[color_count + 1][point_classes];
    std::vector<UserConstraint> user_joints;
    SolvePlan plan;
};

/// Softness of a spring of this frequency and damping ratio, integrated implicitly with step h.
Softness make_softness(float hertz, float damping_ratio, float h);

/// Sub-steps of the coming step.
int substeps_of(const Model& model);

/// Nothing has moved yet in this step.
BodyArrays start_motion(Model& model, SoftStepScratch& scratch, Crew& crew);
/// Runs all sub-steps: velocities and impulses are final, poses are `motion` away from where they were.
void solve_soft_step(Model& model, SoftStepScratch& scratch, Crew& crew, const Kernels& kernels, float dt);
/// Between `prepare` and the sub-steps the report's clock may tick, so the two are separate calls.
void prepare_soft_step(Model& model, SoftStepScratch& scratch, Crew& crew, const Kernels& kernels, float dt);

/// At which a contact's points met in the last step, where it is watched; only valid until the next one.
float approach_speed(const Model& model, const SoftStepScratch& scratch, const ContactRecord& contact);

}  // namespace cairn
