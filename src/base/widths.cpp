#include "base/widths.hpp"

namespace cairn {

bool lanes_supported(int lanes) {
#if defined(__x86_64__)
    if (lanes == 16)
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
    if (lanes == 8) return __builtin_cpu_supports("avx2");
#endif
#define CAIRN_IS(width, ...) || lanes == width
    return false CAIRN_FOR_EACH_WIDTH(CAIRN_IS, );
#undef CAIRN_IS
}

int best_lanes() {
#if defined(__x86_64__)
    if (lanes_supported(16)) return 16;
    if (lanes_supported(8)) return 8;
#endif
    return lanes_supported(4) ? 4 : 1;
}

}  // namespace cairn
