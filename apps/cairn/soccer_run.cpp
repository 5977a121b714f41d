#include "soccer_run.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <exception>
#include <mutex>
#include <thread>

namespace cairn::soccer {

void take_result(const Match& match, MatchResult& result) {
    result.def = match.def();
    result.score = match.referee().score();
    result.events = match.referee().events();
    result.counts = match.counts();
    result.hash = match.hash();
}

MatchResult play(const MatchDef& def, uint64_t frames, const std::function<void(const Match&)>& watch) {
    using Clock = std::chrono::steady_clock;
    MatchResult result;
    Match match(def);
    for (uint64_t i = 0; i < frames; ++i) {
        const Clock::time_point begin = Clock::now();
        match.frame();
        const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        result.seconds += seconds;
        result.slowest_frame = std::max(result.slowest_frame, seconds);
        if (watch) watch(match);
    }
    take_result(match, result);
    return result;
}

std::vector<MatchResult> play_many(const MatchDef& def, uint64_t frames, int matches, int threads,
                                   const std::function<void(int)>& done) {
    std::vector<MatchResult> results(static_cast<size_t>(matches));
    std::atomic<int> next{0};
    int finished = 0;
    std::mutex mutex;
    std::exception_ptr failure;
    const auto work = [&] {
        try {
            for (int i = next.fetch_add(1); i < matches; i = next.fetch_add(1)) {
                MatchDef own = def;
                own.seed += static_cast<uint64_t>(i);
                results[static_cast<size_t>(i)] = play(own, frames);
                const std::scoped_lock lock(mutex);
                if (done) done(++finished);
            }
        } catch (...) {
            const std::scoped_lock lock(mutex);
            failure = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> helpers;
        for (int i = 1; i < std::min(threads, matches); ++i) helpers.emplace_back(work);
        work();
    }
    if (failure) std::rethrow_exception(failure);
    return results;
}

uint64_t frames_in(double minutes) { return static_cast<uint64_t>(std::llround(minutes * 60 / (1.0 / 60))); }

}  // namespace cairn::soccer
