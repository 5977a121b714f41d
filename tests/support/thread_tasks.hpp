#pragma once
// A task system of plain threads: a scheduler as a user would write one. It serves builds without oneTBB (the
// aarch64 row of the determinism matrix) and the thread sanitizer, which cannot see into oneTBB.

#include <cairn/task.hpp>
#include <thread>
#include <vector>

namespace cairn::test {

class ThreadTasks final : public TaskSystem {
public:
    explicit ThreadTasks(int workers) : workers_(workers) {}
    ~ThreadTasks() override { join(); }

    int worker_count() const override { return workers_; }
    void start(int count, void (*work)(void* context, int worker), void* context) override {
        for (int i = 1; i <= count; ++i) threads_.emplace_back(work, context, i);
    }
    void wait() override { join(); }

private:
    void join() {
        for (std::thread& thread : threads_) thread.join();
        threads_.clear();
    }

    int workers_;
    std::vector<std::thread> threads_;
};

}  // namespace cairn::test
