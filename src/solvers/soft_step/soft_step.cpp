#include "solvers/soft_step/soft_step.hpp"

#include <algorithm>

#include "model/impulse_columns.hpp"
#include "solvers/soft_step/contact_layout.hpp"
#include "solvers/soft_step/integrate.hpp"
#include "solvers/soft_step/soft_step_watch.hpp"

namespace cairn {

namespace {

constexpr int bodies_per_task = 128;
/// Sweeps over the contacts in each sub-step of a world's first step. Impulses start from nothing there, and
/// what is built on the brink of falling (overhangs) must not be given a push by an answer half found.
constexpr int cold_sweeps = 16;

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

StepConstants make_constants(const Model& model, float dt) {
    const SoftStep& solver = model.solver;
    const bool stiff = model.stiff_contacts > 0;
    const int substeps = substeps_of(model);
    StepConstants k;
    k.h = dt / static_cast<float>(substeps);
    k.inverse_h = static_cast<float>(substeps) / dt;
    // a contact stiffer than a quarter of the sub-step rate rings
    const float rate = static_cast<float>(solver.substeps) / model.usual_step;
    const float wanted = solver.contact_hertz > 0 ? solver.contact_hertz : contact_rate * rate;
    const float hertz = min_of(stiff ? 4.0f / 3.0f * wanted : wanted, 0.25f * k.inverse_h);
    const float damping = stiff ? 2 * solver.contact_damping : solver.contact_damping;
    k.contact = make_softness(hertz, damping, k.h);
    k.contact_fixed = make_softness(2 * hertz, damping, k.h);
    k.push_speed = solver.push_speed;
    k.restitution_speed = solver.restitution_speed;
    k.load_rate = stiff ? solver.load_memory : 0;
    k.settle_points = stiff;
    // a chain of joints stiffer than a third of the sub-step rate rings
    const float joint = solver.joint_hertz > 0 ? solver.joint_hertz : joint_rate * rate;
    k.joint_hertz = min_of(joint, k.inverse_h / 3), k.joint_damping = solver.joint_damping;
    k.joint = make_softness(k.joint_hertz, k.joint_damping, k.h);
    return k;
}

void make_room(Buffer<float>& values, size_t size) {
    if (values.size() < size) values.resize(size + size / 4);
}

/// A place in the scratch columns for every block of contacts and of bodies.
void lay_out(const Model& model, SoftStepScratch& scratch) {
    const ContactColumns& columns = model.columns;
    size_t size = 0, seldom_size = 0;
    for (int color = 0; color <= overflow_color; ++color)
        for (int point_class = 0; point_class < point_classes; ++point_class) {
            const ConstraintLayout layout = constraint_layout(class_points[point_class]);
            const auto lanes = columns.block_count(color, point_class) * columns.lanes_of(color);
            const auto floats = [&](int count) {
                return (static_cast<size_t>(count * lanes) + 15) / 16 * 16;
            };
            scratch.constraint_offset[color][point_class] = {size, seldom_size};
            size += floats(layout.count), seldom_size += floats(layout.rare_count);
        }
    make_room(scratch.constraints, size);
    make_room(scratch.seldom_constraints, seldom_size);
    const size_t body_columns = scratch.plan.body_refs.size() * body_column::count;
    make_room(scratch.body_columns, body_columns);
}

BodyArrays body_arrays(Model& model, SoftStepScratch& scratch) {
    return {model.velocities.data(), scratch.motion.data(), scratch.winding.data(),
            scratch.inertia.data(),  model.poses.data(),    scratch.forces.data()};
}

BodyBlocks body_blocks(SoftStepScratch& scratch) {
    const size_t lanes = scratch.plan.body_refs.size();
    float* const forces = scratch.body_columns.data();
    float* const motions = forces + lanes * body_column::force_count;
    return {scratch.plan.body_refs.data(),
            scratch.forces.data(),
            forces,
            motions,
            motions + lanes * body_column::motion_count,
            scratch.any_locks};
}

/// Motion of the bodies of one part.
class BodyPasses {
public:
    BodyPasses(Model& model, SoftStepScratch& scratch, Crew& crew, const Kernels& kernels, float h,
               int32_t part)
        : crew_(crew),
          kernels_(kernels),
          bodies_(body_arrays(model, scratch)),
          blocks_(body_blocks(scratch)),
          begin_(scratch.plan.body_begin[static_cast<size_t>(part)]),
          count_(scratch.plan.body_begin[static_cast<size_t>(part) + 1] - begin_),
          grain_(std::max(1, bodies_per_task / kernels.lanes)),
          h_(h) {}

    void integrate_velocities(bool first_substep) {
        crew_.parallel_for(count_, grain_, [&](int first, int last) {
            kernels_.body.integrate_velocities(blocks_, begin_ + first, begin_ + last, bodies_, h_,
                                               first_substep);
        });
    }

    void integrate_positions(bool last_substep) {
        crew_.parallel_for(count_, grain_, [&](int first, int last) {
            kernels_.body.integrate_positions(blocks_, begin_ + first, begin_ + last, bodies_, h_,
                                              last_substep);
        });
    }

private:
    Crew& crew_;
    const Kernels& kernels_;
    BodyArrays bodies_;
    BodyBlocks blocks_;
    int begin_, count_, grain_;  // blocks
    float h_;
};

/// Kernels over contacts.
class ContactPasses {
public:
    ContactPasses(Model& model, SoftStepScratch& scratch, Crew& crew, const Kernels& kernels,
                  const StepConstants& constants)
        : model_(model),
          scratch_(scratch),
          plan_(scratch.plan.contacts),
          crew_(crew),
          kernels_(kernels),
          constants_(constants),
          bodies_(body_arrays(model, scratch)) {}

