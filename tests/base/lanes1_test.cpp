// Vectors of 1 lanes, that is scalars.

#define CAIRN_LANES 1

#include "lanes_check.hpp"
