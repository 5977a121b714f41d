#include <cairn/task.hpp>

#include "base/task_tbb.hpp"

namespace cairn {

namespace {

/// Runs everything in the calling thread.
class SerialTasks final : public TaskSystem {
public:
    int worker_count() const override { return 1; }
    void start(int, void (*)(void*, int), void*) override {}
    void wait() override {}
};

}  // namespace

TaskSystem* make_task_system(int workers) {
#if defined(CAIRN_HAS_TBB)
    if (workers > 1) return make_tbb_tasks(workers);
#endif
    (void)workers;
    return new SerialTasks;
}

}  // namespace cairn
