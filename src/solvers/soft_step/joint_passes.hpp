#pragma once
// Joints in the passes of the default solver: laid out in scratch columns, cut into tasks by colour, solved
// before contacts.

#include <vector>

#include "base/buffer.hpp"
#include "base/crew.hpp"
#include "model/model.hpp"
#include "solvers/soft_step/joint_user.hpp"
#include "solvers/soft_step/kernels.hpp"

namespace cairn {

/// A run of blocks of one group, small enough to share out.
struct JointTask {
    int color;
    JointKind kind;
    int first, last;  // blocks
};

struct JointScratch {
    Buffer<float> constraints;
    size_t offset[color_count + 1][joint_kind_count] = {};
    std::vector<JointTask> tasks;  // by colour
    std::vector<int> color_begin;  // first task of each non-empty colour, and the end
    std::vector<UserConstraint> user;
};

/// The passes of a step over all joints; user-defined ones follow the built-in ones.
class JointPasses {
public:
    JointPasses(Model& model, JointScratch& scratch, Crew& crew, const Kernels& kernels,
                const BodyArrays& bodies, const StepConstants& constants)
        : model_(model),
          scratch_(scratch),
          crew_(crew),
          kernels_(kernels),
          bodies_(bodies),
          constants_(constants),
          repeat_(constants),
          user_(model, scratch.user, bodies, constants) {
        repeat_.first_joint_pass = false;
    }

    void prepare();
    void warm_start();
    void solve();
    void relax();
    /// After the last sub-step.
    void finish();

private:
    /// Colour after colour: within one, no two joints share a body that is written.
    void by_color(JointKernel JointKernels::*kernel);
    void repeat_reversed();
    /// All at once: for kernels that write no body.
    void together(JointKernel JointKernels::*kernel);
    void run(const JointTask& task, JointKernel JointKernels::*kernel, const StepConstants& constants);

    Model& model_;
    JointScratch& scratch_;
    Crew& crew_;
    const Kernels& kernels_;
    BodyArrays bodies_;
    const StepConstants& constants_;
    StepConstants repeat_;  // the same for the second pass of a sub-step
    UserJoints user_;
};

}  // namespace cairn
