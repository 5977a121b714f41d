#pragma once
// The world behind the public class: state (Model), what a step needs and forgets (Scratch), and the
// services.

#include <atomic>
#include <memory>

#include <cairn/world.hpp>

#include "base/crew.hpp"
#include "base/index.hpp"
#include "model/model.hpp"
#include "solvers/live/stage_solver.hpp"
#include "solvers/soft_step/kernels.hpp"
#include "solvers/soft_step/soft_step.hpp"
#include "world/continuous.hpp"
#include "world/manifold_writer.hpp"

namespace cairn {

/// A contact with the manifold it will get once there is room for it: it began to touch, or has more points
/// than before.
struct NewManifold {
    int32_t contact;
    Manifold manifold;
};

/// What one block of contacts found out; blocks are walked in order, so thread timing does not show.
struct CollideResult {
    std::vector<int32_t> separated;  // bounds no longer overlap
    std::vector<int32_t> ended;
    std::vector<NewManifold> began;
    std::vector<NewManifold> grown;
    std::vector<int32_t> sensors_changed;
    std::vector<int32_t> resting;  // apart, and nobody of them is awake
    int recycled = 0;
    int collided = 0;
    int points = 0;
};

/// What one block of bodies found out at the end of the step.
struct FinishResult {
    std::vector<uint32_t> moved_shapes;
    std::vector<int32_t> frozen;
};

struct ShapePair {
    uint32_t a, b;
};

/// Colours that are put in order in one step, and what each has to be put in order.
inline constexpr int ordered_colors = 4, groups_a_color = point_classes + joint_kind_count;

/// Buffers reused from step to step; what is in them means nothing after the step.
struct Scratch {
    std::vector<std::vector<ShapePair>> pairs;
    std::vector<CollideResult> collide;
    LaneOrder order[ordered_colors * groups_a_color];
    std::vector<FinishResult> finish;
    std::vector<int32_t> island_parent, island_stack, island_weight;
    std::vector<uint8_t> island_awake;
    SoftStepScratch soft_step;
    ContinuousScratch continuous;
};

struct World::Impl {
    Model model;
    Scratch scratch;
    Events events;
    /// What calls between steps caused (a body removed ends its contacts); the next step reports it with its
    /// own.
    Events pending;
    bool stepping = false;
    /// Functions of the user's that are running outside a step, called by whoever reads or adds something.
    mutable std::atomic<int> calls_out{0};
    StepReport report;
    /// In place of soft-step; null: none.
    std::unique_ptr<StageSolver> stage;
    const Kernels* kernels = nullptr;
    std::unique_ptr<TaskSystem> own_tasks;
    TaskSystem* tasks = nullptr;

    explicit Impl(const WorldDef& def);
    static const Impl& of(const World& world) { return *world.impl_; }
    Events& sink() { return stepping ? events : pending; }

    // Misuse throws Error.
    int32_t index(BodyId id) const;
    int32_t index(ShapeId id) const;
    int32_t index(JointId id) const;
    /// For what changes the world, copies or ends it: not from within a step, nor from a function of the
    /// user's that the world has called.
    void require_idle(const char* call) const;

