#include "solvers/soft_step/soft_step.hpp"

#include <algorithm>
#include <atomic>

#include "base/ask.hpp"
#include "base/index.hpp"
#include "model/impulse_columns.hpp"
#include "solvers/soft_step/contact_layout.hpp"
#include "solvers/soft_step/integrate.hpp"
#include "solvers/soft_step/soft_step_watch.hpp"
#include "solvers/soft_step/torn_joints.hpp"

namespace cairn {

namespace {

constexpr int bodies_per_task = 128;
/// Sweeps over the contacts in each sub-step of a world's first step. Impulses start from nothing there, and
/// what is built on the brink of falling (overhangs) must not be given a push by an answer half found.
constexpr int cold_sweeps = 16;

/// So many bodies, as the passes over contacts see them, are in the second cache; others are asked for.
constexpr int32_t most_near_bodies = 8192;

/// Stiffness in sub-step rates where none is given: as stiff as one sweep a sub-step can hold.
constexpr float contact_rate = 3.0f / 16, joint_rate = 13.0f / 50;

/// Stiffness grows and falls by a factor of e in an eighth of a second.
constexpr float stiffness_rate = 8;

/// Automatic stiffness follows the length of the step, so that shorter steps are better steps. But not its
/// jitter: a stack under springs that change from step to step never rests. And not at once: what rests has
/// pressed its springs together as far as they bear it, and the same springs, stiffer from one step to the
/// next, throw it up (a stack at 0.3 m/s where 1/60 s become 1/480 s) or tear a joint that can break.
void follow_step_length(Model& model, float dt) {
    float &usual = model.usual_step, &aim = model.aimed_step;
    if (!(usual > 0)) usual = aim = dt;
    if (dt > 1.5f * aim || aim > 1.5f * dt) aim = dt;
    const float change = 1 + stiffness_rate * dt;
    usual = usual < aim ? min_of(usual * change, aim) : max_of(usual / change, aim);
}

float substep_of(const Model& model, float dt) { return dt / static_cast<float>(substeps_of(model)); }

/// Once the forces are gathered, which tells whether a kinematic body turns.
StepConstants make_constants(const Model& model, const SoftStepScratch& scratch, float dt) {
    const SoftStep& solver = model.solver;
    const bool stiff = model.stiff_contacts > 0;
    const int substeps = substeps_of(model);
    StepConstants k;
    k.h = substep_of(model, dt);
    k.inverse_h = static_cast<float>(substeps) / dt;
    // a contact stiffer than a quarter of the sub-step rate rings
    const float rate = static_cast<float>(solver.substeps) / model.usual_step;
    const float wanted = solver.contact_hertz > 0 ? solver.contact_hertz : contact_rate * rate;
    const float hertz = min_of(stiff ? 4.0f / 3.0f * wanted : wanted, 0.25f * k.inverse_h);
    const float damping = stiff ? 2 * solver.contact_damping : solver.contact_damping;
    k.contact = make_softness(hertz, damping, k.h);
    k.contact_fixed = make_softness(2 * hertz, damping, k.h);
    k.push_speed = solver.push_speed;
    k.turning_half_step = scratch.any_turning ? 0.5f * dt : 0;
    k.restitution_speed = solver.restitution_speed;
    k.load_rate = stiff ? solver.load_memory : 0;
    k.settle_points = stiff;
    // a chain of joints stiffer than a third of the sub-step rate rings
    const float joint = solver.joint_hertz > 0 ? solver.joint_hertz : joint_rate * rate;
    k.joint_hertz = min_of(joint, k.inverse_h / 3), k.joint_damping = solver.joint_damping;
    k.joint = make_softness(k.joint_hertz, k.joint_damping, k.h);
    k.bodies_are_far = can_ask && model.bodies.size() > static_cast<size_t>(most_near_bodies);
    return k;
}

void make_room(Buffer<float>& values, size_t size) {
    if (values.size() < size) values.resize(size + size / 4);
}

/// Gives every task of a part the place of its rows, from `begin` on; returns where they end.
size_t lay_out_rows(const ContactColumns& columns, TaskPlan& plan, int32_t part, size_t begin) {
    for (int32_t i = plan.first_task(part); i < plan.first_task(part + 1); ++i) {
        SolveTask& task = plan.tasks[at(i)];
        task.rows = begin;
        const int lanes = (task.last - task.first) * columns.lanes_of(task.color);
        begin += static_cast<size_t>(lanes) * at(constraint_layout(class_points[task.group]).count);
        begin = (begin + 15) / 16 * 16;
    }
    return begin;
}

/// A place in the scratch columns for every block of contacts and of bodies.
void lay_out(const Model& model, SoftStepScratch& scratch, const Kernels& kernels, int workers) {
    const ContactColumns& columns = model.columns;
    size_t seldom = 0;
    for (int color = 0; color <= overflow_color; ++color)
        for (int k = 0; k < point_classes; ++k) {
            const int lanes = columns.block_count(color, k) * columns.lanes_of(color);
            scratch.seldom_offset[color][k] = seldom;
            seldom += at(constraint_layout(class_points[k]).rare_count * lanes);
            seldom = (seldom + 15) / 16 * 16;
        }
    make_room(scratch.seldom, seldom);
    SolvePlan& plan = scratch.plan;
    const auto body_columns = [&](int32_t part) {
        return at(plan.body_blocks(part) * columns.lanes) * body_column::count;
    };
    size_t rows = 0, bodies = 0;
    const auto lay_out_all = [&](int32_t part, size_t begin) {
        begin = lay_out_rows(columns, plan.contacts, part, begin);
        return lay_out_joint_rows(model, kernels, plan.joints, part, begin);
    };
    for (const int32_t part : plan.together) {
        rows = lay_out_all(part, rows);
        bodies = std::max(bodies, body_columns(part));
    }
    make_room(scratch.together.rows, rows);
    make_room(scratch.together.bodies, bodies);
    rows = bodies = 0;
    for (const int32_t part : plan.apart) {
        rows = std::max(rows, lay_out_all(part, 0));
        bodies = std::max(bodies, body_columns(part));
    }
    if (scratch.apart.size() < at(workers)) scratch.apart.resize(at(workers));
    for (PartColumns& own : scratch.apart) make_room(own.rows, rows), make_room(own.bodies, bodies);
}

BodyArrays body_arrays(Model& model, SoftStepScratch& scratch) {
    return {model.velocities.data(), scratch.motion.data(), scratch.winding.data(), scratch.inertia.data(),
            model.poses.data(),      model.stances.data(),  scratch.forces.data(),  scratch.any_rails};
}

/// Motion of the bodies of one part.
class BodyPasses {
public:
    BodyPasses(Model& model, SoftStepScratch& scratch, PartColumns& columns, Crew& crew,
               const Kernels& kernels, float h, int32_t part)
        : crew_(crew),
          kernels_(kernels),
          bodies_(body_arrays(model, scratch)),
          grain_(std::max(1, bodies_per_task / kernels.lanes)),
          h_(h) {
        const int32_t begin = scratch.plan.body_begin[at(part)];
        count_ = scratch.plan.body_blocks(part);
        const size_t lanes = at(count_ * kernels.lanes);
        float* const forces = columns.bodies.data();
        float* const motions = forces + lanes * body_column::force_count;
        float* const spins = motions + lanes * body_column::motion_count;
        const BodyRef* const refs = scratch.plan.body_refs.data() + at(begin * kernels.lanes);
        blocks_ = {refs, scratch.forces.data(), forces, motions, spins, scratch.any_locks};
    }

