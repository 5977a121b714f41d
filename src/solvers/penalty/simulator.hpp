#pragma once
// Larsen's simulator as a whole: bodies with convex shapes in double precision, a frame at a time. A frame
// advances; where it ends in a new contact its clock is turned back to when that contact came about; impulses
// end collisions; springs hold what rests; each contact group is integrated by itself.

#include <span>
#include <vector>

#include "base/crew.hpp"
#include "solvers/penalty/pair.hpp"

namespace cairn::penalty {

/// What happened in a frame.
struct FrameReport {
    int groups = 0, largest_group = 0;  // contact groups, and bodies of the largest
    int contacts = 0, jacobian_blocks = 0;
    int backups = 0;           // times a clock was turned back
    int backups_left_out = 0;  // new contacts attached where they were found, since max_backups was reached
    int search_evaluations = 0;
    int swept_hits = 0;  // collisions that neither end of a frame showed
    int impulses = 0, impulse_passes = 0;
    int contacts_added = 0, contacts_removed = 0;
    int attached_deep = 0;        // springs attached below the surface, at rest there
    double stretch_energy = 0;    // brought in by springs born stretched (only where that is allowed)
    double adhesive_impulse = 0;  // largest pull of a spring over the frame, N s (only unclamped)
    double max_depth = 0;         // of a contact at the end
    IntegrationReport integration;
    std::vector<std::string> messages;

    void add(const FrameReport& other);
};

struct ShapeOnBody {
    Shape shape;
    ShapeDef material{};
};

class Simulator {
public:
    /// Throws Error where an option makes no sense.
    explicit Simulator(const Options& options = {});

    /// A body whose state is that of its centre of mass; the shapes are in the frame that has `center` of
    /// mass. Throws Error on a mass or an inertia that is not positive.
    int add_body(const Body& body, std::span<const ShapeOnBody> shapes, Vec3d center = {});
    /// Of one shape, with the mass properties of its density; at `position` (of its origin) with these
    /// velocities.
    int add(BodyKind kind, const Shape& shape, const ShapeDef& material, Vec3d position,
            const Quaternion& rotation = {}, Vec3d velocity = {}, Vec3d angular_velocity = {});

    /// Two bodies that shall not touch each other.
    void ignore(int body_a, int body_b);

    /// Advances by `duration`. Contact groups run in parallel on `crew`; the result does not depend on it.
    FrameReport step(double duration, Crew* crew = nullptr);

    std::span<Body> bodies() { return bodies_; }
    std::span<const Body> bodies() const { return bodies_; }
    const std::vector<Collider>& colliders() const { return colliders_; }
    const std::vector<Pair>& pairs() const { return pairs_; }
    const Options& options() const { return options_; }
    const std::vector<double>& step_hints() const { return step_hints_; }
    double time() const { return time_; }

    /// For memory.hpp and solvers of a world: the state and first step of a body, and contact sets, as saved.
    void restore_body(int body, const State& state, double step_hint);
    void restore_pairs(std::vector<Pair> pairs);
    void set_gravity(Vec3d gravity) { options_.gravity = gravity; }

    /// Kinetic, of gravity (zero at the origin), and in springs. Forces from outside are not counted.
    double energy() const;
    double spring_energy() const;
    /// Brings all contact sets up to the states as they are, as the next step would first.
    void refresh_contacts();

private:
    friend class FrameGroup;

    void find_pairs(double duration);
    bool sleeps(const Collider& collider) const;
    bool sleeps(const Pair& pair) const;
    bool may_touch(const Collider& a, const Collider& b) const;
    double heaviest() const;
    PairView view(const Pair& pair) const;

    Options options_;
    std::vector<Body> bodies_;
    std::vector<Collider> colliders_;
    std::vector<Pair> pairs_;                   // by colliders
    std::vector<std::pair<int, int>> ignored_;  // sorted
    std::vector<double> step_hints_;            // of each body
    double time_ = 0;
};

}  // namespace cairn::penalty
