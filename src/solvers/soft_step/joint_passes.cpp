#include "solvers/soft_step/joint_passes.hpp"

#include <algorithm>

namespace cairn {

namespace {

constexpr int joints_per_task = 64;

/// Lays out the scratch columns and cuts every colour into tasks.
void lay_out_joints(const Model& model, const Kernels& kernels, JointScratch& scratch) {
    const JointColumns& columns = model.joint_columns;
    scratch.tasks.clear();
    scratch.color_begin.clear();
    size_t size = 0;
    for (int i = 0; i <= overflow_color; ++i) {
        // the overflow comes before the joints with fixed bodies: what cannot yield wins
        const int color = i < first_static_color ? i : i == first_static_color ? overflow_color : i - 1;
        const size_t before = scratch.tasks.size();
        for (int k = 0; k < joint_kind_count; ++k) {
            const JointKind kind = static_cast<JointKind>(k);
            const int blocks = columns.block_count(color, kind);
            if (blocks == 0 || kind == JointKind::user) continue;
            const int lanes = columns.lanes_of(color);
            scratch.offset[color][k] = size;
            const size_t floats = static_cast<size_t>(blocks * kernels.joint[k].constraint_columns * lanes);
            size += (floats + 15) / 16 * 16;
            const int grain = color == overflow_color ? blocks : std::max(1, joints_per_task / lanes);
            for (int first = 0; first < blocks; first += grain)
                scratch.tasks.push_back({color, kind, first, std::min(first + grain, blocks)});
        }
        if (scratch.tasks.size() != before) scratch.color_begin.push_back(static_cast<int>(before));
    }
    scratch.color_begin.push_back(static_cast<int>(scratch.tasks.size()));
    if (scratch.constraints.size() < size) scratch.constraints.resize(size + size / 4);
}

}  // namespace

void JointPasses::prepare() {
    lay_out_joints(model_, kernels_, scratch_);
    together(&JointKernels::prepare);
    user_.prepare();
}

void JointPasses::warm_start() {
    by_color(&JointKernels::warm_start);
    user_.warm_start();
}

void JointPasses::solve() {
    // There and back: a symmetric sweep. It costs a fifth more than one and lets joints be stiffer
    // (make_constants). One way only, ten heavy bodies on a light hub shake themselves apart, since each is
    // solved against what the one before left.
    by_color(&JointKernels::solve);
    user_.solve(true);
    user_.solve(false);
    repeat_reversed();
}

void JointPasses::relax() {
    by_color(&JointKernels::relax);
    user_.relax();
}

void JointPasses::finish() { user_.finish(); }

void JointPasses::by_color(JointKernel JointKernels::*kernel) {
    for (size_t i = 0; i + 1 < scratch_.color_begin.size(); ++i) {
        const int begin = scratch_.color_begin[i];
        crew_.for_blocks(scratch_.color_begin[i + 1] - begin, [&](int task) {
            run(scratch_.tasks[static_cast<size_t>(begin + task)], kernel, constants_);
        });
    }
}

void JointPasses::repeat_reversed() {
    const auto kernel = &JointKernels::solve;
    for (size_t i = scratch_.color_begin.size() - 1; i > 0; --i) {
        const int begin = scratch_.color_begin[i - 1];
        const int count = scratch_.color_begin[i] - begin;
        const bool overflow = scratch_.tasks[static_cast<size_t>(begin)].color == overflow_color;
        if (!overflow)
            crew_.for_blocks(count, [&](int task) {
                run(scratch_.tasks[static_cast<size_t>(begin + task)], kernel, repeat_);
            });
        // one after another, last first
        for (int task = count - 1; overflow && task >= 0; --task) {
            JointTask single = scratch_.tasks[static_cast<size_t>(begin + task)];
            for (const int first = single.first; single.last > first; --single.last) {
                single.first = single.last - 1;
                run(single, kernel, repeat_);
            }
        }
    }
}

void JointPasses::together(JointKernel JointKernels::*kernel) {
    crew_.for_blocks(static_cast<int>(scratch_.tasks.size()),
                     [&](int task) { run(scratch_.tasks[static_cast<size_t>(task)], kernel, constants_); });
}

void JointPasses::run(const JointTask& task, JointKernel JointKernels::*kernel,
                      const StepConstants& constants) {
    JointGroup& group = model_.joint_columns.group(task.color, task.kind);
    const int kind = static_cast<int>(task.kind);
    const JointBlocks blocks{group.columns.data(),
                             scratch_.constraints.data() + scratch_.offset[task.color][kind],
                             group.body_a.data(), group.body_b.data()};
    const Kernels& table = task.color == overflow_color ? kernels_for(1) : kernels_;
    (table.joint[kind].*kernel)(blocks, task.first, task.last, bodies_, constants);
}

}  // namespace cairn
