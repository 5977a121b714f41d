// The public class: checks what comes in, then hands it to the parts of the world that do the work.

#include <cairn/world.hpp>

#include "base/check.hpp"
#include "base/range.hpp"
#include "base/widths.hpp"
#include "world/impl.hpp"

namespace cairn {

namespace {

void check(const SoftStep& solver) {
    if (solver.substeps < 1 || solver.substeps > 1000)
        fail("SoftStep::substeps must be 1 to 1000, got " + std::to_string(solver.substeps));
    require_not_negative(solver.contact_hertz, "SoftStep::contact_hertz");
    require_not_negative(solver.contact_damping, "SoftStep::contact_damping", most_ratio);
    require_positive(solver.push_speed, "SoftStep::push_speed", fastest);
    require_not_negative(solver.joint_hertz, "SoftStep::joint_hertz");
    require_not_negative(solver.joint_damping, "SoftStep::joint_damping", most_ratio);
    require_not_negative(solver.restitution_speed, "SoftStep::restitution_speed");
    if (!(solver.stiff_mass_ratio > 1))
        fail("SoftStep::stiff_mass_ratio must be above 1, got " + describe(solver.stiff_mass_ratio));
    if (!(solver.load_memory >= 0 && solver.load_memory <= 1))
        fail("SoftStep::load_memory must be 0 to 1, got " + describe(solver.load_memory));
}

}  // namespace

World::Impl::Impl(const WorldDef& def) {
    require_within(def.gravity, hardest, "WorldDef::gravity");
    require_not_negative(def.sleep_speed, "WorldDef::sleep_speed");
    require_not_negative(def.hit_event_speed, "WorldDef::hit_event_speed");
    check(def.solver);
    if (def.lanes != 0 && def.lanes != 1 && def.lanes != 4 && def.lanes != 8 && def.lanes != 16)
        fail("WorldDef::lanes must be 0, 1, 4, 8 or 16, got " + std::to_string(def.lanes));
    if (def.lanes != 0 && !lanes_supported(def.lanes))
        fail("WorldDef::lanes = " + std::to_string(def.lanes) + " is not supported by this machine");
    if (def.threads < 1 || def.threads > most_threads)
        fail("WorldDef::threads must be 1 to " + std::to_string(most_threads) + ", got " +
             std::to_string(def.threads));
    kernels = &kernels_for(def.lanes ? def.lanes : best_lanes());
    model.columns.lanes = kernels->lanes;
    model.joint_columns.lanes = kernels->lanes;
    model.gravity = def.gravity;
    model.solver = def.solver;
    model.stage_solver = def.stage_solver;
    if (!def.stage_solver.empty()) stage = make_stage_solver(def.stage_solver);
    model.sleep = def.sleep;
    model.sleep_speed = def.sleep_speed;
    model.continuous = def.continuous;
    model.hit_event_speed = def.hit_event_speed;
    tasks = def.tasks;
    if (!tasks) {
        own_tasks.reset(make_task_system(def.threads));
        tasks = own_tasks.get();
    }
    // body slot 0 is the world
    model.body_ids.create();
    model.bodies.emplace_back();
    model.poses.emplace_back();
    model.velocities.emplace_back();
    model.stances.emplace_back();
    model.extents.emplace_back();
}

namespace {

/// An id of any kind.
[[noreturn]] void refuse(const char* what, Id<void> id, const char* why) {
    const std::string name(what);
    if (id.is_null()) fail("the " + name + "'s id is null: it was never given one");
    const std::string missing = name + " " + std::to_string(id.index) + " (generation " +
                                std::to_string(id.generation) + ") does not exist: ";
    // what was never set is often zero, in C above all
    if (id.generation == 0) fail(missing + "generations begin with 1, so no world has given out this id");
    fail(missing + "it was removed, " + why + "or belongs to another world");
}

}  // namespace

int32_t World::Impl::index(BodyId id) const {
    if (id.index == world_body || !model.body_ids.valid(id)) refuse("body", {id.index, id.generation}, "");
    return static_cast<int32_t>(id.index);
}

int32_t World::Impl::index(ShapeId id) const {
    if (!model.shape_ids.valid(id)) refuse("shape", {id.index, id.generation}, "");
    return static_cast<int32_t>(id.index);
}

int32_t World::Impl::index(JointId id) const {
    if (!model.joint_ids.valid(id)) refuse("joint", {id.index, id.generation}, "broke, ");
    return static_cast<int32_t>(id.index);
}

void World::Impl::require_idle(const char* call) const {
    if (stepping) fail(std::string(call) + ": the world is in the middle of a step");
    if (calls_out != 0)
        fail(std::string(call) + ": the world is calling a function of yours, which may only look at it");
}

World::World(const WorldDef& def) : impl_(std::make_unique<Impl>(def)) {}
World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

const StepReport& World::step(float dt) {
    impl_->require_idle("World::step");
    require_step(dt, "World::step: dt");
    impl_->step(dt);
    return impl_->report;
}

const StepReport& World::report() const { return impl_->report; }
const Events& World::events() const { return impl_->events; }
Vec3 World::gravity() const { return impl_->model.gravity; }

void World::set_gravity(Vec3 gravity) {
    impl_->require_idle("World::set_gravity");
    require_within(gravity, hardest, "World::set_gravity");
    impl_->model.gravity = gravity;
    for (const BodyId body : bodies())
        if (type(body) == BodyType::dynamic) wake(*impl_, impl_->index(body));
}

const SoftStep& World::solver() const { return impl_->model.solver; }

void World::set_solver(const SoftStep& solver) {
    impl_->require_idle("World::set_solver");
    check(solver);
    impl_->model.solver = solver;
    for (ContactRecord& contact : impl_->model.contacts)
        if (contact.alive) count_stiff(impl_->model, contact);
}

const std::string& World::stage_solver() const { return impl_->model.stage_solver; }

void World::set_stage_solver(const std::string& text) {
    impl_->require_idle("World::set_stage_solver");
    impl_->stage = text.empty() ? nullptr : make_stage_solver(text);
    if (impl_->stage) join_parts(*impl_);  // a solver of the laboratory sees the contacts as one row
    impl_->model.stage_solver = text;
    impl_->model.stage_memory.clear();
}

const std::string& World::solver_message() const {
    static const std::string nothing;
    return impl_->stage ? impl_->stage->message() : nothing;
}

bool World::sleep() const { return impl_->model.sleep; }

void World::set_sleep(bool enabled) {
    impl_->require_idle("World::set_sleep");
    impl_->model.sleep = enabled;
    if (enabled) return;
    for (const BodyId body : bodies())
        if (type(body) == BodyType::dynamic && !frozen(body)) wake(*impl_, impl_->index(body));
}

float World::sleep_speed() const { return impl_->model.sleep_speed; }

void World::set_sleep_speed(float speed) {
    impl_->require_idle("World::set_sleep_speed");
    require_not_negative(speed, "World::set_sleep_speed");
    impl_->model.sleep_speed = speed;
}

bool World::continuous() const { return impl_->model.continuous; }

void World::set_continuous(bool enabled) {
    impl_->require_idle("World::set_continuous");
    impl_->model.continuous = enabled;
}

float World::hit_event_speed() const { return impl_->model.hit_event_speed; }

void World::set_hit_event_speed(float speed) {
    impl_->require_idle("World::set_hit_event_speed");
    require_not_negative(speed, "World::set_hit_event_speed");
    impl_->model.hit_event_speed = speed;
}

int World::lanes() const { return impl_->kernels->lanes; }
int World::threads() const { return Crew::workers_from(*impl_->tasks); }

const char* version() { return CAIRN_VERSION; }

}  // namespace cairn
