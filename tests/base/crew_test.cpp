// The workers of a step: every block is done once, whoever does it.

#include "base/crew.hpp"

#include <gtest/gtest.h>
#if CAIRN_HAS_TBB
#include <tbb/global_control.h>
#endif

#include <algorithm>
#include <atomic>
#include <memory>
#include <numeric>
#include <vector>

#include "tests/support/thread_tasks.hpp"

namespace cairn {
namespace {

/// Claims to have workers but starts none of them before `wait`: the worst scheduler that the interface
/// allows.
class LateTasks final : public TaskSystem {
public:
    int worker_count() const override { return 5; }
    void start(int count, void (*work)(void*, int), void* context) override {
        count_ = count, work_ = work, context_ = context;
    }
    void wait() override {
        for (int i = 1; i <= count_; ++i) work_(context_, i);
        started_ += count_;
        count_ = 0;
    }
    int started() const { return started_; }

private:
    int count_ = 0, started_ = 0;
    void (*work_)(void*, int) = nullptr;
    void* context_ = nullptr;
};

/// Runs stages of many sizes and counts how often each block was done.
void check_stages(Crew& crew) {
    for (const int blocks : {1, 2, 3, 7, 64, 1000}) {
        std::vector<std::atomic<int>> done(static_cast<size_t>(blocks));
        crew.for_blocks(blocks, [&](int block) { ++done[static_cast<size_t>(block)]; });
        for (const auto& count : done) ASSERT_EQ(count.load(), 1) << blocks << " blocks";
    }
    for (const int count : {1, 10, 999, 5000}) {
        for (const int grain : {1, 16, 6000}) {
            std::vector<std::atomic<int>> done(static_cast<size_t>(count));
            crew.parallel_for(count, grain, [&](int first, int last) {
                for (int i = first; i < last; ++i) ++done[static_cast<size_t>(i)];
            });
            for (const auto& times : done) ASSERT_EQ(times.load(), 1) << count << " by " << grain;
        }
    }
}

TEST(Crew, WithoutATaskSystemRunsInTheCaller) {
    Crew crew(nullptr);
    EXPECT_EQ(crew.worker_count(), 1);
    check_stages(crew);
}

TEST(Crew, DoesEveryBlockOnceWithAnyNumberOfWorkers) {
    for (const int workers : {1, 2, 3, 8}) {
        std::unique_ptr<TaskSystem> tasks(make_task_system(workers));
        Crew crew(tasks.get());
        check_stages(crew);
    }
}

TEST(Crew, WorksOnAUsersThreads) {
    test::ThreadTasks tasks(4);
    for (int repeat = 0; repeat < 20; ++repeat) {
        Crew crew(&tasks);
        EXPECT_EQ(crew.worker_count(), 4);
        check_stages(crew);
    }
}

TEST(Crew, EndsItsStagesEvenIfNoHelperEverArrives) {
    LateTasks tasks;
    {
        Crew crew(&tasks);
        EXPECT_EQ(crew.worker_count(), 5);
        check_stages(crew);
    }
    EXPECT_EQ(tasks.started(), 4) << "they were sent home, not left waiting";
}

TEST(Crew, StagesComeOneAfterTheOther) {
    test::ThreadTasks tasks(3);
    Crew crew(&tasks);
    std::vector<int> values(2000, 0);
    for (int stage = 1; stage <= 50; ++stage)
        crew.for_blocks(100, [&](int block) {
            for (int i = 0; i < 20; ++i) {
                // reads what another block wrote in the stage before
                const size_t mine = static_cast<size_t>(block * 20 + i);
                EXPECT_EQ(values[mine], stage - 1);
                values[mine] = stage;
            }
        });
    EXPECT_EQ(std::accumulate(values.begin(), values.end(), 0), 2000 * 50);
}

TEST(Crew, NothingToDoIsDoneAtOnce) {
    test::ThreadTasks tasks(2);
    Crew crew(&tasks);
    crew.parallel_for(0, 10, [](int, int) { FAIL(); });
    crew.for_blocks(0, [](int) { FAIL(); });
}

TEST(Crew, DoesMoreBlocksThanATicketHolds) {
    test::ThreadTasks tasks(2);
    Crew crew(&tasks);
    constexpr int count = 3 << 20;
    std::vector<uint8_t> done(count);  // a block each: no two workers write the same
    crew.for_blocks(count, [&](int block) { ++done[static_cast<size_t>(block)]; });
    EXPECT_EQ(std::count(done.begin(), done.end(), 1), count);
    std::atomic<long> total{0};
    crew.parallel_for(count, 1, [&](int first, int last) { total += last - first; });
    EXPECT_EQ(total.load(), count);
}

#if CAIRN_HAS_TBB
/// The least of all limits holds for everybody in the process.
TEST(TaskSystem, OfFewWorkersLeavesOneTbbToOthersInTheProcess) {
    constexpr auto parallelism = tbb::global_control::max_allowed_parallelism;
    const tbb::global_control eight(parallelism, 8);
    const std::unique_ptr<TaskSystem> two(make_task_system(2));
    EXPECT_EQ(tbb::global_control::active_value(parallelism), 8u);
}
#endif

}  // namespace
}  // namespace cairn
