#include "solvers/soft_step/plan.hpp"

#include <algorithm>

#include "base/index.hpp"
#include "base/union_find.hpp"

namespace cairn {

namespace {

/// Constraints of a task; fewer in a small colour, so that each worker has some tasks and none waits for the
/// one that got the odd one.
constexpr int constraints_per_task = 64, tasks_a_worker = 4;

/// Calls f(color, index, group, first block, last block) for each run of blocks of a group.
template <class F>
void for_each_run(const LaneGroup& group, int lanes, int color, int index, F&& f) {
    group.for_each_run(
        [&](int first, int last) { f(color, index, group, first / lanes, (last + lanes - 1) / lanes); });
}

/// All of contacts, by colour and point class.
template <class F>
void for_each_contact_run(const ContactColumns& columns, F&& f) {
    for (int color = 0; color <= overflow_color; ++color)
        for (int k = 0; k < point_classes; ++k)
            for_each_run(columns.groups[color][k], columns.lanes_of(color), color, k, f);
}

/// The same for joints. User-defined ones are no blocks.
template <class F>
void for_each_joint_run(const JointColumns& columns, F&& f) {
    for (int i = 0; i <= overflow_color; ++i) {
        // the overflow comes before the joints with fixed bodies: what cannot yield wins
        const int color = i < first_static_color ? i : i == first_static_color ? overflow_color : i - 1;
        for (int k = 0; k < joint_kind_count; ++k)
            if (static_cast<JointKind>(k) != JointKind::user)
                for_each_run(columns.groups[color][k], columns.lanes_of(color), color, k, f);
    }
}

/// The parts of the model, taken together where a block or joint has bodies of several.
class PartJoiner {
public:
    PartJoiner(const Model& model, SolvePlan& plan) : model_(model), parent_(plan.parent) {
        parent_.resize(at(model.parts.count));
        for (int32_t i = 0; i < model.parts.count; ++i) parent_[at(i)] = i;
    }

    /// Takes a body into the part, if there is one yet; returns the part.
    int32_t join(int32_t part, BodyRef ref) {
        const int32_t body = ref < 0 ? ~ref : ref;
        // what cannot move connects nothing; what came since the parts were made is in the first
        if (!model_.parts.knows(body) && !model_.bodies[at(body)].awake) return part;
        const int32_t other = model_.parts.part(body);
        if (other == part) return part;
        if (part >= 0) unite(parent_, part, other);
        return other;
    }

