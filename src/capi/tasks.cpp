#include "capi/tasks.hpp"

#include "capi/guard.hpp"

namespace cairn::capi {

namespace {

class FunctionTasks final : public TaskSystem {
public:
    explicit FunctionTasks(const cairn_task_system& functions) : functions_(functions) {}

    int worker_count() const override { return functions_.worker_count(functions_.context); }
    void start(int count, void (*work)(void*, int), void* context) override {
        functions_.start(functions_.context, count, work, context);
    }
    void wait() override { functions_.wait(functions_.context); }

private:
    cairn_task_system functions_;
};

TaskSystem* system_of(void* context) { return static_cast<TaskSystem*>(context); }

int worker_count_of(void* context) { return system_of(context)->worker_count(); }
void start_on(void* context, int count, void (*work)(void*, int), void* work_context) {
    system_of(context)->start(count, work, work_context);
}
void wait_for(void* context) { system_of(context)->wait(); }

}  // namespace

std::unique_ptr<TaskSystem> adopt_tasks(const cairn_task_system& functions) {
    if (!functions.worker_count || !functions.start || !functions.wait)
        fail("cairn_task_system must have all three functions: worker_count, start, wait");
    const int workers = functions.worker_count(functions.context);
    if (workers < 1)
        fail("cairn_task_system.worker_count must give 1 or more, got " + std::to_string(workers));
    return std::make_unique<FunctionTasks>(functions);
}

}  // namespace cairn::capi

using namespace cairn::capi;

bool cairn_task_system_create(int workers, cairn_task_system* tasks) {
    return guarded(__func__, [&] {
        if (workers < 1 || workers > 256)
            cairn::fail("workers must be 1 to 256, got " + std::to_string(workers));
        cairn_task_system& out = required(tasks, "tasks");  // before there is a system that nobody would own
        out = {cairn::make_task_system(workers), worker_count_of, start_on, wait_for};
    });
}

void cairn_task_system_destroy(cairn_task_system* tasks) {
    guarded(__func__, [&] {
        if (!tasks || tasks->worker_count != worker_count_of) return;
        delete system_of(tasks->context);
        *tasks = {};
    });
}
