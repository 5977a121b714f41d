#include "base/suggest.hpp"

#include <algorithm>
#include <cstdio>
#include <vector>

namespace cairn {

namespace {

unsigned byte_at(const std::string& text, size_t index) { return static_cast<unsigned char>(text[index]); }

/// The length of the control character that begins at `index`, 0 where none does.
size_t control_length(const std::string& text, size_t index) {
    const unsigned byte = byte_at(text, index);
    if (byte < 0x20 || byte == 0x7f) return 1;
    const unsigned next = byte == 0xc2 && index + 1 < text.size() ? byte_at(text, index + 1) : 0;
    return next >= 0x80 && next < 0xa0 ? 2 : 0;  // U+0080 to U+009F
}

}  // namespace

bool has_control(const std::string& text) {
    for (size_t i = 0; i < text.size(); ++i)
        if (control_length(text, i) != 0) return true;
    return false;
}

std::string printable(const std::string& text, size_t most) {
    size_t end = std::min(text.size(), most);
    // Not in the middle of a character of several bytes.
    while (end > 0 && end < text.size() && (byte_at(text, end) & 0xc0) == 0x80) --end;
    std::string result;
    for (size_t i = 0; i < end; ++i) {
        const size_t control = control_length(text, i);
        if (control == 0) {
            result += text[i];
            continue;
        }
        i += control - 1;
        char escape[16];
        std::snprintf(escape, sizeof escape, "\\u%04x", byte_at(text, i));  // the last byte is the number
        result += escape;
    }
    return end < text.size() ? result + "..." : result;
}

int edit_distance(const std::string& a, const std::string& b) {
    // Optimal string alignment (Damerau 1964): three rows of the table are enough.
    const size_t width = b.size() + 1;
    std::vector<int> before(width), previous(width), current(width);
    for (size_t j = 0; j < width; ++j) previous[j] = static_cast<int>(j);
    for (size_t i = 1; i <= a.size(); ++i) {
        current[0] = static_cast<int>(i);
        for (size_t j = 1; j < width; ++j) {
            const int change = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            current[j] = std::min({previous[j] + 1, current[j - 1] + 1, change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                current[j] = std::min(current[j], before[j - 2] + 1);
            }
        }
        std::swap(before, previous);
        std::swap(previous, current);
    }
    return previous[b.size()];
}

std::string nearest(const std::string& word, std::span<const std::string> candidates) {
    // Words longer than any name are nobody's slip; comparing them would only cost time.
    if (word.empty() || word.size() > 64) return {};
    std::string best;
    int best_distance = std::max(2, static_cast<int>(word.size()) / 3) + 1;
    for (const std::string& candidate : candidates) {
        const bool begins = word.size() >= 3 && candidate.compare(0, word.size(), word) == 0;
        const int distance = begins ? 1 : edit_distance(word, candidate);
        if (distance < best_distance && distance < static_cast<int>(candidate.size())) {
            best_distance = distance;
            best = candidate;
        }
    }
    return best;
}

std::string unknown_word(const std::string& kind, const std::string& word,
                         std::span<const std::string> candidates) {
    std::string message = "unknown " + kind + " '" + printable(word) + "'";
    const std::string guess = nearest(word, candidates);
    if (!guess.empty()) return message + "; did you mean '" + guess + "'?";
    if (candidates.empty()) return message + "; there is none";
    if (candidates.size() > 40) return message;
    message += "; known: ";
    for (size_t i = 0; i < candidates.size(); ++i) message += (i ? ", " : "") + candidates[i];
    return message;
}

std::string short_number(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%g", value);
    return text;
}

}  // namespace cairn
