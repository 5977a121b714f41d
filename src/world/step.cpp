// A step on one page. Each stage is one call; docs/architecture.md has the table.

#include <chrono>

#include "joints/joint_state.hpp"
#include "joints/user_rows.hpp"
#include "world/impl.hpp"

namespace cairn {

namespace {

using Clock = std::chrono::steady_clock;

/// Times the stages of one step.
class StageClock {
public:
    explicit StageClock(StepReport& report) : report_(report), begin_(Clock::now()), last_(begin_) {}

    void ends(Stage stage) {
        const Clock::time_point now = Clock::now();
        const int i = static_cast<int>(stage);
        report_.begin[i] = std::chrono::duration<double>(last_ - begin_).count();
        report_.seconds[i] = std::chrono::duration<double>(now - last_).count();
        report_.total_seconds = std::chrono::duration<double>(now - begin_).count();
        last_ = now;
    }

private:
    StepReport& report_;
    Clock::time_point begin_, last_;
};

void clear(Events& events) {
    events.contact_begin.clear(), events.contact_end.clear(), events.hits.clear();
    events.sensor_begin.clear(), events.sensor_end.clear(), events.joints_broken.clear();
    events.fell_asleep.clear(), events.woke_up.clear(), events.frozen.clear();
}

void count_up(World::Impl& world) {
    const Model& model = world.model;
    StepReport& report = world.report;
    report.step = model.step_count;
    report.bodies = static_cast<int>(model.body_ids.count()) - 1;  // without the world itself
    report.awake_bodies = static_cast<int>(model.awake_bodies.size());
    report.pairs = static_cast<int>(model.pairs.size());
    report.contacts = report.colors = 0;
    for (int color = 0; color <= overflow_color; ++color) {
        int in_color = 0;
        for (const LaneGroup& group : model.columns.groups[color]) in_color += group.count();
        report.contacts += in_color;
        report.colors += in_color > 0 && color != overflow_color;
        if (color == overflow_color) report.overflow = in_color;
    }
    // user rows are there whatever colours are free
    for (int kind = 0; kind < joint_kind_count; ++kind)
        if (static_cast<JointKind>(kind) != JointKind::user)
            report.overflow += model.joint_columns.groups[overflow_color][kind].count();
    report.unusable_rows = 0;
    for (const int32_t joint : model.joint_columns.group(overflow_color, JointKind::user).members) {
        const JointRecord& record = model.joints[static_cast<size_t>(joint)];
        report.unusable_rows +=
            count_unusable_rows(std::get<UserJoint>(record.def), user_frames(model, record));
    }
    report.joints = model.joint_columns.count();
    report.frozen = model.frozen_count;
    report.bytes = model.bytes();
    report.substeps = world.stage ? 1 : substeps_of(model);
    report.parts = world.stage ? 1 : world.scratch.soft_step.plan.parts;
    if (world.stage) return;
    // each sub-step visits all contacts' rows twice: a normal one a point, two of friction, one of twist
    report.iterations = report.substeps;
    report.row_updates = static_cast<uint64_t>(report.contact_points + 3 * report.contacts) * 2u *
                         static_cast<uint64_t>(report.substeps);
}

/// Says so for as long as a step takes.
class Stepping {
public:
    explicit Stepping(bool& flag) : flag_(flag) { flag_ = true; }
    ~Stepping() { flag_ = false; }
    Stepping(const Stepping&) = delete;
    Stepping& operator=(const Stepping&) = delete;

private:
    bool& flag_;
};

}  // namespace

void World::Impl::step(float dt) {
    const Stepping now(stepping);
    Crew crew(tasks);  // first: where a scheduler throws, nothing has changed yet
    std::swap(events, pending);
    clear(pending);
    report.residual = -1;
    report.measuring_seconds = 0;
    report.switched_islands = 0;
    StageClock clock(report);
    find_pairs(*this, crew);
    clock.ends(Stage::pairs);
    collide_pairs(*this, crew);
    clock.ends(Stage::collide);
    update_contacts(*this);
    const bool other_parts = !stage && find_parts(*this);
    order_lanes(*this, crew, other_parts);
    clock.ends(Stage::cache);
    update_islands(*this);
    clock.ends(Stage::islands);
    if (stage) {
        follow_angles(model);
        clock.ends(Stage::prepare);
        stage->solve({model, start_motion(model, scratch.soft_step, crew), crew, dt, report});
    } else {
        prepare_soft_step(model, scratch.soft_step, crew, *kernels, dt);
        clock.ends(Stage::prepare);
        solve_soft_step(model, scratch.soft_step, crew, *kernels, dt);
    }
    clock.ends(Stage::solve);
    report_hits(*this);
    break_joints(*this);
    stop_fast_bodies(*this, crew, dt);
    clock.ends(Stage::continuous);
    finish_step(*this, crew, dt);
    ++model.step_count;
    sort_events(events);
    count_up(*this);
    clock.ends(Stage::finish);
}

const char* stage_name(Stage stage) {
    static const char* const names[] = {"pairs",   "collide", "cache",      "islands",
                                        "prepare", "solve",   "continuous", "finish"};
    return stage < Stage::count ? names[static_cast<int>(stage)] : "?";
}

}  // namespace cairn
