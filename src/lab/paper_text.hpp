#pragma once

#include <cstdio>
#include <string>

namespace cairn::lab {

/// printf into a string of at most 400 characters: the numbers of a finding.
template <class... Values>
std::string text(const char* form, Values... values) {
    char buffer[400];
    std::snprintf(buffer, sizeof buffer, form, values...);
    return buffer;
}

}  // namespace cairn::lab
