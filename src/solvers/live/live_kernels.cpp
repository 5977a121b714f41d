#include "solvers/live/live_kernels.hpp"

#include "base/widths.hpp"

namespace cairn {

#define CAIRN_TABLE(width, ...)                       \
    namespace wide##width {                           \
        void gather_live(const GatherArrays& arrays); \
        LiveKernels make_sweep_kernels();             \
        static LiveKernels make_live_kernels() {      \
            LiveKernels table = make_sweep_kernels(); \
            table.gather = gather_live;               \
            return table;                             \
        }                                             \
    }
CAIRN_FOR_EACH_WIDTH(CAIRN_TABLE, )
#undef CAIRN_TABLE

CAIRN_TABLE_BY_WIDTH(LiveKernels, live_kernels, make_live_kernels)

}  // namespace cairn
