#pragma once
// Playing matches from the first to the last frame, one or many at a time.

#include <functional>
#include <span>
#include <vector>

#include "soccer/match.hpp"

namespace cairn::soccer {

/// A match that was played, without its world.
struct MatchResult {
    MatchDef def;
    std::array<int, 2> score{};
    std::vector<MatchEvent> events;
    MatchCounts counts;
    uint64_t hash = 0;
    double seconds = 0;        ///< of the machine's time, in all frames
    double slowest_frame = 0;  ///< seconds
};

/// Everything but the times, from a match that has been played.
void take_result(const Match& match, MatchResult& result);

/// Plays `frames` frames; `watch` is called with the match after each.
MatchResult play(const MatchDef& def, uint64_t frames, const std::function<void(const Match&)>& watch = {});

/// Plays matches with seeds def.seed, def.seed + 1, ... on so many threads; `done` is called after each, by
/// one thread at a time. The results come in the order of their seeds.
std::vector<MatchResult> play_many(const MatchDef& def, uint64_t frames, int matches, int threads,
                                   const std::function<void(int)>& done = {});

uint64_t frames_in(double minutes);

}  // namespace cairn::soccer
