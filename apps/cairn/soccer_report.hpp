#pragma once
// The result of matches as text and as JSON.

#include <span>
#include <string>

#include <nlohmann/json.hpp>

#include "soccer_run.hpp"

namespace cairn::soccer {

nlohmann::ordered_json to_json(const MatchResult& result);
/// Several matches, and how long all of them took together.
nlohmann::ordered_json to_json(std::span<const MatchResult> results, int threads, double seconds);
std::string to_text(const MatchResult& result);
std::string to_text(std::span<const MatchResult> results, int threads, double seconds);

const char* drives_name(Drives drives);

}  // namespace cairn::soccer
