#pragma once
// Memory asked for before it is needed. A processor guesses what comes next where addresses follow each
// other; where they do not (records by index, columns that a pass reads in an order of its own) it waits for
// each, once nothing fits a cache any more: the difference between a heap of a thousand bodies and one of a
// hundred thousand. Asking costs next to nothing where all is near. It may name memory that is not there.

#include <cstddef>

namespace cairn {

inline constexpr std::size_t cache_line = 64;
#if defined(__wasm__)  // has no word for it
inline constexpr bool can_ask = false;
#else
inline constexpr bool can_ask = true;
#endif

/// For the cache lines with a byte, or with any of so many.
inline __attribute__((always_inline)) void ask_for(const void* first,
                                                   [[maybe_unused]] std::size_t bytes = 1) {
#if defined(__wasm__)
    (void)first;
#else
    const char* const begin = static_cast<const char*>(first);
    for (std::size_t i = 0; i < bytes; i += cache_line) __builtin_prefetch(begin + i);
    // it need not begin where a line does
    if (bytes % cache_line != 1) __builtin_prefetch(begin + bytes - 1);
    // a function that only asks has no effect, says the compiler, and is left out
    asm volatile("");
#endif
}

/// Calls work(i) for each of `count`, having called first(i) for it some time before and then second(i),
/// which may look at what the first one asked for.
template <class First, class Second, class Work>
void ask_ahead(int count, [[maybe_unused]] First&& first, [[maybe_unused]] Second&& second, Work&& work) {
#if defined(__wasm__)
    for (int i = 0; i < count; ++i) work(i);
#else
    constexpr int far = 8, near = 4;
    for (int i = -far; i < count; ++i) {
        if (i + far < count) first(i + far);
        if (i + near >= 0 && i + near < count) second(i + near);
        if (i >= 0) work(i);
    }
#endif
}

}  // namespace cairn