    void step(float dt);
};

/// Nothing changes the world for as long as it lives, for a function of the user's is being called.
class CallingOut {
public:
    explicit CallingOut(const World::Impl& world) : calls_(world.calls_out) { ++calls_; }
    ~CallingOut() { --calls_; }
    CallingOut(const CallingOut&) = delete;
    CallingOut& operator=(const CallingOut&) = delete;

private:
    std::atomic<int>& calls_;
};

// Parts of the world that act on the model. Each is one file.

// body_mass.cpp
/// Throws where the mass that the body would have, with `more` on it where given, cannot be simulated.
void check_mass(const Model& model, const Body& body, const char* name, const ShapeRecord* more = nullptr);
void update_mass(Model& model, int32_t body);
void refresh_pose(Model& model, int32_t body);
/// What update_mass does for a body without mass that has got one shape more.
void widen_extents(Model& model, int32_t body, const ShapeRecord& added);
/// Puts a body's shapes where the body is now, in the trees, and has their pairs sought anew.
void place_shapes(Model& model, int32_t body);
/// One of them.
void place_shape(Model& model, int32_t shape);

// shapes.cpp
/// The shape with its directions made unit; throws where a number of it is wrong.
Shape checked_shape(const Shape& shape);
/// Of its bounds: wide enough that a moving body does not leave them every step, tight enough not to make
/// idle pairs.
float margin_of(const Shape& shape, BodyType type);
/// Of its body, whose mass and last shape are the caller's to see to.
void take_shape(World::Impl& world, int32_t shape);

// queries.cpp
/// Lets queries find all shapes where they are; until then they look at `Model::stale_shapes` one by one.
void update_trees(Model& model);
/// The shape's bounds in its tree were changed since the trees were last updated.
void note_stale(Model& model, uint32_t shape);

// sleeping.cpp
/// This body alone: what it touches, its contacts and joints are the caller's to see to.
void set_body_awake(Model& model, int32_t body, bool awake);
/// Wakes a body and everything it touches or is joined to.
void wake(World::Impl& world, int32_t body);
/// Bodies that together make whole islands.
void put_to_sleep(World::Impl& world, const std::vector<int32_t>& island);
/// A body and everything it touches or is joined to: a sleeping body may not carry an awake one.
void put_island_to_sleep(World::Impl& world, int32_t body);

/// Takes a pair out of the solver and, where nobody is awake, out of the pairs that are looked at.
void retire_contact(Model& model, int32_t contact);
inline bool nobody_awake(const Model& model, const ContactRecord& contact) {
    return !model.bodies[at(contact.body_a)].awake && !model.bodies[at(contact.body_b)].awake;
}
bool moving_kinematic(const Model& model, int32_t body);

/// Wakes all that touches or is joined to a body that is about to change or go.
void wake_neighbours(World::Impl& world, int32_t body);
/// The body too, where it moves.
void wake_with_neighbours(World::Impl& world, int32_t body);

// contact_graph.cpp
/// Calls f(contact, the other body) for each pair of a body's; f may destroy that contact.
template <class F>
void visit_contacts(const Model& model, int32_t body, F&& f) {
    for (int32_t edge = model.bodies[at(body)].first_contact; edge != none;) {
        const ContactRecord& contact = model.contacts[at(edge >> 1)];
        const int32_t index = edge >> 1, other = (edge & 1) != 0 ? contact.body_a : contact.body_b;
        edge = contact.next[edge & 1];
        f(index, other);
    }
}
int32_t create_contact(Model& model, uint32_t shape_a, uint32_t shape_b);
void destroy_contact(World::Impl& world, int32_t contact);
void destroy_contacts_of(World::Impl& world, int32_t body);
/// Of a pair that is not in the solver: it begins to touch, or moved while a body of it sleeps.
void begin_touching(World::Impl& world, int32_t contact, const Manifold& manifold);
/// Moves a touching contact to a lane with room for all points of a manifold, and writes it there.
void grow_manifold(Model& model, int32_t contact, const Manifold& manifold);
void end_touching(World::Impl& world, int32_t contact);
void set_contact_active(Model& model, int32_t contact, bool active);
/// Gives a touching contact a colour and a lane; its columns come from `stored` where it has one.
void add_to_columns(Model& model, int32_t contact);
/// Counts the contact in Model::stiff_contacts, or no longer: its bodies' masses decide.
void count_stiff(Model& model, ContactRecord& contact);
void remove_from_columns(Model& model, int32_t contact);
/// A shape with a positive group must be found by its group, whatever its category.
inline uint64_t tree_category(const Filter& filter) {
    return filter.group > 0 ? ~uint64_t{0} : filter.category;
}
/// Whether bodies and filters allow a contact.
bool may_collide(const Model& model, uint32_t shape_a, uint32_t shape_b);
/// Whether the joints of such a pair do too.
bool joints_allow(const Model& model, uint32_t shape_a, uint32_t shape_b);

// seams.cpp
/// Whether a pair that is about to touch is a body and a part of the ground which cannot meet, because the
/// body rests on another part that is flush with it.
bool meets_seam(const Model& model, const ContactRecord& contact, const Manifold& manifold);
/// Whether a shape slides over a part of the ground that is flush with one its body rests on: before and at
/// the end of the step, where its body is at `end`, it is above both.
bool slides_over(const Model& model, uint32_t shape, uint32_t ground, const Transform& end);

// lane_order.cpp
/// The world is one part again, and what is of one colour and kind lies in one run.
void join_parts(World::Impl& world);

// joint_graph.cpp
void remove_joint_at(World::Impl& world, int32_t joint);
/// And looks for contacts between what it joined.
void remove_joint_and_seek(World::Impl& world, int32_t joint);
/// Takes a body's joints out of the solver, and puts those that should be there back.
void retire_joints(Model& model, int32_t body);
void revive_joints(Model& model, int32_t body);
/// The joints of a body, none of which is in the solver, start from nothing.
void forget_impulses(Model& model, int32_t body);
/// Whether a joint that forbids it connects the two bodies.
bool joined_without_collision(const Model& model, int32_t body_a, int32_t body_b);
/// Writes the columns of a body's joints anew, after its centre of mass changed.
void refresh_joints(Model& model, int32_t body);
/// Removes and reports the joints whose reaction in this step was more than they bear.
void break_joints(World::Impl& world);

// events.cpp
void report_begin(World::Impl& world, int32_t contact);
void report_end(World::Impl& world, int32_t contact);
Contact describe_contact(const Model& model, const ContactRecord& contact);
/// Puts the step's events in an order that depends on ids alone.
void sort_events(Events& events);

// manifold_columns.cpp
/// All of a manifold but what lanes do better: that is left pending. The material is needed where the contact
/// is new, a shape's was changed, or a moving surface turns.
void pend_manifold(PendingManifold& pending, Model& model, ContactRecord& contact, const Manifold& manifold,
                   const Transform& b_in_a, bool with_material);
/// What of the material says whether the solver notes how fast the contact meets; nothing else changes.
void write_watch(Model& model, const ContactRecord& contact);
/// For what that reads and writes.
void ask_for_manifold(Model& model, const ContactRecord& contact);
/// For all columns of a contact that has a colour.
void ask_for_lane(Model& model, const ContactRecord& contact);
/// All of it, with the material.
void write_manifold(Model& model, ContactRecord& contact, const Manifold& manifold, const Transform& b_in_a);
/// The columns of a contact that has a colour; those of points beyond its class are zero.
StoredManifold read_manifold(const Model& model, const ContactRecord& contact);
/// `turn` is how far the pair has turned since the last one.
Manifold compute_manifold(const Model& model, ContactRecord& contact, float turn, Transform& b_in_a);

// the stages, in the order of step.cpp
void find_pairs(World::Impl& world, Crew& crew);
void collide_pairs(World::Impl& world, Crew& crew);
void update_contacts(World::Impl& world);
/// Returns whether there are other parts than before.
bool find_parts(World::Impl& world);
/// Puts contacts and joints in order: of a few colours, or of all of them.
void order_lanes(World::Impl& world, Crew& crew, bool all);
void update_islands(World::Impl& world);
/// Shortens the motion of bodies that would pass through something.
void stop_fast_bodies(World::Impl& world, Crew& crew, float dt);
void finish_step(World::Impl& world, Crew& crew, float dt);

// finish.cpp
/// A body that left the finite range (base/range.hpp) stays where it last was, as if fixed, until it is
/// placed anew.
void freeze(World::Impl& world, int32_t body);
void thaw(World::Impl& world, int32_t body);
bool in_range(const Velocity& velocity);
void report_hits(World::Impl& world);

}  // namespace cairn