    /// The part of a block of constraints.
    int32_t join_block(const LaneGroup& group, int block, int lanes) {
        int32_t part = none;
        for (int slot = block * lanes; slot < (block + 1) * lanes; ++slot)
            part = join(join(part, group.body_a[at(slot)]), group.body_b[at(slot)]);
        return part < 0 ? 0 : part;
    }

private:
    const Model& model_;
    std::vector<int32_t>& parent_;
};

/// Fewer parts than this for each of several workers, and some would wait for others: all are better solved
/// as one.
constexpr int least_parts_a_worker = 4;

/// Finds which of the model's parts must be solved together, and numbers what remains.
void unite_parts(const Model& model, SolvePlan& plan, int workers) {
    plan.contacts.block_part.clear(), plan.joints.block_part.clear();
    plan.number.assign(1, 0);
    const LaneGroup& user = model.joint_columns.group(overflow_color, JointKind::user);
    plan.parts = 1, plan.user_part = user.count() > 0 ? 0 : none;
    if (model.parts.count == 1 || (workers > 1 && model.parts.count < least_parts_a_worker * workers)) return;
    PartJoiner joiner(model, plan);
    const auto look = [&](TaskPlan& tasks, auto& columns) {
        return [&](int color, int, const LaneGroup& group, int first, int last) {
            const int lanes = columns.lanes_of(color);
            for (int block = first; block < last; ++block)
                tasks.block_part.push_back(joiner.join_block(group, block, lanes));
        };
    };
    for_each_contact_run(model.columns, look(plan.contacts, model.columns));
    for_each_joint_run(model.joint_columns, look(plan.joints, model.joint_columns));
    // user-defined joints are solved one after another: all in one part
    int32_t user_part = none;
    for (const int32_t joint : user.members) {
        const JointRecord& record = model.joints[at(joint)];
        for (int side = 0; side < record.sides(); ++side)
            user_part = joiner.join(user_part, record.body(side));
    }

    plan.number.assign(at(model.parts.count), 0);
    plan.parts = 0;
    for (int32_t i = 0; i < model.parts.count; ++i)
        plan.number[at(i)] = root(plan.parent, i) == i ? plan.parts++ : plan.number[at(root(plan.parent, i))];
    if (plan.user_part != none) plan.user_part = plan.number[at(std::max(user_part, 0))];
}

/// Cuts a run of blocks into tasks of one part each. `body_of` is the body a block begins with.
template <class BodyOf>
void cut(TaskPlan& plan, const std::vector<int32_t>& number, size_t& block_index, SolveTask run, int grain,
         const BodyOf& body_of) {
    const auto part_at = [&](int32_t block) {
        return number.size() == 1 ? 0 : number[at(plan.block_part[block_index + at(block - run.first)])];
    };
    for (int32_t first = run.first; first < run.last;) {
        const int32_t part = part_at(first);
        int32_t last = first + 1;
        while (last < run.last && last - first < grain && part_at(last) == part) ++last;
        plan.loose.push_back({part, run.color, run.group, first, last, body_of(first)});
        first = last;
    }
    block_index += at(run.last - run.first);
}

/// Puts the tasks in order of their parts; within a part they stay as they are, by colour.
void sort_tasks(TaskPlan& plan, int32_t parts) {
    std::vector<int32_t>& begin = plan.part_begin;
    begin.assign(at(parts + 1), 0);
    for (const SolveTask& task : plan.loose) ++begin[at(task.part + 1)];
    for (int32_t part = 0; part < parts; ++part) begin[at(part + 1)] += begin[at(part)];
    plan.tasks.resize(plan.loose.size());
    for (const SolveTask& task : plan.loose) plan.tasks[at(begin[at(task.part)]++)] = task;

    plan.color_begin.clear();
    begin.clear();
    const SolveTask* before = nullptr;
    for (const SolveTask& task : plan.tasks) {
        const bool new_part = !before || before->part != task.part;
        // parts without tasks begin where the next one does
        const auto color = static_cast<int32_t>(plan.color_begin.size());
        if (new_part) begin.resize(at(task.part + 1), color);
        // the overflow's constraints may share bodies, across groups too: each task has its turn
        if (new_part || before->color != task.color || task.color == overflow_color)
            plan.color_begin.push_back(static_cast<int32_t>(&task - plan.tasks.data()));
        before = &task;
    }
    begin.resize(at(parts + 1), static_cast<int32_t>(plan.color_begin.size()));
    plan.color_begin.push_back(static_cast<int32_t>(plan.tasks.size()));
}

/// Puts the tasks of each colour in the order of their bodies, whatever their groups: workers get runs of it,
/// and should find the bodies that they had in the colours before.
void sort_by_body(TaskPlan& plan) {
    for (size_t color = 0; color + 1 < plan.color_begin.size(); ++color) {
        const auto begin = plan.tasks.begin() + plan.color_begin[color];
        const auto end = plan.tasks.begin() + plan.color_begin[color + 1];
        std::sort(begin, end, [](const SolveTask& a, const SolveTask& b) {
            if (a.body != b.body) return a.body < b.body;
            return a.group != b.group ? a.group < b.group : a.first < b.first;
        });
    }
}

template <class Columns, class ForEachRun>
void plan_tasks(const Columns& columns, ForEachRun for_each_run, SolvePlan& whole, TaskPlan& plan,
                int workers) {
    plan.loose.clear();
    int color_blocks[color_count + 1] = {};
    for_each_run(columns, [&](int color, int, const LaneGroup&, int first, int last) {
        color_blocks[color] += last - first;
    });
    size_t block_index = 0;
    for_each_run(columns, [&](int color, int group, const LaneGroup& lists, int first, int last) {
        const int lanes = columns.lanes_of(color), most = constraints_per_task / lanes;
        const int fair = color_blocks[color] / (tasks_a_worker * workers);
        // one worker alone has nobody to share with
        const bool undivided = workers == 1 || color == overflow_color;
        const int grain = undivided ? last : std::max(1, std::min(most, fair));
        cut(plan, whole.number, block_index, {0, color, group, first, last}, grain, [&](int32_t block) {
            return first_moving(lists.body_a[at(block * lanes)], lists.body_b[at(block * lanes)]);
        });
    });
    sort_tasks(plan, whole.parts);
    if (workers > 1) sort_by_body(plan);
}

void plan_bodies(const Model& model, int lanes, SolvePlan& plan) {
    const auto blocks = [&](int32_t bodies) { return (bodies + lanes - 1) / lanes; };
    std::vector<int32_t>& begin = plan.body_begin;
    begin.assign(at(plan.parts + 1), 0);
    if (plan.parts == 1) {
        begin[1] = blocks(static_cast<int32_t>(model.awake_bodies.size()));
        plan.body_refs = model.awake_bodies;
        plan.body_refs.resize(at(begin[1] * lanes), ~0);
        return;
    }
    const auto part_of = [&](int32_t body) { return plan.number[at(model.parts.part(body))]; };
    for (int32_t body : model.awake_bodies) ++begin[at(part_of(body) + 1)];
    for (int32_t part = 0; part < plan.parts; ++part)
        begin[at(part + 1)] = begin[at(part)] + blocks(begin[at(part + 1)]);
    plan.body_refs.assign(at(begin.back() * lanes), ~0);
    std::vector<int32_t>& next = plan.parent;  // not needed any more in this step
    next.resize(at(plan.parts));
    for (int32_t part = 0; part < plan.parts; ++part) next[at(part)] = begin[at(part)] * lanes;
    for (int32_t body : model.awake_bodies) plan.body_refs[at(next[at(part_of(body))]++)] = body;
}

/// One worker solves a part without waiting for anybody. All work together on what is more than a worker's
/// share, on what would be left over, and where a user's own rows are asked: in the thread that steps the
/// world, as the user was promised.
void share_out(SolvePlan& plan, int workers) {
    plan.together.clear(), plan.apart.clear();
    if (plan.parts == 1) return plan.together.push_back(0);
    int64_t total = 0;
    const auto weight = [&](int32_t part) {
        return int64_t{4} * (plan.contacts.task_count(part) + plan.joints.task_count(part)) +
               plan.body_blocks(part);
    };
    for (int32_t part = 0; part < plan.parts; ++part) total += weight(part);
    for (int32_t part = 0; part < plan.parts; ++part)
        (part == plan.user_part || weight(part) * workers > total ? plan.together : plan.apart)
            .push_back(part);
    while (workers > 1 && plan.apart.size() % static_cast<size_t>(workers) != 0) {
        plan.together.push_back(plan.apart.back());
        plan.apart.pop_back();
    }
}

}  // namespace

void make_plan(const Model& model, SolvePlan& plan, int workers) {
    unite_parts(model, plan, workers);
    const auto contact_runs = [](const auto& columns, auto&& f) { for_each_contact_run(columns, f); };
    const auto joint_runs = [](const auto& columns, auto&& f) { for_each_joint_run(columns, f); };
    plan_tasks(model.columns, contact_runs, plan, plan.contacts, workers);
    plan_tasks(model.joint_columns, joint_runs, plan, plan.joints, workers);
    plan_bodies(model, model.columns.lanes, plan);
    share_out(plan, workers);
}

}  // namespace cairn
