// Threads of the native build: a oneTBB arena of its own for each world, so that worlds do not wait for each
// other.
#include "base/task_tbb.hpp"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

namespace cairn {

namespace {

class TbbTasks final : public TaskSystem {
public:
    explicit TbbTasks(int workers)
        : workers_(workers),
          // by default oneTBB has one thread a core; more workers than cores must be allowed, tests of
          // determinism ask for them
          limit_(tbb::global_control::max_allowed_parallelism, static_cast<size_t>(workers)),
          arena_(workers, 1) {}

    ~TbbTasks() noexcept override = default;

    int worker_count() const override { return workers_; }

    void start(int count, void (*work)(void*, int), void* context) override {
        arena_.execute([&] {
            for (int i = 1; i <= count; ++i) group_.run([=] { work(context, i); });
        });
    }

    void wait() override {
        arena_.execute([&] { group_.wait(); });
    }

private:
    int workers_;
    tbb::global_control limit_;
    tbb::task_arena arena_;
    tbb::task_group group_;
};

}  // namespace

TaskSystem* make_tbb_tasks(int workers) { return new TbbTasks(workers); }

}  // namespace cairn
