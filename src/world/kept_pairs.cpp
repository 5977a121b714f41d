#include "world/kept_pairs.hpp"

#include "base/widths.hpp"

namespace cairn {

#define CAIRN_DECLARE(width, ...)    \
    namespace wide##width {          \
        KeptPairs make_kept_pairs(); \
    }
CAIRN_FOR_EACH_WIDTH(CAIRN_DECLARE, )
#undef CAIRN_DECLARE

CAIRN_TABLE_BY_WIDTH(KeptPairs, kept_pairs, make_kept_pairs)

}  // namespace cairn
