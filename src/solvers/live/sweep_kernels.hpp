#pragma once
// What the wide kernels of Gauss-Seidel sweeps see: see sweep_blocks.hpp.

#include <cstddef>
#include <cstdint>

#include "solvers/live/live_visit.hpp"

namespace cairn {

namespace sweep_column {
enum : int {
    normal = 0,     // 3
    tangent_1 = 3,  // 3
    tangent_2 = 6,  // 3
    inertia_a = 9,  // 6: inverse, world axes
    inertia_b = 15,
    friction = 21,
    surface = 22,  // 2
    header = 24,
};
enum : int {
    arm_a = 0,  // 3
    arm_b = 3,  // 3
    visit = 6,  // VisitPoint without its impulses
    impulse = 14,
    target = 17,
    compliance = 18,
    change = 19,  // size of the last visit's correction, N s
    axis = 20,    // impulses of up to 8 friction axes; only with a polygon
};
}  // namespace sweep_column

/// Contacts of one block, all with the same number of points.
struct SweepBlock {
    size_t columns = 0;  // where its columns begin
    int32_t lanes = 0;   // where its body references begin
    int32_t points = 0;
};

/// What the kernels see: plain arrays.
struct SweepArrays {
    const SweepBlock* blocks = nullptr;
    double* columns = nullptr;
    const int32_t* body_a = nullptr;  // the complement where a body is read and not written
    const int32_t* body_b = nullptr;
    double* bodies = nullptr;  // LiveBody, by the doubles
    int point_columns = sweep_column::axis;
    VisitModel model = VisitModel::pyramid;
    const FrictionAxes* axes = nullptr;
    double relaxation = 1;
    bool backward = false;
    bool watch = false;  // keep `change`
};

struct SweepKernels {
    int width = 1;  // contacts a block
    /// Adds the impulses to the velocities.
    void (*push)(const SweepArrays& arrays, int first, int last) = nullptr;
    /// Visits all points of the blocks once.
    void (*sweep)(const SweepArrays& arrays, int first, int last) = nullptr;
};
/// By the lanes of floats (1, 4, 8, 16); 0: the widest of this machine.
const SweepKernels& sweep_kernels(int lanes);

}  // namespace cairn
