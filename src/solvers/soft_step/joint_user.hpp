#pragma once
// User-defined joints: rows that come from a callback, solved one joint after another in the order of their
// ids, with the same rules as built-in rows.

#include <vector>

#include "model/model.hpp"
#include "solvers/soft_step/kernels.hpp"

namespace cairn {

/// A user's joint during a step.
struct UserConstraint {
    int32_t joint = 0;
    Row rows[6];
    float mass[6] = {};        // effective
    float held_error[6] = {};  // at the start of the sub-step, for springs
    float impulses[6] = {};
    Vec3 linear[4], angular[4];  // what turning Jacobians change in the warm start of the next sub-step
};

class UserJoints {
public:
    UserJoints(Model& model, std::vector<UserConstraint>& constraints, const BodyArrays& bodies,
               const StepConstants& constants)
        : model_(model), constraints_(constraints), bodies_(bodies), constants_(constants) {}

    void prepare();
    void warm_start();
    /// The first pass of a sub-step applies the warm start's correction, the second goes backwards.
    void solve(bool first);
    void relax();
    /// Keeps the impulses for the next step.
    void finish();

private:
    Model& model_;
    std::vector<UserConstraint>& constraints_;
    BodyArrays bodies_;
    const StepConstants& constants_;
};

}  // namespace cairn
