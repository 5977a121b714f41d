#pragma once

#include <cstdlib>

namespace cairn::test {

/// How many random trials: the full count under `./test --long`, fewer in the daily run.
inline int trials(int daily, int full) { return std::getenv("CAIRN_LONG") ? full : daily; }

}  // namespace cairn::test