    void integrate_velocities(bool first_substep) {
        crew_.parallel_for(count_, grain_, [&](int first, int last) {
            kernels_.body.integrate_velocities(blocks_, first, last, bodies_, h_, first_substep);
        });
    }

    void integrate_positions(bool last_substep) {
        crew_.parallel_for(count_, grain_, [&](int first, int last) {
            kernels_.body.integrate_positions(blocks_, first, last, bodies_, h_, last_substep);
        });
    }

private:
    Crew& crew_;
    const Kernels& kernels_;
    BodyArrays bodies_;
    BodyBlocks blocks_;
    int count_ = 0, grain_;  // blocks
    float h_;
};

/// Kernels over the contacts of one part.
class ContactPasses {
public:
    ContactPasses(Model& model, SoftStepScratch& scratch, PartColumns& columns, Crew& crew,
                  const Kernels& kernels, const StepConstants& constants, int32_t part)
        : model_(model),
          scratch_(scratch),
          columns_(columns),
          plan_(scratch.plan.contacts),
          part_(part),
          crew_(crew),
          kernels_(kernels),
          constants_(constants),
          bodies_(body_arrays(model, scratch)) {}

    /// Colour after colour: within one, no two contacts share a body that is written.
    void by_color(ContactKernel ContactKernels::*kernel) {
        for (int32_t color = plan_.part_begin[at(part_)]; color < plan_.part_begin[at(part_ + 1)]; ++color) {
            const int begin = plan_.color_begin[at(color)];
            crew_.for_blocks(plan_.color_begin[at(color + 1)] - begin,
                             [&](int task) { run(begin + task, kernel); });
        }
    }

