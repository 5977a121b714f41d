#include "solvers/soft_step/kernels.hpp"

#include "base/widths.hpp"

namespace cairn {

// Each width fills its own table, from the *.wide.cpp files compiled for it.
#define CAIRN_TABLE(width, ...)                                           \
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
CAIRN_FOR_EACH_WIDTH(CAIRN_TABLE, )
#undef CAIRN_TABLE

CAIRN_TABLE_BY_WIDTH(Kernels, kernels_for, make_kernels)

}  // namespace cairn
