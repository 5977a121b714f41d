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

/// Works on what is left of a share; returns how many blocks it did.
int Crew::claim_and_work(Share& share, uint64_t stage) {
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
    return worked;
}

/// First its own share, then the others', each in turn.
bool Crew::take_part(int worker, uint64_t stage) {
    const int workers = worker_count();
    bool worked = false;
    for (int i = 0; i < workers; ++i) {
        const int count = claim_and_work(shares_[(worker + i) % workers], stage);
        if (count == 0) continue;
        done_.fetch_add(count, std::memory_order_release);
        worked = true;
    }
    return worked;
}

void Crew::run(int blocks, Work work, void* context) {
    done_.store(0, std::memory_order_relaxed);
    stage_ = (stage_ + 1) & 0xffffff;
    const auto workers = static_cast<uint64_t>(worker_count()), count = static_cast<uint64_t>(blocks);
    for (uint64_t i = 0; i < workers; ++i) {
        const uint64_t first = i * count / workers, end = (i + 1) * count / workers;
        shares_[i].work.store(work, std::memory_order_relaxed);
        shares_[i].context.store(context, std::memory_order_relaxed);
        shares_[i].ticket.store(stage_ << 40 | end << 20 | first, std::memory_order_release);
    }
    take_part(0, stage_);
    for (int spins = 0; done_.load(std::memory_order_acquire) < blocks; ++spins) pause_briefly(spins);
}

void Crew::help(int worker) {
    int spins = 0;
    while (!over_.load(std::memory_order_acquire)) {
        const uint64_t stage = stage_of(shares_[worker].ticket.load(std::memory_order_acquire));
        spins = take_part(worker, stage) ? 0 : spins + 1;
        if (spins > 0) pause_briefly(spins);
    }
}

}  // namespace cairn