    /// All at once: writes no body.
    void prepare() {
        const int begin = plan_.first_task(part_), count = plan_.task_count(part_);
        crew_.for_blocks(count, [&](int task) {
            if (can_ask && task + 1 < count && constants_.bodies_are_far)
                ask_for_first_block(plan_.tasks[at(begin + task + 1)]);
            run(begin + task, &ContactKernels::prepare);
        });
    }

private:
    ContactBlocks blocks_of(const SolveTask& task) const {
        LaneGroup& group = model_.columns.groups[task.color][task.group];
        const int first = task.first * model_.columns.lanes_of(task.color);
        const int seldom = constraint_layout(class_points[task.group]).rare_count;
        return {
            group.columns.data() + at(first) * at(class_columns(task.group)),
            columns_.rows.data() + task.rows,
            scratch_.seldom.data() + scratch_.seldom_offset[task.color][task.group] + at(first) * at(seldom),
            group.body_a.data() + first, group.body_b.data() + first};
    }
    /// Within a task, each block asks for the next.
    void ask_for_first_block(const SolveTask& task) const {
        const ContactBlocks blocks = blocks_of(task);
        const int floats = class_columns(task.group) * model_.columns.lanes_of(task.color);
        ask_for(blocks.manifold, sizeof(float) * at(floats));
        ask_for(blocks.body_a), ask_for(blocks.body_b);
    }

    void run(int index, ContactKernel ContactKernels::*kernel) {
        const SolveTask& task = plan_.tasks[at(index)];
        const Kernels& table = task.color == overflow_color ? kernels_for(1) : kernels_;
        (table.contact[task.group].*kernel)(blocks_of(task), 0, task.last - task.first, bodies_, constants_);
    }

    Model& model_;
    SoftStepScratch& scratch_;
    PartColumns& columns_;
    const TaskPlan& plan_;
    const int32_t part_;
    Crew& crew_;
    const Kernels& kernels_;
    const StepConstants& constants_;
    BodyArrays bodies_;
};

JointPasses joint_passes(Model& model, SoftStepScratch& scratch, PartColumns& columns, Crew& crew,
                         const Kernels& kernels, const StepConstants& constants, int32_t part) {
    return {model,   columns.rows.data(),         scratch.user_joints, scratch.plan, crew,
            kernels, body_arrays(model, scratch), constants,           part};
}

/// The rows of one part of the plan.
void prepare_part(Model& model, SoftStepScratch& scratch, PartColumns& columns, Crew& crew,
                  const Kernels& kernels, const StepConstants& constants, int32_t part) {
    joint_passes(model, scratch, columns, crew, kernels, constants, part).prepare();
    ContactPasses(model, scratch, columns, crew, kernels, constants, part).prepare();
}

/// All sub-steps of one part of the plan, which is prepared.
void solve_part(Model& model, SoftStepScratch& scratch, PartColumns& columns, Crew& crew,
                const Kernels& kernels, StepConstants constants, int32_t part,
                const std::function<void()>& after_substep) {
    // to prepare it, all of the world was far or near; from now on only its own bodies are looked at
    constants.bodies_are_far = can_ask && scratch.plan.body_blocks(part) * kernels.lanes > most_near_bodies;
    BodyPasses bodies(model, scratch, columns, crew, kernels, constants.h, part);
    ContactPasses contacts(model, scratch, columns, crew, kernels, constants, part);
    JointPasses joints = joint_passes(model, scratch, columns, crew, kernels, constants, part);
    const int sweeps = model.step_count == 0 ? cold_sweeps : 1;
    for (int substep = 0; substep < substeps_of(model); ++substep) {
        bodies.integrate_velocities(substep == 0);
        if (substep == 0) {
            joints.warm_start();
            contacts.by_color(&ContactKernels::warm_start);
        }
        joints.solve();
        for (int i = 0; i < sweeps; ++i) contacts.by_color(&ContactKernels::solve);
        bodies.integrate_positions(substep + 1 == substeps_of(model));
        joints.relax();
        for (int i = 0; i < sweeps; ++i) contacts.by_color(&ContactKernels::relax);
        if (after_substep && substep + 1 < substeps_of(model)) {
            contacts.by_color(&ContactKernels::store);
            after_substep();
        }
    }
    contacts.by_color(&ContactKernels::finish);
    if (after_substep) after_substep();
    joints.finish();
}

/// Which of the workers' columns are free; there are as many as can ask at once.
class FreeColumns {
public:
    explicit FreeColumns(std::vector<PartColumns>& columns)
        : columns_(columns), free_(~uint64_t{0} >> (64 - columns.size())) {}

