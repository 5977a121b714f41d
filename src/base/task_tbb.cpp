// Threads of the native build: a oneTBB arena of its own for each world, so that worlds do not wait for each
// other.
#include "base/task_tbb.hpp"

#include <optional>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

namespace cairn {

namespace {

class TbbTasks final : public TaskSystem {
public:
    explicit TbbTasks(int workers) : workers_(workers), arena_(workers, 1) {
        // By default oneTBB has one thread a core, and who asks for more workers must allow them. Who asks
        // for fewer must not: the least of all limits holds, for everybody in the process.
        constexpr auto parallelism = tbb::global_control::max_allowed_parallelism;
        if (static_cast<size_t>(workers) > tbb::global_control::active_value(parallelism))
            more_.emplace(parallelism, static_cast<size_t>(workers));
    }

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
    std::optional<tbb::global_control> more_;
    tbb::task_arena arena_;
    tbb::task_group group_;
};

}  // namespace

TaskSystem* make_tbb_tasks(int workers) { return new TbbTasks(workers); }

}  // namespace cairn
