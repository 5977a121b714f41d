#pragma once
// Words of error messages.

#include <span>
#include <string>

namespace cairn {

/// Whether some of it is none to be shown: U+0000 to U+001F, U+007F to U+009F.
bool has_control(const std::string& text);

/// A stranger's text as one line of a message: control characters, which a terminal would obey and which end
/// a C string, as \u001b; cut after `most` bytes.
std::string printable(const std::string& text, size_t most = 64);

/// Letters to insert, remove, change or swap (with a neighbour) to turn `a` into `b`.
int edit_distance(const std::string& a, const std::string& b);

/// The candidate most like `word`, or "" where none is close enough to be a slip of the fingers.
std::string nearest(const std::string& word, std::span<const std::string> candidates);

/// "unknown KIND 'WORD'; did you mean 'X'?", or the list of candidates where nothing is near (and there are
/// few).
std::string unknown_word(const std::string& kind, const std::string& word,
                         std::span<const std::string> candidates);

/// With six digits at most.
std::string short_number(double value);

}  // namespace cairn