    /// Those of one part, colour after colour: within one, no two contacts share a body that is written.
    void by_color(int32_t part, ContactKernel ContactKernels::*kernel) {
        const auto index = static_cast<size_t>(part);
        for (int32_t color = plan_.part_begin[index]; color < plan_.part_begin[index + 1]; ++color) {
            const int begin = plan_.color_begin[static_cast<size_t>(color)];
            crew_.for_blocks(plan_.color_begin[static_cast<size_t>(color) + 1] - begin,
                             [&](int task) { run(begin + task, kernel); });
        }
    }

    /// All at once: for kernels that write no body.
    void together(ContactKernel ContactKernels::*kernel) {
        crew_.for_blocks(static_cast<int>(plan_.tasks.size()), [&](int task) { run(task, kernel); });
    }

private:
    void run(int index, ContactKernel ContactKernels::*kernel) {
        const SolveTask& task = plan_.tasks[static_cast<size_t>(index)];
        ContactGroup& group = model_.columns.groups[task.color][task.group];
        const ConstraintOffset& offset = scratch_.constraint_offset[task.color][task.group];
        const ContactBlocks blocks{group.columns.data(), scratch_.constraints.data() + offset.always,
                                   scratch_.seldom_constraints.data() + offset.seldom, group.body_a.data(),
                                   group.body_b.data()};
        const Kernels& table = task.color == overflow_color ? kernels_for(1) : kernels_;
        (table.contact[task.group].*kernel)(blocks, task.first, task.last, bodies_, constants_);
    }

    Model& model_;
    SoftStepScratch& scratch_;
    const TaskPlan& plan_;
    Crew& crew_;
    const Kernels& kernels_;
    const StepConstants& constants_;
    BodyArrays bodies_;
};

/// All sub-steps of one part of the plan.
void solve_part(Model& model, SoftStepScratch& scratch, Crew& crew, const Kernels& kernels,
                const StepConstants& constants, int32_t part, const std::function<void()>& after_substep) {
    BodyPasses bodies(model, scratch, crew, kernels, constants.h, part);
    ContactPasses contacts(model, scratch, crew, kernels, constants);
    JointPasses joints(model, scratch.joints, scratch.plan, crew, kernels, body_arrays(model, scratch),
                       constants, part);
    const int sweeps = model.step_count == 0 ? cold_sweeps : 1;
    for (int substep = 0; substep < substeps_of(model); ++substep) {
        bodies.integrate_velocities(substep == 0);
        if (substep == 0) {
            joints.warm_start();
            contacts.by_color(part, &ContactKernels::warm_start);
        }
        joints.solve();
        for (int i = 0; i < sweeps; ++i) contacts.by_color(part, &ContactKernels::solve);
        bodies.integrate_positions(substep + 1 == substeps_of(model));
        joints.relax();
        for (int i = 0; i < sweeps; ++i) contacts.by_color(part, &ContactKernels::relax);
        if (after_substep && substep + 1 < substeps_of(model)) {
            contacts.by_color(part, &ContactKernels::store);
            after_substep();
        }
    }
    contacts.by_color(part, &ContactKernels::finish);
    if (after_substep) after_substep();
    joints.finish();
}

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
    const BodyArrays bodies = start_motion(model, scratch, crew);
    make_plan(model, scratch.plan, crew.worker_count());
    lay_out(model, scratch);
    const StepConstants constants = make_constants(model, dt);
    rescale_impulses(model, constants.h);
    gather_forces(model, scratch, crew, constants.h);
    prepare_joints(model, scratch.joints, scratch.plan, crew, kernels, bodies, constants);
    ContactPasses(model, scratch, crew, kernels, constants).together(&ContactKernels::prepare);
}

void solve_soft_step(Model& model, SoftStepScratch& scratch, Crew& crew, const Kernels& kernels, float dt) {
    const StepConstants constants = make_constants(model, dt);
    const SolvePlan& plan = scratch.plan;
    for (int32_t part : plan.together) solve_part(model, scratch, crew, kernels, constants, part, nullptr);
    crew.for_blocks(static_cast<int>(plan.apart.size()), [&](int i) {
        Crew alone(nullptr);
        solve_part(model, scratch, alone, kernels, constants, plan.apart[static_cast<size_t>(i)], nullptr);
    });
    model.last_substep = constants.h;
}

void solve_soft_step_watched(Model& model, SoftStepScratch& scratch, Crew& crew, const Kernels& kernels,
                             float dt, const std::function<void()>& after_substep) {
    const StepConstants constants = make_constants(model, dt);
    if (scratch.plan.parts > 1) throw Error("solve_soft_step_watched: the world is in several parts");
    solve_part(model, scratch, crew, kernels, constants, 0, after_substep);
    model.last_substep = constants.h;
}

namespace {

/// A column of a point that is seldom used.
float rare_column(const Model& model, const SoftStepScratch& scratch, const ContactRecord& contact, int point,
                  int column) {
    const ConstraintLayout layout = constraint_layout(class_points[contact.point_class]);
    const int lanes = model.columns.lanes_of(contact.color);
    const auto block = static_cast<size_t>(contact.slot / lanes);
    const size_t offset = scratch.constraint_offset[contact.color][contact.point_class].seldom +
                          block * static_cast<size_t>(layout.rare_count * lanes);
    const int index = point * constraint_column::rare_point_columns + column;
    return scratch.seldom_constraints[offset + static_cast<size_t>(index * lanes + contact.slot % lanes)];
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
