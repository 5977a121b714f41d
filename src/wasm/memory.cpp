#include <malloc.h>

#include "wasm/export.hpp"

/// Bytes in use of the engine's memory.
extern "C" CAIRN_EXPORT size_t cairn_memory_used() {
    cairn::capi::clear_error();
    return static_cast<size_t>(mallinfo().uordblks);
}
