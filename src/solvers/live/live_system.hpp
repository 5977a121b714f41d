#pragma once
// One step's velocity-level problem: bodies, contact points and joint rows, assembled once a step from the
// model, in double. All solvers of a world that work on velocities see this and nothing else.
//
// Contacts keep arms and their 3x3 matrix K = J M^-1 J^T in the contact's own axes (normal, two tangents)
// rather than three rows: a visit to a point then moves its two bodies once for three row updates, and the
// iterates are those of the rows one after another.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/buffer.hpp"
#include "math/vector_double.hpp"
#include "model/model.hpp"
#include "solvers/live/live_options.hpp"

namespace cairn {

/// Symmetric: xx yy zz xy xz yz.
struct Sym3d {
    double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;
};
constexpr Vec3d operator*(const Sym3d& m, Vec3d v) {
    return {m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z,
            m.xz * v.x + m.yz * v.y + m.zz * v.z};
}

/// Entry 0 is everything that does not move. What sweeps read and write is one cache line, in two records of
/// four doubles.
struct alignas(64) LiveBody {
    Vec3d velocity;
    double inverse_mass = 0;
    Vec3d angular;
    int32_t slot = 0;
    int32_t points = 0;     // contact points on it
    Sym3d inverse_inertia;  // world axes
};
static_assert(sizeof(LiveBody) == 128 && offsetof(LiveBody, angular) == 32, "sweeps.wide.cpp counts on it");

/// Points and contacts are records of four doubles, so that lanes of them can be read and written whole
/// (live_kernels.hpp).
struct alignas(64) LivePoint {
    Vec3d arm_a, arm_b;
    double k[6] = {};        // K: nn, n1, n2, 11, 12, 22; zero where the point does not exist
    double impulse[3] = {};  // along normal and tangents, N s
    double target = 0;       // of the normal velocity
    double separation = 0;
    double met = 0;       // normal velocity before the step
    double approach = 0;  // the same after sequential impacts
    double push = 0;      // depth that position correction acts on
    double compliance = 0;
    double bound = 0;  // of friction `fixed`: mu m_c g h
    double unused[2] = {};
    double axis_impulse[8] = {};  // friction `pyramid8`, `pyramid16`: along each axis
};
static_assert(sizeof(LivePoint) == 256 && offsetof(LivePoint, separation) == 128 &&
              offsetof(LivePoint, compliance) == 160);

struct alignas(64) LiveContact {
    int32_t body_a = 0, body_b = 0;  // LiveSystem::bodies
    int32_t first = 0, count = 0;    // LiveSystem::points
    int32_t index = 0;               // Model::contacts
    double friction = 0;
    Vec3d normal;
    double restitution = 0;
    Vec3d tangent_1;
    double surface_1 = 0;  // velocity of surface b against a along the tangents
    Vec3d tangent_2;
    double surface_2 = 0;
};
static_assert(sizeof(LiveContact) == 128 && offsetof(LiveContact, friction) == 24 &&
              offsetof(LiveContact, normal) == 32);

/// J V = linear_a.vA + angular_a.wA + linear_b.vB + angular_b.wB; wants J V + compliance * impulse = target.
struct LiveRow {
    int32_t body_a = 0, body_b = 0;
    Vec3d linear_a, angular_a, linear_b, angular_b;
    Vec3d response_a, response_b;  // inverse inertia times the angular parts
    double diagonal = 0;           // J M^-1 J^T, compliance not included
    double target = 0, compliance = 0;
    double lower = 0, upper = 0;  // impulses
    double impulse = 0;
    double push = 0;  // error that position correction acts on
    int32_t joint = 0, column = 0;
    bool hold = false;   // an equality without bounds
    bool block = false;  // first of three `hold` rows to be solved together
    int32_t more = -1;   // LiveSystem::more, of a row over three or four bodies
};

/// Bodies c and d of a row.
struct LiveRowMore {
    int32_t body[2] = {0, 0};
    Vec3d linear[2], angular[2], response[2];
};

struct LiveSystem {
    double h = 0;
    Buffer<LiveBody> bodies;
    Buffer<LiveContact> contacts;
    Buffer<LivePoint> points;
    std::vector<LiveRow> rows;
    std::vector<LiveRowMore> more;
    std::vector<int32_t> body_of_slot;  // 0 where it does not move
    bool resists_rolling = false;       // a contact has rolling resistance or spinning friction
    std::vector<int32_t> point_begin;   // of each contact, and the end: for gather_contacts

