// Vectors of 4 lanes.

#define CAIRN_LANES 4

#include "lanes_check.hpp"
