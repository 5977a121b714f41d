#pragma once
// Memory asked for before it is needed. A processor guesses what comes next where addresses follow each
// other; where they do not (records by index, columns that a pass reads in an order of its own) it waits for
// each, once nothing fits a cache any more: the difference between a heap of a thousand bodies and one of a
// hundred thousand. Asking costs next to nothing where all is near. It may name memory that is not there.

#include <cstddef>

namespace cairn {

inline constexpr std::size_t cache_line = 64;

/// For the cache lines from `first` on.
inline __attribute__((always_inline)) void ask_for(const void* first, [[maybe_unused]] std::size_t bytes = 1) {
#if defined(__wasm__)  // has no word for it
    (void)first;
#else
    for (std::size_t i = 0; i < bytes; i += cache_line) __builtin_prefetch(static_cast<const char*>(first) + i);
    asm volatile("");  // a function that only asks has no effect, says the compiler, and is left out
#endif
}

}  // namespace cairn
