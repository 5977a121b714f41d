#include "solvers/soft_step/joint_passes.hpp"

#include "base/index.hpp"

namespace cairn {

namespace {

void run_task(Model& model, float* rows, const Kernels& kernels, const SolveTask& task,
              JointKernel JointKernels::*kernel, const BodyArrays& bodies, const StepConstants& constants) {
    const auto kind = static_cast<JointKind>(task.group);
    LaneGroup& group = model.joint_columns.group(task.color, kind);
    const LaneShape shape = model.joint_columns.shape(task.color, kind);
    const int first = task.first * shape.lanes;
    const JointBlocks blocks{group.columns.data() + shape.offset(first, 0), rows + task.rows,
                             group.body_a.data() + first, group.body_b.data() + first};
    const Kernels& table = task.color == overflow_color ? kernels_for(1) : kernels;
    (table.joint[task.group].*kernel)(blocks, 0, task.last - task.first, bodies, constants);
}

/// Whether joints of this kind, solved again at once, find what they left: where the sweep turns they are
/// solved once and not twice. (A ball joint at its limits would find a little; which of a block's joints are
/// there must not decide about the others.)
bool solved_at_once(JointKind kind) { return kind == JointKind::ball || kind == JointKind::fixed; }

}  // namespace

size_t lay_out_joint_rows(const Model& model, const Kernels& kernels, TaskPlan& plan, int32_t part,
                          size_t begin) {
    for (int32_t i = plan.first_task(part); i < plan.first_task(part + 1); ++i) {
        SolveTask& task = plan.tasks[at(i)];
        task.rows = begin;
        const int lanes = (task.last - task.first) * model.joint_columns.lanes_of(task.color);
        begin += at(lanes) * at(kernels.joint[task.group].constraint_columns);
        begin = (begin + 15) / 16 * 16;
    }
    return begin;
}

void JointPasses::prepare() {
    // colour after colour, since bodies are written
    by_color(&JointKernels::crowd);
    // all at once: nothing is written but columns of the joint itself
    const int32_t begin = plan_.first_task(part_);
    crew_.for_blocks(plan_.task_count(part_),
                     [&](int task) { run(begin + task, &JointKernels::prepare, constants_); });
    if (has_user_) user_.prepare();
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
    // one after another, last first; each is a block of one lane
    const size_t rows = single.rows;
    const size_t columns = at(kernels_for(1).joint[single.group].constraint_columns);
    for (const int32_t first = single.first; single.last > first; --single.last) {
        single.first = single.last - 1;
        single.rows = rows + at(single.first - first) * columns;
        run_task(model_, rows_, kernels_, single, kernel, bodies_, repeat_);
    }
}

void JointPasses::run(int32_t task, JointKernel JointKernels::*kernel, const StepConstants& constants) {
    run_task(model_, rows_, kernels_, plan_.tasks[at(task)], kernel, bodies_, constants);
}

}  // namespace cairn
