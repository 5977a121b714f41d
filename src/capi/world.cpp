#include "capi/convert.hpp"
#include "capi/tasks.hpp"
#include "world/impl.hpp"

using namespace cairn;
using namespace cairn::capi;

cairn_world* cairn_world_create(const cairn_world_def* def) {
    return guarded(__func__, [&] {
        WorldDef world_def = or_default<WorldDef>(def);
        std::unique_ptr<TaskSystem> tasks;
        if (def && def->tasks) tasks = adopt_tasks(*def->tasks);
        world_def.tasks = tasks.get();
        auto owned = std::make_unique<World>(world_def);
        World& world = *owned;
        return new cairn_world{std::move(tasks), std::move(owned), world, {}};
    });
}

void cairn_world_destroy(cairn_world* world) {
    guarded(__func__, [&] {
        if (world) World::Impl::of(world->world).require_idle("the world is not destroyed");
        delete world;
    });
}

bool cairn_world_step(cairn_world* world, float dt) {
    return guarded(__func__, world, [&](World& w) { w.step(dt); });
}

bool cairn_world_report(const cairn_world* world, cairn_step_report* report) {
    return guarded(__func__, world, [&](const World& w) { required(report, "report") = to_c(w.report()); });
}

cairn_vec3 cairn_world_gravity(const cairn_world* world) {
    return guarded(__func__, world, [](const World& w) { return to_c(w.gravity()); });
}

bool cairn_world_set_gravity(cairn_world* world, cairn_vec3 gravity) {
    return guarded(__func__, world, [&](World& w) { w.set_gravity(to_cpp(gravity)); });
}

cairn_soft_step cairn_world_solver(const cairn_world* world) {
    return guarded(__func__, world, [](const World& w) { return to_c(w.solver()); });
}

bool cairn_world_set_solver(cairn_world* world, const cairn_soft_step* solver) {
    return guarded(__func__, world, [&](World& w) { w.set_solver(or_default<SoftStep>(solver)); });
}

const char* cairn_world_stage_solver(const cairn_world* world) {
    return guarded(__func__, world, [](const World& w) { return w.stage_solver().c_str(); });
}

bool cairn_world_set_stage_solver(cairn_world* world, const char* text) {
    return guarded(__func__, world, [&](World& w) { w.set_stage_solver(text ? text : ""); });
}

const char* cairn_world_solver_message(const cairn_world* world) {
    return guarded(__func__, world, [](const World& w) { return w.solver_message().c_str(); });
}

bool cairn_world_set_sleep(cairn_world* world, bool enabled) {
    return guarded(__func__, world, [&](World& w) { w.set_sleep(enabled); });
}

bool cairn_world_sleep(const cairn_world* world) {
    return guarded(__func__, world, [](const World& w) { return w.sleep(); });
}

float cairn_world_sleep_speed(const cairn_world* world) {
    return guarded(__func__, world, [](const World& w) { return w.sleep_speed(); });
}

bool cairn_world_set_sleep_speed(cairn_world* world, float speed) {
    return guarded(__func__, world, [&](World& w) { w.set_sleep_speed(speed); });
}

bool cairn_world_continuous(const cairn_world* world) {
    return guarded(__func__, world, [](const World& w) { return w.continuous(); });
}

bool cairn_world_set_continuous(cairn_world* world, bool enabled) {
    return guarded(__func__, world, [&](World& w) { w.set_continuous(enabled); });
}

float cairn_world_hit_event_speed(const cairn_world* world) {
    return guarded(__func__, world, [](const World& w) { return w.hit_event_speed(); });
}

bool cairn_world_set_hit_event_speed(cairn_world* world, float speed) {
    return guarded(__func__, world, [&](World& w) { w.set_hit_event_speed(speed); });
}

int cairn_world_lanes(const cairn_world* world) {
    return guarded(__func__, world, [](const World& w) { return w.lanes(); });
}

int cairn_world_threads(const cairn_world* world) {
    return guarded(__func__, world, [](const World& w) { return w.threads(); });
}

cairn_snapshot* cairn_world_snapshot(const cairn_world* world) {
    return guarded(__func__, world, [](const World& w) { return new cairn_snapshot{w.snapshot()}; });
}

bool cairn_world_restore(cairn_world* world, const cairn_snapshot* snapshot) {
    return guarded(__func__, world, [&](World& w) { w.restore(required(snapshot, "snapshot").snapshot); });
}

uint64_t cairn_world_hash(const cairn_world* world) {
    return guarded(__func__, world, [](const World& w) { return w.hash(); });
}

size_t cairn_snapshot_byte_count(const cairn_snapshot* snapshot) {
    return guarded(__func__, [&] { return required(snapshot, "snapshot").snapshot.byte_count(); });
}

void cairn_snapshot_destroy(cairn_snapshot* snapshot) {
    guarded(__func__, [&] { delete snapshot; });
}
