// Vectors of 8 lanes.

#define CAIRN_LANES 8
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"  // wide vectors are passed inline only
#endif
#include "lanes_check.hpp"
