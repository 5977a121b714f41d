#include "capi/guard.hpp"

#include <cstdio>

namespace cairn::capi {

namespace {

// A plain array: keeping a message must not allocate, for the error may be that memory ran out.
thread_local char last_error[1024] = "";

}  // namespace

void clear_error() noexcept { last_error[0] = 0; }

void set_error(const char* function, const char* message) noexcept {
    std::snprintf(last_error, sizeof last_error, "%s: %s", function, message);
}

}  // namespace cairn::capi

const char* cairn_last_error(void) { return cairn::capi::last_error; }
