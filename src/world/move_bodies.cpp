#include "world/move_bodies.hpp"

#include "base/widths.hpp"

namespace cairn {

#define CAIRN_DECLARE(width, ...)    \
    namespace wide##width {          \
        BodyMover make_body_mover(); \
    }
CAIRN_FOR_EACH_WIDTH(CAIRN_DECLARE, )
#undef CAIRN_DECLARE

CAIRN_TABLE_BY_WIDTH(BodyMover, body_mover, make_body_mover)

}  // namespace cairn
