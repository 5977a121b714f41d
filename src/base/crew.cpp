#include "base/crew.hpp"

#if defined(CAIRN_HAS_TBB)
#include <thread>
#endif
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
#if defined(CAIRN_HAS_TBB)
    // more workers than cores: let the one that has work run
    if (spins > 2000) std::this_thread::yield();
#else
    (void)spins;
#endif
}

}  // namespace

Crew::Crew(TaskSystem* tasks) : tasks_(tasks) {
    helpers_ = tasks ? tasks->worker_count() - 1 : 0;
    if (helpers_ > 0)
        tasks_->start(helpers_, [](void* context, int) { static_cast<Crew*>(context)->help(); }, this);
}

Crew::~Crew() {
    if (helpers_ == 0) return;
    over_.store(true, std::memory_order_release);
    tasks_->wait();
}

bool Crew::claim_and_work(uint32_t stage) {
    // read before the claim: a claim of this stage succeeds only while the stage is unfinished, and the caller changes
    // these three only between stages, so what was read belongs to the stage that is claimed
    const int blocks = blocks_.load(std::memory_order_relaxed);
    const Work work = work_.load(std::memory_order_relaxed);
    void* const context = context_.load(std::memory_order_relaxed);
    uint64_t ticket = ticket_.load(std::memory_order_acquire);
    bool worked = false;
    while (static_cast<uint32_t>(ticket >> 32) == stage) {
        const int block = static_cast<int>(ticket & 0xffffffffu);
        if (block >= blocks) break;
        if (!ticket_.compare_exchange_weak(ticket, ticket + 1, std::memory_order_acq_rel, std::memory_order_acquire))
            continue;
        work(context, block);
        done_.fetch_add(1, std::memory_order_release);
        worked = true;
        ticket = ticket_.load(std::memory_order_acquire);
    }
    return worked;
}

void Crew::run(int blocks, Work work, void* context) {
    blocks_.store(blocks, std::memory_order_relaxed);
    work_.store(work, std::memory_order_relaxed);
    context_.store(context, std::memory_order_relaxed);
    done_.store(0, std::memory_order_relaxed);
    const uint32_t stage = static_cast<uint32_t>(ticket_.load(std::memory_order_relaxed) >> 32) + 1;
    ticket_.store(static_cast<uint64_t>(stage) << 32, std::memory_order_release);
    claim_and_work(stage);
    for (int spins = 0; done_.load(std::memory_order_acquire) < blocks; ++spins) pause_briefly(spins);
}

void Crew::help() {
    int spins = 0;
    while (!over_.load(std::memory_order_acquire)) {
        const uint32_t stage = static_cast<uint32_t>(ticket_.load(std::memory_order_acquire) >> 32);
        spins = stage != 0 && claim_and_work(stage) ? 0 : spins + 1;
        if (spins > 0) pause_briefly(spins);
    }
}

}  // namespace cairn