    int64_t row_count(const LiveOptions& options) const {
        const int64_t axes = options.friction == LiveFriction::pyramid ? options.sides / 2 : 2;
        return static_cast<int64_t>(points.size()) * (1 + axes) + static_cast<int64_t>(rows.size());
    }
};

constexpr Vec3d point_velocity(const LiveBody& a, const LiveBody& b, const LivePoint& p) {
    return b.velocity + cross(b.angular, p.arm_b) - a.velocity - cross(a.angular, p.arm_a);
}
constexpr void push_point(LiveBody& a, LiveBody& b, const LivePoint& p, Vec3d impulse) {
    a.velocity = a.velocity - a.inverse_mass * impulse;
    a.angular = a.angular - a.inverse_inertia * cross(p.arm_a, impulse);
    b.velocity = b.velocity + b.inverse_mass * impulse;
    b.angular = b.angular + b.inverse_inertia * cross(p.arm_b, impulse);
}
inline double more_velocity(const LiveSystem& system, const LiveRowMore& more) {
    double sum = 0;
    for (int i = 0; i < 2; ++i) {
        const LiveBody& body = system.bodies[static_cast<size_t>(more.body[i])];
        sum += dot(more.linear[i], body.velocity) + dot(more.angular[i], body.angular);
    }
    return sum;
}
inline void push_more(LiveSystem& system, const LiveRowMore& more, double impulse) {
    for (int i = 0; i < 2; ++i) {
        LiveBody& body = system.bodies[static_cast<size_t>(more.body[i])];
        body.velocity = body.velocity + (body.inverse_mass * impulse) * more.linear[i];
        body.angular = body.angular + impulse * more.response[i];
    }
}
inline double row_velocity(const LiveSystem& system, const LiveRow& row) {
    const LiveBody& a = system.bodies[static_cast<size_t>(row.body_a)];
    const LiveBody& b = system.bodies[static_cast<size_t>(row.body_b)];
    const double pair = dot(row.linear_a, a.velocity) + dot(row.angular_a, a.angular) +
                        dot(row.linear_b, b.velocity) + dot(row.angular_b, b.angular);
    return row.more < 0 ? pair : pair + more_velocity(system, system.more[static_cast<size_t>(row.more)]);
}
inline void push_row(LiveSystem& system, const LiveRow& row, double impulse) {
    LiveBody& a = system.bodies[static_cast<size_t>(row.body_a)];
    LiveBody& b = system.bodies[static_cast<size_t>(row.body_b)];
    a.velocity = a.velocity + (a.inverse_mass * impulse) * row.linear_a;
    a.angular = a.angular + impulse * row.response_a;
    b.velocity = b.velocity + (b.inverse_mass * impulse) * row.linear_b;
    b.angular = b.angular + impulse * row.response_b;
    if (row.more >= 0) push_more(system, system.more[static_cast<size_t>(row.more)], impulse);
}
/// Calls f(body) for each body of a row, those that do not move included.
template <class F>
void visit_row_bodies(const LiveSystem& system, const LiveRow& row, F&& f) {
    f(row.body_a), f(row.body_b);
    if (row.more < 0) return;
    for (const int32_t body : system.more[static_cast<size_t>(row.more)].body) f(body);
}

/// Awake bodies with their velocities before the step.
void gather_bodies(const Model& model, LiveSystem& system);
/// Contacts in the order of their colours, and joints. Impulses are zero, targets are not set.
void gather_contacts(const Model& model, const LiveOptions& options, LiveSystem& system);
void gather_joints(const Model& model, const LiveOptions& options, LiveSystem& system);
/// What the position correction and restitution ask of the contacts' velocities.
void set_targets(const Model& model, const LiveOptions& options, LiveSystem& system);

/// Gravity, forces, gyroscopic torque, damping: the velocities the step would end with if nothing touched.
void apply_forces(const Model& model, const LiveOptions& options, LiveSystem& system);
/// Velocities, motions and turns of all awake bodies; `push` holds velocities that only move (split
/// impulses).
struct LivePush {
    Vec3d velocity, angular;
};
void integrate_bodies(const LiveSystem& system, const std::vector<LivePush>& push, const LiveOptions& options,
                      Model& model, const BodyArrays& bodies);

/// Larsen's impulse system: impacts one after another until nothing approaches faster than
/// options.restitution_speed, at most options.propagations rounds. Returns the impulses applied.
int64_t propagate_impacts(const LiveOptions& options, LiveSystem& system);

/// Adds the impulses that the system holds to the velocities.
void apply_impulses(LiveSystem& system);

/// Velocity error (m/s) of the natural map: zero exactly at a solution of the friction model's
/// complementarity problem. The worst over all rows; `per_body` (optional) gets the worst of each body's.
double live_residual(const LiveSystem& system, const LiveOptions& options,
                     std::vector<double>* per_body = nullptr);

}  // namespace cairn
