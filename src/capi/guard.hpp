#pragma once
// Every function of the C API that can fail or takes a handle runs inside a guard: what is thrown becomes
// this thread's last error and a result that means nothing, so no exception reaches C.

#include <exception>
#include <type_traits>

#include <cairn/cairn.h>

#include "base/check.hpp"
#include "capi/handles.hpp"

namespace cairn::capi {

void clear_error() noexcept;
void set_error(const char* function, const char* message) noexcept;

/// What a call that failed returns: zeros, or the null id.
template <class Result>
Result nothing() {
    if constexpr (std::is_same_v<Result, cairn_body> || std::is_same_v<Result, cairn_shape> ||
                  std::is_same_v<Result, cairn_joint>)
        return {CAIRN_NULL_INDEX, 0};
    else
        return Result{};
}

/// Runs `action`; where it returns nothing, the result says whether it succeeded. The error is cleared once
/// more after a success: a function of the user's may have run in it, and failed in a call of its own.
template <class Action>
auto guarded(const char* function, Action&& action) noexcept {
    using Result = decltype(action());
    clear_error();
    try {
        if constexpr (std::is_void_v<Result>) {
            action();
            clear_error();
            return true;
        } else {
            const Result result = action();
            clear_error();
            return result;
        }
    } catch (const std::exception& error) {
        set_error(function, error.what());
    } catch (...) {
        set_error(function, "unknown error");
    }
    if constexpr (std::is_void_v<Result>)
        return false;
    else
        return nothing<Result>();
}

template <class T>
T& required(T* pointer, const char* name) {
    if (!pointer) fail(std::string(name) + " must not be null");
    return *pointer;
}

/// Runs `action` on the world behind the handle.
template <class Handle, class Action>
auto guarded(const char* function, Handle* handle, Action&& action) noexcept {
    return guarded(function, [&] { return action(required(handle, "world").world); });
}

}  // namespace cairn::capi
