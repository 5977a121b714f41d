#include "base/crew.hpp"

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
uint64_t blocks_of(uint64_t ticket) { return ticket >> 20 & 0xfffff; }
uint64_t next_of(uint64_t ticket) { return ticket & 0xfffff; }

}  // namespace

Crew::Crew(TaskSystem* tasks) : tasks_(tasks) {
    helpers_ = tasks ? tasks->worker_count() - 1 : 0;
    if (helpers_ > 0)
        tasks_->start(
            helpers_, [](void* context, int) { static_cast<Crew*>(context)->help(); }, this);
}

Crew::~Crew() {
    if (helpers_ == 0) return;
    over_.store(true, std::memory_order_release);
    tasks_->wait();
}

bool Crew::claim_and_work(uint64_t stage) {
    bool worked = false;
    uint64_t ticket = ticket_.load(std::memory_order_acquire);
    while (stage_of(ticket) == stage && next_of(ticket) < blocks_of(ticket)) {
        if (!ticket_.compare_exchange_weak(ticket, ticket + 1, std::memory_order_acq_rel,
                                           std::memory_order_acquire))
            continue;
        // the stage cannot end before this block is done, so work and context are this stage's
        const Work work = work_.load(std::memory_order_relaxed);
        work(context_.load(std::memory_order_relaxed), static_cast<int>(next_of(ticket)));
        done_.fetch_add(1, std::memory_order_release);
        worked = true;
        ticket = ticket_.load(std::memory_order_acquire);
    }
    return worked;
}

void Crew::run(int blocks, Work work, void* context) {
    work_.store(work, std::memory_order_relaxed);
    context_.store(context, std::memory_order_relaxed);
    done_.store(0, std::memory_order_relaxed);
    const uint64_t stage = (stage_of(ticket_.load(std::memory_order_relaxed)) + 1) & 0xffffff;
    ticket_.store(stage << 40 | static_cast<uint64_t>(blocks) << 20, std::memory_order_release);
    claim_and_work(stage);
    for (int spins = 0; done_.load(std::memory_order_acquire) < blocks; ++spins) pause_briefly(spins);
}

void Crew::help() {
    int spins = 0;
    while (!over_.load(std::memory_order_acquire)) {
        const uint64_t stage = stage_of(ticket_.load(std::memory_order_acquire));
        spins = claim_and_work(stage) ? 0 : spins + 1;
        if (spins > 0) pause_briefly(spins);
    }
}

}  // namespace cairn
