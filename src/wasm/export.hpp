#pragma once
// Functions that JavaScript calls besides those of the C API. They follow its rules: what goes wrong is told
// by cairn_last_error().

#include "capi/guard.hpp"

/// Kept in the WebAssembly file and visible from outside.
#define CAIRN_EXPORT __attribute__((used))
