#include "base/crew.hpp"

#include <algorithm>
#include <thread>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace cairn {

namespace {

void pause_briefly(int spins) {
#if defined(__SSE2__)
    _mm_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
    // more workers than cores: let the one that has work run
    if (spins > 2000) std::this_thread::yield();
}

/// So many pauses, about a microsecond, a worker waits before it takes from others.
constexpr int patience = 64;

uint64_t stage_of(uint64_t ticket) { return ticket >> 40; }
uint64_t end_of(uint64_t ticket) { return ticket >> 20 & 0xfffff; }
uint64_t next_of(uint64_t ticket) { return ticket & 0xfffff; }

}  // namespace

int Crew::workers_from(const TaskSystem& tasks) { return std::clamp(tasks.worker_count(), 1, most_workers); }

Crew::Crew(TaskSystem* tasks) : tasks_(tasks) {
    helpers_ = tasks ? workers_from(*tasks) - 1 : 0;
    if (helpers_ > 0)
        tasks_->start(
            helpers_, [](void* context, int worker) { static_cast<Crew*>(context)->help(worker); }, this);
}

Crew::~Crew() {
    if (helpers_ == 0) return;
    over_.store(true, std::memory_order_release);
    tasks_->wait();
}

/// Works on what is left of a share.
void Crew::claim_and_work(Share& share, uint64_t stage) {
    int worked = 0;
    uint64_t ticket = share.ticket.load(std::memory_order_acquire);
    while (stage_of(ticket) == stage && next_of(ticket) < end_of(ticket)) {
        if (!share.ticket.compare_exchange_weak(ticket, ticket + 1, std::memory_order_acq_rel,
                                                std::memory_order_acquire))
            continue;
        // the stage cannot end before this block is done, so work and context are this stage's
        const Work work = share.work.load(std::memory_order_relaxed);
        work(share.context.load(std::memory_order_relaxed), static_cast<int>(next_of(ticket)));
        ++worked;
        ticket = share.ticket.load(std::memory_order_acquire);
    }
    if (worked > 0) done_.fetch_add(worked, std::memory_order_release);
}

/// Each in turn.
void Crew::help_others(int worker, uint64_t stage) {
    const int workers = worker_count();
    for (int i = 1; i < workers; ++i) claim_and_work(shares_[(worker + i) % workers], stage);
}

void Crew::run_in_parts(int blocks, Work work, void* context) {
    struct Part {
        Work work;
        void* context;
        int first;
    } part{work, context, 0};
    const auto work_on_part = [](void* of, int block) {
        const Part& p = *static_cast<Part*>(of);
        p.work(p.context, p.first + block);
    };
    for (; part.first < blocks; part.first += most_blocks)
        run(std::min(most_blocks, blocks - part.first), work_on_part, &part);
}

void Crew::run(int blocks, Work work, void* context) {
    if (blocks > most_blocks) return run_in_parts(blocks, work, context);
    done_.store(0, std::memory_order_relaxed);
    stage_ = (stage_ + 1) & 0xffffff;
    const auto workers = static_cast<uint64_t>(worker_count()), count = static_cast<uint64_t>(blocks);
    for (uint64_t i = 0; i < workers; ++i) {
        const uint64_t first = i * count / workers, end = (i + 1) * count / workers;
        shares_[i].work.store(work, std::memory_order_relaxed);
        shares_[i].context.store(context, std::memory_order_relaxed);
        shares_[i].ticket.store(stage_ << 40 | end << 20 | first, std::memory_order_release);
    }
    claim_and_work(shares_[0], stage_);
    for (int spins = 0; done_.load(std::memory_order_acquire) < blocks; ++spins) {
        if (spins == patience) help_others(0, stage_);
        pause_briefly(spins);
    }
}

/// While it waits, a helper looks at nothing but its own share: who looks at another's takes the line away
/// from its worker.
void Crew::help(int worker) {
    Share& own = shares_[worker];
    uint64_t stage = 0;  // the first is 1
    for (int spins = 0; !over_.load(std::memory_order_acquire); ++spins) {
        const uint64_t now = stage_of(own.ticket.load(std::memory_order_acquire));
        if (now != stage) {
            stage = now, spins = 0;
            claim_and_work(own, stage);
        }
        if (spins == patience) help_others(worker, stage);
        pause_briefly(spins);
    }
}

}  // namespace cairn
