#include "solvers/soft_step/kernels.hpp"

namespace cairn {

// WebAssembly has vectors of four, or none; everything else is compiled for all widths.
#if defined(__wasm_simd128__)
#define CAIRN_FOR_EACH_WIDTH(F) F(4)
#elif defined(__wasm__)
#define CAIRN_FOR_EACH_WIDTH(F) F(1)
#else
#define CAIRN_FOR_EACH_WIDTH(F) F(4) F(1) F(8) F(16)
#endif

// Each width fills its own table, from the *.wide.cpp files compiled for it.
#define CAIRN_TABLE(width)                                                \
    namespace wide##width {                                               \
        BodyKernels make_body_kernels();                                  \
        void fill_contact_kernels(ContactKernels(&table)[point_classes]); \
        void fill_joint_kernels(JointKernels(&table)[joint_kind_count]);  \
        static Kernels make_kernels() {                                   \
            Kernels kernels;                                              \
            kernels.lanes = width;                                        \
            kernels.body = make_body_kernels();                           \
            fill_contact_kernels(kernels.contact);                        \
            fill_joint_kernels(kernels.joint);                            \
            return kernels;                                               \
        }                                                                 \
    }
CAIRN_FOR_EACH_WIDTH(CAIRN_TABLE)
#undef CAIRN_TABLE

/// A table is made when it is first asked for: the code that makes it is compiled for its width too, and a
/// processor without those instructions would die in it.
const Kernels& kernels_for(int lanes) {
#define CAIRN_CASE(width)                                         \
    if (lanes == width) {                                         \
        static const Kernels table = wide##width::make_kernels(); \
        return table;                                             \
    }
    CAIRN_FOR_EACH_WIDTH(CAIRN_CASE)
#undef CAIRN_CASE
    return kernels_for(best_lanes());
}

bool lanes_supported(int lanes) {
#if defined(__x86_64__)
    if (lanes == 16)
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
    if (lanes == 8) return __builtin_cpu_supports("avx2");
#endif
#define CAIRN_IS(width) || lanes == width
    return false CAIRN_FOR_EACH_WIDTH(CAIRN_IS);
#undef CAIRN_IS
}

int best_lanes() {
#if defined(__x86_64__)
    for (int lanes : {16, 8})
        if (lanes_supported(lanes)) return lanes;
#endif
    return lanes_supported(4) ? 4 : 1;
}

}  // namespace cairn
