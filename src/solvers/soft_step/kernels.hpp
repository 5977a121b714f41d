#pragma once
// The wide kernels of the default solver, one table per number of lanes. All tables give the same bits.

#include "model/body_state.hpp"
#include "model/contact_columns.hpp"
#include "model/joint.hpp"

namespace cairn {

/// A soft constraint's numbers for one sub-step (Catto, GDC 2011): from frequency, damping ratio and
/// sub-step.
struct Softness {
    float bias_rate = 0;  // 1/s
    float mass_scale = 1;
    float impulse_scale = 0;
};

struct StepConstants {
    float h = 0;  // sub-step
    float inverse_h = 0;
    Softness contact;        // between two moving bodies
    Softness contact_fixed;  // against what does not yield
    float push_speed = 0;
    float restitution_speed = 0;
    float load_rate = 0;
    float turning_half_step = 0;  // half of the whole step where some kinematic body turns, else 0
    bool settle_points = false;   // the points of every manifold agree in every pass
    Softness joint;
    float joint_hertz = 0, joint_damping = 0;  // of which it is
    bool first_joint_pass = true;              // of a sub-step
    bool bodies_are_far = false;               // more than fit the second cache
};

/// The blocks of one group of contacts.
struct ContactBlocks {
    float* manifold = nullptr;
    float* constraint = nullptr;
    float* seldom = nullptr;  // what few passes read of it
    const BodyRef* body_a = nullptr;
    const BodyRef* body_b = nullptr;
};

using ContactKernel = void (*)(const ContactBlocks& blocks, int first, int last, const BodyArrays& bodies,
                               const StepConstants& constants);

struct ContactKernels {
    ContactKernel prepare = nullptr;
    ContactKernel warm_start = nullptr;
    ContactKernel solve = nullptr;   // with bias: pushes overlaps apart
    ContactKernel relax = nullptr;   // without bias: takes back the velocity the bias added
    ContactKernel store = nullptr;   // impulses to the manifolds
    ContactKernel finish = nullptr;  // restitution, and the same
};

/// Columns of a body in its block: what the body passes need in every sub-step and nobody else does. In three
/// pieces, by which pass goes through them: what lies in one piece and is all used comes from memory twice as
/// fast as what is not.
namespace body_column {
enum : int {           // of the pass that integrates velocities
    base_linear = 0,   // 3, velocity before the constraint impulses of the sub-step
    base_angular = 3,  // 3
    acceleration = 6,  // from here on as in BodyForces
    linear_keep = 9,
    angular_acceleration = 10,
    angular_keep = 13,
    force_count = 14,
};
enum : int {          // of the pass that integrates positions
    translation = 0,  // 3, as in Motion
    turned = 3,
    turn = 4,     // 4
    winding = 8,  // 3, as in Winding
    gyroscopic = 11,
    turn_limit = 12,
    motion_count = 13,
};
enum : int {              // of the same, for bodies that spin
    inertia = 0,          // 6
    inverse_inertia = 6,  // 6, as in Pose
    rotation = 12,        // 4
    spin_count = 16,
};
constexpr int count = int{force_count} + int{motion_count} + int{spin_count};
}  // namespace body_column

/// All awake bodies in blocks of lanes.
struct BodyBlocks {
    const BodyRef* refs = nullptr;              // padded with the world
    const struct BodyForces* forces = nullptr;  // by body slot
    // filled by the first sub-step
    float* force_columns = nullptr;
    float* motion_columns = nullptr;
    float* spin_columns = nullptr;
    bool any_locks = false;
};

struct BodyKernels {
    void (*integrate_velocities)(const BodyBlocks& blocks, int first, int last, const BodyArrays& bodies,
                                 float h, bool first_substep) = nullptr;
    void (*integrate_positions)(const BodyBlocks& blocks, int first, int last, const BodyArrays& bodies,
                                float h, bool last_substep) = nullptr;
};

/// The blocks of one group of joints.
struct JointBlocks {
    float* columns = nullptr;
    float* constraint = nullptr;
    const BodyRef* body_a = nullptr;
    const BodyRef* body_b = nullptr;
};

using JointKernel = void (*)(const JointBlocks& blocks, int first, int last, const BodyArrays& bodies,
                             const StepConstants& constants);

struct JointKernels {
    JointKernel crowd = nullptr;  // before all are prepared
    JointKernel prepare = nullptr;
    JointKernel warm_start = nullptr;
    JointKernel solve = nullptr;  // with bias
    JointKernel relax = nullptr;  // without bias
    int constraint_columns = 0;   // scratch of one joint
};

struct Kernels {
    int lanes = 0;
    BodyKernels body;
    ContactKernels contact[point_classes];
    JointKernels joint[joint_kind_count];
};

/// The table for 1, 4, 8 or 16 lanes.
const Kernels& kernels_for(int lanes);

}  // namespace cairn
