#include <cairn/task.hpp>

#include "base/task_tbb.hpp"

namespace cairn {

namespace {

/// Runs everything in the calling thread.
class SerialTasks final : public TaskSystem {
public:
    int worker_count() const override { return 1; }
    void start(int count, void (*work)(void*, int), void* context) override {
        for (int i = 1; i <= count; ++i) work(context, i);
    }
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
