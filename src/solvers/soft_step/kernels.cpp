#include "solvers/soft_step/kernels.hpp"

namespace cairn {

namespace wide1 {
Kernels make_kernels();
void fill_joint_kernels(JointKernels (&table)[joint_kind_count]);
}
namespace wide4 {
Kernels make_kernels();
void fill_joint_kernels(JointKernels (&table)[joint_kind_count]);
}
namespace wide8 {
Kernels make_kernels();
void fill_joint_kernels(JointKernels (&table)[joint_kind_count]);
}
namespace wide16 {
Kernels make_kernels();
void fill_joint_kernels(JointKernels (&table)[joint_kind_count]);
}

namespace {

Kernels with_joints(Kernels kernels, void (*fill)(JointKernels (&)[joint_kind_count])) {
    fill(kernels.joint);
    return kernels;
}

}  // namespace

const Kernels& kernels_for(int lanes) {
    static const Kernels tables[4] = {with_joints(wide1::make_kernels(), wide1::fill_joint_kernels),
                                      with_joints(wide4::make_kernels(), wide4::fill_joint_kernels),
                                      with_joints(wide8::make_kernels(), wide8::fill_joint_kernels),
                                      with_joints(wide16::make_kernels(), wide16::fill_joint_kernels)};
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
