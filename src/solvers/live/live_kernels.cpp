#include "solvers/live/live_kernels.hpp"

#include "solvers/soft_step/kernels.hpp"

namespace cairn {

// As in soft_step/kernels.cpp: a table is made when it is first asked for, by code of its own width.
#if defined(__wasm_simd128__)
#define CAIRN_FOR_EACH_WIDTH(F) F(4)
#elif defined(__wasm__)
#define CAIRN_FOR_EACH_WIDTH(F) F(1)
#else
#define CAIRN_FOR_EACH_WIDTH(F) F(4) F(1) F(8) F(16)
#endif

#define CAIRN_TABLE(lanes)                            \
    namespace wide##lanes {                           \
        void gather_live(const GatherArrays& arrays); \
        LiveKernels make_sweep_kernels();             \
        static LiveKernels make_live_kernels() {      \
            LiveKernels table = make_sweep_kernels(); \
            table.gather = gather_live;               \
            return table;                             \
        }                                             \
    }
CAIRN_FOR_EACH_WIDTH(CAIRN_TABLE)
#undef CAIRN_TABLE

const LiveKernels& live_kernels(int lanes) {
#define CAIRN_CASE(count)                                                  \
    if (lanes == count) {                                                  \
        static const LiveKernels table = wide##count::make_live_kernels(); \
        return table;                                                      \
    }
    CAIRN_FOR_EACH_WIDTH(CAIRN_CASE)
#undef CAIRN_CASE
    return live_kernels(best_lanes());
}

}  // namespace cairn
