#include "solvers/soft_step/kernels.hpp"

namespace cairn {

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
CAIRN_TABLE(1)
CAIRN_TABLE(4)
CAIRN_TABLE(8)
CAIRN_TABLE(16)
#undef CAIRN_TABLE

const Kernels& kernels_for(int lanes) {
    static const Kernels tables[4] = {wide1::make_kernels(), wide4::make_kernels(), wide8::make_kernels(),
                                      wide16::make_kernels()};
    for (const Kernels& table : tables)
        if (table.lanes == lanes) return table;
    return tables[1];
}

bool lanes_supported(int lanes) {
#if defined(__x86_64__)
    if (lanes == 16)
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
    if (lanes == 8) return __builtin_cpu_supports("avx2");
#endif
    return lanes == 1 || lanes == 4 || lanes == 8 || lanes == 16;
}

int best_lanes() {
#if defined(__x86_64__)
    for (int lanes : {16, 8})
        if (lanes_supported(lanes)) return lanes;
#endif
    return 4;
}

}  // namespace cairn
