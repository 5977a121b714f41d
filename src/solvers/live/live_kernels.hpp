#pragma once
// What the wide kernels of the velocity-level solvers see: plain arrays. Bodies, contacts and points are the
// records of live_system.hpp, by their doubles; the columns of sweeps are those of sweep_blocks.hpp.

#include <cstddef>
#include <cstdint>

#include "model/body_state.hpp"
#include "model/contact_columns.hpp"
#include "solvers/live/live_visit.hpp"

namespace cairn {

inline constexpr int live_body_doubles = 16, live_contact_doubles = 16, live_point_doubles = 32;

/// One group of contacts, from its columns to LiveContact and LivePoint.
struct GatherArrays {
    const float* manifold = nullptr;
    const BodyRef* body_a = nullptr;
    const BodyRef* body_b = nullptr;
    const Pose* poses = nullptr;
    const int32_t* body_of_slot = nullptr;
    const double* bodies = nullptr;
    double* contacts = nullptr;            // of the group's first contact
    double* points = nullptr;              // of the system
    const int32_t* point_begin = nullptr;  // of the group's contacts
    int count = 0;
    int most_points = 0, columns = 0;  // of a contact of this class
    bool speculative = true;
};

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

struct SweepArrays {
    const SweepBlock* blocks = nullptr;
    double* columns = nullptr;
    const int32_t* body_a = nullptr;  // the complement where a body is read and not written
    const int32_t* body_b = nullptr;
    const int32_t* contact = nullptr;  // in each lane; negative: none
    const int32_t* point = nullptr;    // the contact's first
    const double* contacts = nullptr;
    const double* points = nullptr;
    double* bodies = nullptr;
    int point_columns = sweep_column::axis;
    VisitModel model = VisitModel::pyramid;
    const FrictionAxes* axes = nullptr;
    double relaxation = 1;
    bool backward = false;
    bool watch = false;  // keep `change`
};

struct LiveKernels {
    int width = 1;  // contacts a block
    /// All contacts of a group whose columns are as wide as this table's floats.
    void (*gather)(const GatherArrays& arrays) = nullptr;
    /// From contacts and points to the columns of the blocks.
    void (*pack)(const SweepArrays& arrays, int first, int last) = nullptr;
    /// Adds the impulses to the velocities.
    void (*push)(const SweepArrays& arrays, int first, int last) = nullptr;
    /// Visits all points of the blocks once.
    void (*sweep)(const SweepArrays& arrays, int first, int last) = nullptr;
};
/// By the lanes of floats (1, 4, 8, 16); 0: the widest of this machine.
const LiveKernels& live_kernels(int lanes);

}  // namespace cairn
