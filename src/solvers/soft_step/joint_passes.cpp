#include "solvers/soft_step/joint_passes.hpp"

#include "base/index.hpp"

namespace cairn {

namespace {

void lay_out(const Model& model, const Kernels& kernels, JointScratch& scratch) {
    size_t size = 0;
    for (int color = 0; color <= overflow_color; ++color)
        for (int k = 0; k < joint_kind_count; ++k) {
            const auto kind = static_cast<JointKind>(k);
            if (kind == JointKind::user) continue;
            const int lanes = model.joint_columns.lanes_of(color);
            const int blocks = model.joint_columns.block_count(color, kind);
            scratch.offset[color][k] = size;
            const size_t floats = static_cast<size_t>(blocks * kernels.joint[k].constraint_columns * lanes);
            size += (floats + 15) / 16 * 16;
        }
    if (scratch.constraints.size() < size) scratch.constraints.resize(size + size / 4);
}

void run_task(Model& model, JointScratch& scratch, const Kernels& kernels, const SolveTask& task,
              JointKernel JointKernels::*kernel, const BodyArrays& bodies, const StepConstants& constants) {
    LaneGroup& group = model.joint_columns.group(task.color, static_cast<JointKind>(task.group));
    const JointBlocks blocks{group.columns.data(),
                             scratch.constraints.data() + scratch.offset[task.color][task.group],
                             group.body_a.data(), group.body_b.data()};
    const Kernels& table = task.color == overflow_color ? kernels_for(1) : kernels;
    (table.joint[task.group].*kernel)(blocks, task.first, task.last, bodies, constants);
}

/// Whether joints of this kind, solved again at once, find what they left: where the sweep turns they are
/// solved once and not twice. (A ball joint at its limits would find a little; which of a block's joints are
/// there must not decide about the others.)
bool solved_at_once(JointKind kind) { return kind == JointKind::ball || kind == JointKind::fixed; }

}  // namespace

void prepare_joints(Model& model, JointScratch& scratch, const SolvePlan& plan, Crew& crew,
                    const Kernels& kernels, const BodyArrays& bodies, const StepConstants& constants) {
    lay_out(model, kernels, scratch);
    const std::vector<SolveTask>& tasks = plan.joints.tasks;
    const auto run = [&](int32_t task, JointKernel JointKernels::*kernel) {
        run_task(model, scratch, kernels, tasks[at(task)], kernel, bodies, constants);
    };
    // colour after colour, since bodies are written
    for (size_t color = 0; color + 1 < plan.joints.color_begin.size(); ++color) {
        const int32_t begin = plan.joints.color_begin[color];
        crew.for_blocks(plan.joints.color_begin[color + 1] - begin,
                        [&](int task) { run(begin + task, &JointKernels::crowd); });
    }
    // all at once: nothing is written but columns of the joint itself
    crew.for_blocks(static_cast<int>(tasks.size()), [&](int task) { run(task, &JointKernels::prepare); });
    UserJoints(model, scratch.user, bodies, constants).prepare();
}

void JointPasses::warm_start() {
    by_color(&JointKernels::warm_start);
    if (has_user_) user_.warm_start();
}

void JointPasses::solve() {
    // There and back: a symmetric sweep. It costs a fifth more than one and lets joints be stiffer
    // (make_constants). One way only, ten heavy bodies on a light hub shake themselves apart, since each is
    // solved against what the one before left.
    //
    // It turns at colour 0, the largest, where that is one of the part: not at whichever is first, since
    // which islands are in a part must mean nothing.
    const bool has_turn = first_color_ < last_color_ && color_at(first_color_) == 0;
    const int32_t begin = has_turn ? first_color_ + 1 : first_color_;
    for (int32_t color = begin; color < last_color_; ++color) run_color(color, &JointKernels::solve);
    if (has_turn) run_color(first_color_, &JointKernels::solve);
    if (has_user_) user_.solve(true), user_.solve(false);
    if (has_turn) repeat_color(first_color_);
    for (int32_t color = last_color_ - 1; color >= begin; --color) repeat_color(color);
}

void JointPasses::relax() {
    by_color(&JointKernels::relax);
    if (has_user_) user_.relax();
}

void JointPasses::finish() {
    if (has_user_) user_.finish();
}

void JointPasses::by_color(JointKernel JointKernels::*kernel) {
    for (int32_t color = first_color_; color < last_color_; ++color) run_color(color, kernel);
}

void JointPasses::run_color(int32_t color, JointKernel JointKernels::*kernel) {
    const int32_t begin = plan_.color_begin[at(color)];
    crew_.for_blocks(plan_.color_begin[at(color + 1)] - begin,
                     [&](int task) { run(begin + task, kernel, constants_); });
}

void JointPasses::repeat_color(int32_t color) {
    const auto kernel = &JointKernels::solve;
    const int32_t begin = plan_.color_begin[at(color)];
    SolveTask single = plan_.tasks[at(begin)];
    if (single.color != overflow_color) {
        const int32_t count = plan_.color_begin[at(color + 1)] - begin;
        const auto again = [&](int task) {
            const SolveTask& t = plan_.tasks[at(begin + task)];
            return t.color != 0 || !solved_at_once(static_cast<JointKind>(t.group));
        };
        int32_t first = 0;
        while (first < count && !again(first)) ++first;
        if (first == count) return;
        crew_.for_blocks(count, [&](int task) {
            if (again(task)) run(begin + task, kernel, repeat_);
        });
        return;
    }
    // one after another, last first
    for (const int32_t first = single.first; single.last > first; --single.last) {
        single.first = single.last - 1;
        run_task(model_, scratch_, kernels_, single, kernel, bodies_, repeat_);
    }
}

void JointPasses::run(int32_t task, JointKernel JointKernels::*kernel, const StepConstants& constants) {
    run_task(model_, scratch_, kernels_, plan_.tasks[at(task)], kernel, bodies_, constants);
}

}  // namespace cairn
