#include "world/manifold_writer.hpp"

#include "base/widths.hpp"

namespace cairn {

#define CAIRN_DECLARE(width, ...)              \
    namespace wide##width {                    \
        ManifoldWriter make_manifold_writer(); \
    }
CAIRN_FOR_EACH_WIDTH(CAIRN_DECLARE, )
#undef CAIRN_DECLARE

CAIRN_TABLE_BY_WIDTH(ManifoldWriter, manifold_writer, make_manifold_writer)

}  // namespace cairn
