#include "world/round_pairs.hpp"

#include "base/widths.hpp"

namespace cairn {

#define CAIRN_DECLARE(width, ...)      \
    namespace wide##width {            \
        RoundPairs make_round_pairs(); \
    }
CAIRN_FOR_EACH_WIDTH(CAIRN_DECLARE, )
#undef CAIRN_DECLARE

CAIRN_TABLE_BY_WIDTH(RoundPairs, round_pairs, make_round_pairs)

}  // namespace cairn
