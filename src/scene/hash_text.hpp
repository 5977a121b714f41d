#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

namespace cairn {

/// Sixteen hexadecimal digits.
inline std::string hash_text(uint64_t hash) {
    char text[20];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
    return text;
}

}  // namespace cairn