    size_t take() {
        uint64_t free = free_.load(std::memory_order_relaxed);
        while (!free_.compare_exchange_weak(free, free & (free - 1), std::memory_order_acquire)) {
        }
        return at(__builtin_ctzll(free));
    }
    void give_back(size_t index) { free_.fetch_or(uint64_t{1} << index, std::memory_order_release); }
    PartColumns& operator[](size_t index) { return columns_[index]; }

private:
    std::vector<PartColumns>& columns_;
    std::atomic<uint64_t> free_;
};

}  // namespace

Softness make_softness(float hertz, float damping_ratio, float h) {
    if (hertz == 0) return {0, 1, 0};
    const float omega = 2 * 3.14159265f * hertz;
    const float a1 = 2 * damping_ratio + h * omega;
    const float a2 = h * omega * a1;
    const float a3 = 1 / (1 + a2);
    return {omega / a1, a2 * a3, a3};
}

BodyArrays start_motion(Model& model, SoftStepScratch& scratch, Crew& crew) {
    const size_t count = model.bodies.size();
    scratch.motion.resize(count);
    scratch.winding.resize(count);
    scratch.inertia.resize(count);
    crew.parallel_for(static_cast<int>(count), 4 * bodies_per_task, [&](int first, int last) {
        std::fill(scratch.motion.begin() + first, scratch.motion.begin() + last, Motion{});
        std::fill(scratch.winding.begin() + first, scratch.winding.begin() + last, Winding{});
    });
    return body_arrays(model, scratch);
}

int substeps_of(const Model& model) {
    return model.stiff_contacts > 0 ? 2 * model.solver.substeps : model.solver.substeps;
}

void prepare_soft_step(Model& model, SoftStepScratch& scratch, Crew& crew, const Kernels& kernels, float dt) {
    follow_step_length(model, dt);
    tend_torn_joints(model, make_constants(model, scratch, dt));
    start_motion(model, scratch, crew);
    make_plan(model, scratch.plan, crew.worker_count());
    lay_out(model, scratch, kernels, crew.worker_count());
    const float h = substep_of(model, dt);
    rescale_impulses(model, h);
    gather_forces(model, scratch, crew, h);
    const StepConstants constants = make_constants(model, scratch, dt);
    for (const int32_t part : scratch.plan.together)
        prepare_part(model, scratch, scratch.together, crew, kernels, constants, part);
}

void solve_soft_step(Model& model, SoftStepScratch& scratch, Crew& crew, const Kernels& kernels, float dt) {
    const StepConstants constants = make_constants(model, scratch, dt);
    const SolvePlan& plan = scratch.plan;
    for (const int32_t part : plan.together)
        solve_part(model, scratch, scratch.together, crew, kernels, constants, part, nullptr);
    FreeColumns columns(scratch.apart);
    crew.for_blocks(static_cast<int>(plan.apart.size()), [&](int i) {
        Crew alone(nullptr);
        const int32_t part = plan.apart[at(i)];
        const size_t own = columns.take();
        prepare_part(model, scratch, columns[own], alone, kernels, constants, part);
        solve_part(model, scratch, columns[own], alone, kernels, constants, part, nullptr);
        columns.give_back(own);
    });
    model.last_substep = constants.h;
}

void solve_soft_step_watched(Model& model, SoftStepScratch& scratch, Crew& crew, const Kernels& kernels,
                             float dt, const std::function<void()>& after_substep) {
    const StepConstants constants = make_constants(model, scratch, dt);
    if (scratch.plan.parts > 1) throw Error("solve_soft_step_watched: the world is in several parts");
    solve_part(model, scratch, scratch.together, crew, kernels, constants, 0, after_substep);
    model.last_substep = constants.h;
}

namespace {

/// A column of a point that is seldom used.
float rare_column(const Model& model, const SoftStepScratch& scratch, const ContactRecord& contact, int point,
                  int column) {
    const ConstraintLayout layout = constraint_layout(class_points[contact.point_class]);
    const int lanes = model.columns.lanes_of(contact.color);
    const size_t offset = scratch.seldom_offset[contact.color][contact.point_class] +
                          at(contact.slot / lanes) * at(layout.rare_count * lanes);
    const int index = point * constraint_column::rare_point_columns + column;
    return scratch.seldom[offset + at(index * lanes + contact.slot % lanes)];
}

}  // namespace

float approach_speed(const Model& model, const SoftStepScratch& scratch, const ContactRecord& contact) {
    float speed = 0;
    for (int i = 0; i < contact.count; ++i)
        if (rare_column(model, scratch, contact, i, constraint_column::peak) > 0)
            speed = max_of(speed, -rare_column(model, scratch, contact, i, constraint_column::approach));
    return speed;
}

}  // namespace cairn
