#pragma once

#include <cairn/task.hpp>

namespace cairn::wasm {

/// The page's workers, of which `workers` take part, the caller included; lives as long as the program.
#if defined(__EMSCRIPTEN_PTHREADS__)
TaskSystem* page_workers(int workers);
#else
inline TaskSystem* page_workers(int) { return nullptr; }  // the build has one thread
#endif

}  // namespace cairn::wasm
