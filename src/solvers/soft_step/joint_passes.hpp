#pragma once
// Joints in the passes of the default solver: laid out in scratch columns, solved before contacts.

#include <vector>

#include "base/crew.hpp"
#include "model/model.hpp"
#include "solvers/soft_step/joint_user.hpp"
#include "solvers/soft_step/kernels.hpp"
#include "solvers/soft_step/plan.hpp"

namespace cairn {

/// The passes of a step over the joints of one part of the plan; user-defined ones follow the built-in ones.
class JointPasses {
public:
    /// `rows` is where the tasks' rows are counted from; `user` holds the rows of all user-defined joints.
    JointPasses(Model& model, float* rows, std::vector<UserConstraint>& user, const SolvePlan& plan,
                Crew& crew, const Kernels& kernels, const BodyArrays& bodies, const StepConstants& constants,
                int32_t part)
        : model_(model),
          rows_(rows),
          plan_(plan.joints),
          part_(part),
          first_color_(plan.joints.part_begin[static_cast<size_t>(part)]),
          last_color_(plan.joints.part_begin[static_cast<size_t>(part) + 1]),
          has_user_(plan.user_part == part),
          crew_(crew),
          kernels_(kernels),
          bodies_(bodies),
          constants_(constants),
          repeat_(constants),
          user_(model, user, bodies, constants) {
        repeat_.first_joint_pass = false;
    }

    /// Before all others: fills the rows.
    void prepare();
    void warm_start();
    void solve();
    void relax();
    /// After the last sub-step.
    void finish();

private:
    /// Colour after colour: within one, no two joints share a body that is written.
    void by_color(JointKernel JointKernels::*kernel);
    int color_at(int32_t color) const {
        return plan_.tasks[static_cast<size_t>(plan_.color_begin[static_cast<size_t>(color)])].color;
    }
    void run_color(int32_t color, JointKernel JointKernels::*kernel);
    void repeat_color(int32_t color);
    void run(int32_t task, JointKernel JointKernels::*kernel, const StepConstants& constants);

    Model& model_;
    float* const rows_;
    const TaskPlan& plan_;
    const int32_t part_;
    int32_t first_color_, last_color_;
    bool has_user_;
    Crew& crew_;
    const Kernels& kernels_;
    BodyArrays bodies_;
    const StepConstants& constants_;
    StepConstants repeat_;  // the same for the second pass of a sub-step
    UserJoints user_;
};

/// Gives every task of a part the place of its rows, from `begin` on; returns where they end.
size_t lay_out_joint_rows(const Model& model, const Kernels& kernels, TaskPlan& plan, int32_t part,
                          size_t begin);

}  // namespace cairn
