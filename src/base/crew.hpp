#pragma once
// The workers of one step. They are taken from the task system once, at the start of the step, and stay hot
// through all its stages: between stages they spin, which costs about a microsecond where waking a sleeping
// thread costs fifty.
//
// A stage is `count` blocks of work, each done once by whoever claims it. The blocks are dealt out in equal
// runs, the first run to the first worker: stages that go over the same bodies in the same order then find
// them in the same worker's cache. Who is done with its own run waits a moment and then helps with the
// others': most stages are over by then, and what one worker takes from another goes from cache to cache with
// all that it touches, and back in the next stage. The caller works too, so a stage ends even if no helper
// ever arrives: any scheduler will do, a serial one included. What a block computes must not depend on who
// runs it or when; that is what makes the result the same for any number of workers.

#include <atomic>
#include <cstdint>

#include <cairn/task.hpp>

namespace cairn {

class Crew {
public:
    /// Takes the workers; with one worker everything runs in the caller.
    explicit Crew(TaskSystem* tasks);
    /// Sends the workers home.
    ~Crew();
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    int worker_count() const { return helpers_ + 1; }
    /// How many workers a crew takes from a task system: no more than it has room for, and the caller at
    /// least, whatever the system says.
    static int workers_from(const TaskSystem& tasks);

    /// Runs body(first, last) over [0, count) in blocks of `grain`; returns when all of it is done.
    template <class Body>
    void parallel_for(int count, int grain, Body&& body) {
        if (count <= 0) return;
        const int blocks = (count + grain - 1) / grain;
        if (helpers_ == 0 || blocks == 1) {
            body(0, count);
            return;
        }
        struct Call {
            Body* body;
            int count, grain;
        } call{&body, count, grain};
        run(
            blocks,
            [](void* context, int block) {
                const Call& c = *static_cast<Call*>(context);
                const int first = block * c.grain;
                const int last = first + c.grain;
                (*c.body)(first, last < c.count ? last : c.count);
            },
            &call);
    }

    /// Runs body(block) for each block once.
    template <class Body>
    void for_blocks(int blocks, Body&& body) {
        if (helpers_ == 0 || blocks <= 1) {
            for (int i = 0; i < blocks; ++i) body(i);
            return;
        }
        run(
            blocks, [](void* context, int block) { (*static_cast<Body*>(context))(block); }, &body);
    }

private:
    using Work = void (*)(void* context, int block);

    /// A worker's run of blocks: stage number (24 bits), end (20) and next unclaimed block (20) in one word,
    /// so that one compare-and-swap claims a block of this stage and of no other. What to do is beside it, in
    /// the cache line that the worker watches: it need not wait for another. (Lines are fetched in pairs.)
    struct alignas(128) Share {
        std::atomic<uint64_t> ticket{0};
        std::atomic<Work> work{nullptr};
        std::atomic<void*> context{nullptr};
    };
    static constexpr int most_workers = 64;
    static constexpr int most_blocks = (1 << 20) - 1;  // for so many a ticket has room

    void run(int blocks, Work work, void* context);
    /// More blocks than a ticket has room for, in several stages.
    void run_in_parts(int blocks, Work work, void* context);
    void help(int worker);
    void claim_and_work(Share& share, uint64_t stage);
    void help_others(int worker, uint64_t stage);

    TaskSystem* tasks_;
    int helpers_ = 0;
    uint64_t stage_ = 0;
    Share shares_[most_workers];
    alignas(128) std::atomic<int> done_{0};
    alignas(128) std::atomic<bool> over_{false};
};

}  // namespace cairn
