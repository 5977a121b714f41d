#pragma once
// JSON from strangers: parsed within limits, so that a hostile file costs an error message and not the
// machine.

#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

namespace cairn {

/// Keys keep their order, numbers are floats: a float written and read again is the same float.
using Json =
    nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool, int64_t, uint64_t, float>;

/// Limits on a scene file; all far above what a scene needs (docs/scene-format.md lists them).
struct JsonLimits {
    static constexpr size_t bytes = size_t{256} << 20;
    static constexpr int depth = 32;
    static constexpr size_t values = 20'000'000;
    static constexpr size_t keys = 128;  ///< of one object
};

/// Throws Error with line and column on bad syntax, and on a file beyond the limits.
Json parse_json(const std::string& text);

/// A regular file to read; throws Error naming it where there is none.
std::ifstream open_text_file(const std::string& path);

/// The whole of a regular file of at most JsonLimits::bytes; throws Error naming the file.
std::string read_text_file(const std::string& path);

/// A value as an error message shows it: one line, at most some forty characters.
std::string shown(const Json& value);

/// A key as the path in an error message shows it.
std::string shown_key(const std::string& key);

}  // namespace cairn
