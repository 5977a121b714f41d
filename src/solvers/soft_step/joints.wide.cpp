// Joints of the default solver, one joint a lane.
//
// Between the pass without bias of one sub-step and the pass with bias of the next nothing moves, so that
// what depends on the pose (arms, errors, effective masses) is computed once a sub-step, by the former: the
// latter reads velocities alone.
//
// The body pass warm starts a sub-step by applying the last one's change of velocity again (integrate.hpp),
// which is right where Jacobians do not change. Those of a joint turn with its bodies; what they changed by,
// times the impulses, is a correction that the pass without bias computes and the next pass with bias
// applies. Left out, it would be a torque that no row can take back, applied again and again.

#include "solvers/soft_step/joint_kernels.hpp"

#include <iterator>

#include "joints/ball.hpp"
#include "joints/distance.hpp"
#include "joints/fixed.hpp"
#include "joints/hinge.hpp"
#include "joints/motor.hpp"
#include "joints/slider.hpp"
#include "joints/wheel.hpp"
#include "solvers/soft_step/bodies_wide.hpp"

namespace cairn::CAIRN_WIDE {
namespace {

/// As in JointStep.
struct JointStiffness {
    SoftnessWide soft;
    Float rigid;  // above 0

    template <class V>
    CAIRN_INLINE void visit(V&& v) {
        soft.visit(v), v(rigid);
    }
};

/// The joint's pose at the start of the step; the frames follow where they are needed.
struct JointStart {
    Vec3w arm_a, arm_b, centers;

    template <class V>
    CAIRN_INLINE void visit(V&& v) {
        v(arm_a), v(arm_b), v(centers);
    }
};
struct JointStartFrames {
    Quatw frame_a, frame_b;

    template <class V>
    CAIRN_INLINE void visit(V&& v) {
        v(frame_a), v(frame_b);
    }
};

/// What turning Jacobians change in the warm start of the next sub-step: angular velocities, and, where the
/// force turns too, linear ones.
struct JointCorrection {
    Vec3w a, b;

    template <class V>
    CAIRN_INLINE void visit(V&& v) {
        v(a), v(b);
    }
};

// What every pass reads comes first, in one piece with the first columns of the kind; what few joints need
// follows the kind's.
constexpr int masses_at = 0;
constexpr int stiffness_at = masses_at + part_columns<JointMasses>;
constexpr int start_at = stiffness_at + part_columns<JointStiffness>;
constexpr int turning_at = start_at + part_columns<JointStart>;
constexpr int kind_at = turning_at + part_columns<JointCorrection>;

/// One block of joints of a kind.
template <class Kind>
struct JointBlock {
    static constexpr int columns = all_columns<typename Kind::Parts>;
    static constexpr int frames_at = kind_at + Kind::columns;
    static constexpr int pushing_at = frames_at + part_columns<JointStartFrames>;
    static constexpr int scratch = pushing_at + (Kind::force_turns ? part_columns<JointCorrection> : 0);

    float* data;
    float* constraint;
    BodySlots body_a, body_b;

    CAIRN_INLINE JointBlock(const JointBlocks& blocks, int index)
        : data(blocks.columns + static_cast<size_t>(index) * columns * lane_count),
          constraint(blocks.constraint + static_cast<size_t>(index) * scratch * lane_count),
          body_a(blocks.body_a + index * lane_count),
          body_b(blocks.body_b + index * lane_count) {}

    CAIRN_INLINE float* settings() const { return data + frame_columns * lane_count; }
    CAIRN_INLINE float* impulses() const { return data + impulse_begin<typename Kind::Parts> * lane_count; }
    CAIRN_INLINE float* angles() const { return data + angle_begin<typename Kind::Parts> * lane_count; }
    CAIRN_INLINE float* at(int column) const { return constraint + column * lane_count; }
    CAIRN_INLINE float* geometry() const { return at(kind_at); }
};

/// Room for inverse masses by axis: those of a, then those of b.
struct Pushes {
    alignas(4 * lane_count) float columns[6 * lane_count];
};

/// Whether a body of the block has a locked axis of translation: then they are filled in.
__attribute__((noinline)) bool find_pushes(const BodyForces* forces, const BodySlots& a, const BodySlots& b,
                                           const float* masses, float* pushes) {
    const JointMasses m = load_part<JointMasses>(masses);
    if (!any(m.least_push > Float(0.0f))) return false;
    store3(pushes, m.mass_a * gather_vector(forces, a, 8));
    store3(pushes + 3 * lane_count, m.mass_b * gather_vector(forces, b, 8));
    return true;
}

CAIRN_INLINE void find_pushes(const BodyArrays& arrays, const BodySlots& a, const BodySlots& b, Pushes& room,
                              JointBodies& bodies) {
    if (!arrays.any_rails || !find_pushes(arrays.forces, a, b, bodies.masses, room.columns)) return;
    bodies.pushes = room.columns, bodies.apart = lane_count;
}

CAIRN_SHARED JointBodies gather_bodies(const BodyArrays& arrays, const BodySlots& a, const BodySlots& b,
                                       const float* masses, Pushes& room) {
    const VelocityWide va = gather_velocity(arrays.velocity, a), vb = gather_velocity(arrays.velocity, b);
    JointBodies bodies{va.linear, va.angular, vb.linear, vb.angular, masses};
    find_pushes(arrays, a, b, room, bodies);
    return bodies;
}

CAIRN_SHARED void scatter_bodies(const BodyArrays& arrays, const BodySlots& a, const BodySlots& b,
                                 const JointBodies& bodies) {
    scatter_velocity(arrays.velocity, a, {bodies.linear_a, bodies.angular_a});
    scatter_velocity(arrays.velocity, b, {bodies.linear_b, bodies.angular_b});
}

/// The angular and linear impulses that the accumulated impulses stand for, with the Jacobians as stored.
struct WarmImpulse {
    Vec3w force, angular_a, angular_b;
};

template <class Kind>
CAIRN_SHARED WarmImpulse warm_impulse(const JointBlock<Kind>& block) {
    const JointLoad warm = Kind::load_on_b(block.settings(), block.geometry(), block.impulses());
    return {warm.force, cross(Kind::arm_a(block.geometry()), warm.force) + warm.torque,
            cross(Kind::arm_b(block.geometry()), warm.force) + warm.torque};
}

CAIRN_SHARED void store_turning(float* constraint, const WarmImpulse& before, const WarmImpulse& now) {
    JointBodies bodies;
    bodies.masses = constraint + masses_at * lane_count;
    store_part(constraint + turning_at * lane_count,
               JointCorrection{bodies.inertia_a() * (before.angular_a - now.angular_a),
                               bodies.inertia_b() * (now.angular_b - before.angular_b)});
}

template <class Kind>
CAIRN_INLINE void store_correction(const JointBlock<Kind>& block, const JointBodies& bodies,
                                   const WarmImpulse& before) {
    const WarmImpulse now = warm_impulse(block);
    store_turning(block.constraint, before, now);
    if constexpr (Kind::force_turns) {
        const Vec3w force = now.force - before.force;
        store_part(block.at(block.pushing_at),
                   JointCorrection{-by_axis(bodies.push_a(), force), by_axis(bodies.push_b(), force)});
    }
}

template <class Kind>
CAIRN_INLINE void apply_correction(const JointBlock<Kind>& block, JointBodies& bodies) {
    const JointCorrection turning = load_part<JointCorrection>(block.at(turning_at));
    bodies.angular_a = bodies.angular_a + turning.a;
    bodies.angular_b = bodies.angular_b + turning.b;
    if constexpr (Kind::force_turns) {
        const JointCorrection pushing = load_part<JointCorrection>(block.at(block.pushing_at));
        bodies.linear_a = bodies.linear_a + pushing.a;
        bodies.linear_b = bodies.linear_b + pushing.b;
    }
}

CAIRN_INLINE SoftnessWide select(Mask mask, const SoftnessWide& a, const SoftnessWide& b) {
    return {select(mask, a.bias_rate, b.bias_rate), select(mask, a.mass_scale, b.mass_scale),
            select(mask, a.impulse_scale, b.impulse_scale)};
}

/// A body may be asked to move with this many times its mass. Beyond that one sweep a sub-step does not find
/// the answer, what it leaves is applied again in the next, and the bodies shake themselves apart: a light
/// hub with three or four heavy bodies.
constexpr float most_crowding = 2;

/// With more crowding than this the pass without bias is left out. What many joints of one body do is far
/// from independent: there is much that they can pull against each other without moving anything, each pass
/// with bias lets go a part of it, and the pass without puts more there than was: a plate on twenty pins tore
/// itself loose. As springs they must be a little softer. Found by trying: at 2.5 and 4 fixed joints of
/// bodies three to ten times as heavy as their hub shake it apart, at 6 seven of them do.
constexpr float most_rigid_crowding = 4.5f;
constexpr float spring_share = 0.7f;

CAIRN_SHARED SoftnessWide constraint_softness(const JointFrames<Lanes>& frames, Float crowding,
                                              const StepConstants& k) {
    SoftnessWide standard{Float(k.joint.bias_rate), Float(k.joint.mass_scale), Float(k.joint.impulse_scale)};
    const Mask crowded = crowding > Float(most_crowding);
    if (any(crowded)) {
        // by the root of it the springs would add up to no more than elsewhere; six bodies on a hub want more
        const Float share = select(crowding > Float(most_rigid_crowding), Float(spring_share), Float(1.0f)) *
                            (Float(most_crowding) / max_of(crowding, Float(most_crowding)));
        standard = select(crowded, soften(share * Float(k.joint_hertz), Float(k.joint_damping), Float(k.h)),
                          standard);
    }
    if (k.any_torn_joints)
        standard.bias_rate = select(frames.damping < Float(0.0f), min_of(standard.bias_rate, -frames.damping),
                                    standard.bias_rate);
    const SoftnessWide own = soften(frames.hertz, frames.damping, Float(k.h));
    return select(frames.hertz == Float(0.0f), standard, own);
}

CAIRN_INLINE Float rigidity(const JointFrames<Lanes>& frames, Float crowding) {
    const Float zero(0.0f);
    return select((frames.hertz == zero) & (crowding <= Float(most_rigid_crowding)), Float(1.0f), zero);
}

template <class Kind>
CAIRN_INLINE JointStep make_step(const StepConstants& k, const JointBlock<Kind>& block) {
    const JointStiffness stiffness = load_part<JointStiffness>(block.at(stiffness_at));
    return {Float(k.h), Float(k.inverse_h), stiffness.soft, stiffness.rigid > Float(0.0f)};
}

template <class Kind>
CAIRN_SHARED void refresh(const JointBlock<Kind>& block, const JointPose& pose, const JointBodies& bodies) {
    Kind::refresh(pose, bodies, block.settings(), block.angles(), block.geometry());
}

CAIRN_INLINE Float gather_crowding(const BodyArrays& arrays, const BodySlots& slots) {
    Float x, y, z, crowding;
    gather_part(arrays.winding, slots, 0, x, y, z, crowding);
    return crowding;
}
CAIRN_INLINE void add_crowding(const BodyArrays& arrays, const BodySlots& slots, Float more) {
    alignas(4 * lane_count) float values[lane_count];
    store(values, more);
    for (int lane = 0; lane < lane_count; ++lane)
        if (slots.refs[lane] >= 0) arrays.winding[slots.refs[lane]].crowding += values[lane];
}

/// How crowded bodies are with joints: the sum over a body's joints of their effective masses, in parts of
/// its own. In a chain it is 1; for a light hub between heavy bodies it is their number.
__attribute__((noinline)) void crowd(const JointBlocks& blocks, int stride, int first, int last,
                                     const BodyArrays& arrays) {
    for (int index = first; index < last; ++index) {
        const BodySlots body_a(blocks.body_a + index * lane_count),
            body_b(blocks.body_b + index * lane_count);
        const float* const data = blocks.columns + static_cast<size_t>(index * stride * lane_count);
        const JointFrames<Lanes> frames = load_part<JointFrames<Lanes>>(data);
        Vec3w unused;
        Float mass_a, mass_b;
        gather_part(arrays.pose, body_a, 0, unused.x, unused.y, unused.z, mass_a);
        gather_part(arrays.pose, body_b, 0, unused.x, unused.y, unused.z, mass_b);
        const Float zero(0.0f), half(0.5f), sum = mass_a + mass_b;
        const Mask automatic = frames.hertz == zero;
        // rounded so that equal masses have a half each, exactly
        const auto share = [&](Float own, Float other) {
            return select(automatic, select(other > zero, own / select(sum > zero, sum, half), half), zero);
        };
        add_crowding(arrays, body_a, share(mass_a, mass_b));
        add_crowding(arrays, body_b, share(mass_b, mass_a));
    }
}
template <class Kind>
void crowd(const JointBlocks& blocks, int first, int last, const BodyArrays& arrays, const StepConstants&) {
    crowd(blocks, JointBlock<Kind>::columns, first, last, arrays);
}

/// A body that is free to move answers every push. Where it is the other that does not, what is least for it
/// says nothing: it may be a thousand times as light.
constexpr float next_to_nothing = 1e-37f;
CAIRN_INLINE Float least_push(Float mass_a, Float mass_b, Float least_a, Float least_b) {
    const Float zero(0.0f), sum = least_a + least_b;
    const Mask free = ((mass_a > zero) & (least_a == zero)) | ((mass_b > zero) & (least_b == zero));
    return select(free, min_of(sum, Float(next_to_nothing)), sum);
}

/// What is the same for every kind: the pose at the start of the step, and the masses. Once a step, so it is
/// a call.
struct JointPreparation {
    JointPose pose;
    JointBodies bodies;
    Pushes pushes;
};
__attribute__((noinline)) void prepare_block(const float* data, float* constraint, float* frames_to,
                                             const BodySlots& body_a, const BodySlots& body_b,
                                             const BodyArrays& arrays, const StepConstants& k,
                                             JointPreparation& result) {
    const JointFrames<Lanes> frames = load_part<JointFrames<Lanes>>(data);
    const PoseWide a = gather_pose(arrays.pose, body_a), b = gather_pose(arrays.pose, body_b);
    const Float crowding = max_of(gather_crowding(arrays, body_a), gather_crowding(arrays, body_b));
    const JointStiffness stiffness{constraint_softness(frames, crowding, k), rigidity(frames, crowding)};
    const JointStart start{rotate(a.rotation, frames.anchor_a), rotate(b.rotation, frames.anchor_b),
                           b.center - a.center};
    const JointStartFrames turned{a.rotation * frames.frame_a, b.rotation * frames.frame_b};
    float* const masses = constraint + masses_at * lane_count;
    Float unused_x, unused_y, push_a, turn_a, push_b, turn_b;
    gather_part(arrays.pose, body_a, 12, unused_x, unused_y, push_a, turn_a);
    gather_part(arrays.pose, body_b, 12, unused_x, unused_y, push_b, turn_b);
    store_part(masses,
               JointMasses{a.inverse_mass, b.inverse_mass, a.inverse_inertia, b.inverse_inertia,
                           least_push(a.inverse_mass, b.inverse_mass, push_a, push_b), turn_a + turn_b});
    store_part(constraint + stiffness_at * lane_count, stiffness);
    store_part(constraint + start_at * lane_count, start);
    store_part(constraint + turning_at * lane_count, JointCorrection{zero3(), zero3()});
    store_part(frames_to, turned);
    result.bodies.masses = result.bodies.pushes = masses, result.bodies.apart = 0;
    find_pushes(arrays, body_a, body_b, result.pushes, result.bodies);
    result.pose = {start.arm_a, start.arm_b, start.centers + start.arm_b - start.arm_a, turned.frame_a,
                   turned.frame_b};
}

CAIRN_INLINE Vec3w load_rows(const float* at, int count) {
    const Float none(0.0f);
    return {load(at), count > 1 ? load(at + lane_count) : none, count > 2 ? load(at + 2 * lane_count) : none};
}
CAIRN_INLINE Vec3w mass_times(const float* mass, int count, Vec3w v) {
    if (count == 3) return load_symmetric(mass) * v;
    const Float xx = load(mass);
    if (count == 1) return {xx * v.x, v.y, v.z};
    const Float xy = load(mass + lane_count), yy = load(mass + 2 * lane_count);
    return {xx * v.x + xy * v.y, xy * v.x + yy * v.y, v.z};
}

/// By how much impulses about the rows' axes turn the bodies against each other.
CAIRN_INLINE Float turn_of(const float* constraint, const float* axes, const HeldRows& rows, Vec3w impulses) {
    Vec3w impulse = impulses.x * load3(axes);
    if (rows.count > 1) impulse = impulse + impulses.y * load3(axes + 3 * lane_count);
    const JointMasses masses = load_part<JointMasses>(constraint + masses_at * lane_count);
    const Vec3w turn = (masses.inertia_a + masses.inertia_b) * impulse;
    return square_root(dot(turn, turn));
}

/// Which joints of a block the user has torn (torn_joints.hpp).
CAIRN_INLINE Mask torn_by_user(const JointFrames<Lanes>& frames) {
    return (frames.hertz == Float(0.0f)) & (frames.damping < Float(0.0f));
}

/// So far that it may have been torn.
CAIRN_INLINE Mask is_open(Vec3w error, const StepConstants& k) {
    return dot(error, error) > Float(k.torn_gap * k.torn_gap);
}

/// A joint that was torn open, because a body of it was put elsewhere, closes at no more than a speed, as
/// many radians a second as metres: to close by metres in some sub-steps would throw its bodies about. But it
/// bears any load. One that is torn by its load, as in a long chain, has much to bear from sub-step to
/// sub-step: thirty times that much may be added, which no sweep over a chain was found to need. A tear that
/// closes leaves next to nothing to bear.
constexpr float most_growth = 30;
/// No load tilts a joint by more than this: what such rows bear is what they bore about other axes (unbend).
constexpr float most_borne_tilt = 0.2f;
__attribute__((noinline)) void close_slowly(float* constraint, const float* data, const float* impulses,
                                            const HeldRows& rows, const StepConstants& k) {
    float* const geometry = constraint + kind_at * lane_count;
    float* const errors = geometry + rows.error * lane_count;
    const Vec3w error = load_rows(errors, rows.count);
    const Float bias_rate = load_part<JointStiffness>(constraint + stiffness_at * lane_count).soft.bias_rate;
    const auto length_of = [](Vec3w v) { return square_root(dot(v, v)); };
    const Vec3w answer = mass_times(geometry + rows.mass * lane_count, rows.count, error);
    Float gap = length_of(error);
    if (rows.axes >= 0)
        gap = max_of(gap, turn_of(constraint, geometry + rows.axes * lane_count, rows, answer));
    const Float speed = Float(k.closing_speed);
    // a neighbour's tear brings the whole block here
    Mask torn = is_open(error, k) & (bias_rate * gap > speed) &
                (load_part<JointFrames<Lanes>>(data).hertz == Float(0.0f));
    const Mask set = load(data + frame_columns * lane_count) > Float(0.0f);
    if (rows.setting != 0) torn = torn & (rows.setting > 0 ? set : ~set);
    const Float load = length_of(load_rows(impulses + rows.impulse * lane_count, rows.count)) *
                       positive_inverse(length_of(answer));
    Float growth(most_growth);
    if (rows.axes >= 0) growth = select(gap > Float(most_borne_tilt), Float(0.0f), growth);
    const Float share = (growth * load + speed * positive_inverse(gap)) * positive_inverse(bias_rate);
    const Vec3w left = select(torn, min_of(share, Float(1.0f)), Float(1.0f)) * error;
    store(errors, left.x);
    if (rows.count > 1) store(errors + lane_count, left.y);
    if (rows.count > 2) store(errors + 2 * lane_count, left.z);
}

CAIRN_SHARED void close_slowly(float* constraint, const float* data, const float* impulses,
                               const HeldRows* all, int count, const StepConstants& k) {
    for (int i = 0; i < count; ++i) {
        const HeldRows& rows = all[i];
        const Vec3w error = load_rows(constraint + (kind_at + rows.error) * lane_count, rows.count);
        if (any(is_open(error, k))) close_slowly(constraint, data, impulses, rows, k);
    }
}

/// Of the rows that the last refresh has made.
template <class Kind>
CAIRN_INLINE void close_slowly(const JointBlock<Kind>& block, const StepConstants& k) {
    if constexpr (requires { Kind::held; })
        close_slowly(block.constraint, block.data, block.impulses(), Kind::held,
                     static_cast<int>(std::size(Kind::held)), k);
}

template <class Kind>
void prepare(const JointBlocks& blocks, int first, int last, const BodyArrays& arrays,
             const StepConstants& k) {
    for (int index = first; index < last; ++index) {
        const JointBlock<Kind> block(blocks, index);
        JointPreparation preparation;
        prepare_block(block.data, block.constraint, block.at(block.frames_at), block.body_a, block.body_b,
                      arrays, k, preparation);
        if constexpr (Kind::force_turns)
            store_part(block.at(block.pushing_at), JointCorrection{zero3(), zero3()});
        refresh(block, preparation.pose, preparation.bodies);
        close_slowly(block, k);
    }
}

__attribute__((noinline)) void apply_warm(const BodyArrays& arrays, const BodySlots& body_a,
                                          const BodySlots& body_b, const float* masses,
                                          const WarmImpulse& warm) {
    Pushes room;
    JointBodies bodies = gather_bodies(arrays, body_a, body_b, masses, room);
    push_linearly(bodies, warm.force);
    bodies.angular_a = bodies.angular_a - bodies.inertia_a() * warm.angular_a;
    bodies.angular_b = bodies.angular_b + bodies.inertia_b() * warm.angular_b;
    scatter_bodies(arrays, body_a, body_b, bodies);
}

template <class Kind>
void warm_start(const JointBlocks& blocks, int first, int last, const BodyArrays& arrays,
                const StepConstants&) {
    for (int index = first; index < last; ++index) {
        const JointBlock<Kind> block(blocks, index);
        apply_warm(arrays, block.body_a, block.body_b, block.at(masses_at), warm_impulse(block));
    }
}

/// The correction belongs to the warm start, so that only the first of a sub-step's passes applies it.
template <class Kind>
void solve(const JointBlocks& blocks, int first, int last, const BodyArrays& arrays, const StepConstants& k) {
    for (int index = first; index < last; ++index) {
        const JointBlock<Kind> block(blocks, index);
        Pushes room;
        JointBodies bodies = gather_bodies(arrays, block.body_a, block.body_b, block.at(masses_at), room);
        if (k.first_joint_pass) apply_correction(block, bodies);
        Kind::template solve<true>(bodies, make_step(k, block), block.settings(), block.geometry(),
                                   block.impulses());
        scatter_bodies(arrays, block.body_a, block.body_b, bodies);
    }
}

/// How far the two bodies have come since the start of the step.
struct JointMotion {
    Quatw turn_a, turn_b;
    Vec3w moved_a, moved_b;
    Mask far_a, far_b;  // whose inertia is not what it was
};

CAIRN_SHARED JointMotion gather_motion(const BodyArrays& arrays, const BodySlots& body_a,
                                       const BodySlots& body_b) {
    const MotionWide a = gather_motion(arrays.motion, body_a), b = gather_motion(arrays.motion, body_b);
    return {a.turn, b.turn, a.translation, b.translation, a.turned > Float(0.0f), b.turned > Float(0.0f)};
}

/// The inertia of bodies that have turned far follows them. With that of the step's start, a chain of rods
/// swings itself up to many times its energy, and the more sub-steps the higher.
__attribute__((noinline)) void renew_inertia(float* masses_in, const BodyArrays& arrays,
                                             const BodySlots& body_a, const BodySlots& body_b, Mask far_a,
                                             Mask far_b) {
    JointMasses masses = load_part<JointMasses>(masses_in);
    masses.inertia_a = gather_inertia(arrays.inertia, body_a, far_a, masses.inertia_a);
    masses.inertia_b = gather_inertia(arrays.inertia, body_b, far_b, masses.inertia_b);
    store_part(masses_in, masses);
}

/// `frames` are those of the start of the step, or null where nobody looks at them.
CAIRN_SHARED JointPose current_pose(const float* constraint, const float* frames, const JointMotion& motion) {
    const JointStart start = load_part<JointStart>(constraint + start_at * lane_count);
    JointPose pose;
    pose.arm_a = rotate(motion.turn_a, start.arm_a);
    pose.arm_b = rotate(motion.turn_b, start.arm_b);
    // small numbers first: the centres may be far from each other
    pose.gap = start.centers + ((motion.moved_b - motion.moved_a) + (pose.arm_b - pose.arm_a));
    if (frames) {
        const JointStartFrames turned = load_part<JointStartFrames>(frames);
        pose.frame_a = motion.turn_a * turned.frame_a;
        pose.frame_b = motion.turn_b * turned.frame_b;
    }
    return pose;
}

/// Bodies that are drawn together by their anchors turn on the way, so that what draws them is not quite what
/// the pass without bias takes back: in a second they spin, and what their spin pulls at the joint looks like
/// a load (close_slowly), so that they are thrown. While a joint closes that the user tore, its bodies do not
/// move against each other but for that. This takes energy, and no momentum: it acts where anchor b is. Rare,
/// so it looks at the bodies itself: the pass keeps them in registers.
__attribute__((noinline)) void hold_torn(const float* data, const float* constraint, const BodySlots& body_a,
                                         const BodySlots& body_b, const BodyArrays& arrays) {
    const Mask torn = torn_by_user(load_part<JointFrames<Lanes>>(data));
    if (!any(torn)) return;
    Pushes room;
    JointBodies bodies = gather_bodies(arrays, body_a, body_b, constraint + masses_at * lane_count, room);
    const JointPose pose = current_pose(constraint, nullptr, gather_motion(arrays, body_a, body_b));
    const Vec3w arm_a = pose.arm_a + pose.gap;
    const TurnBlock rotation{zero3(), safe_inverse(bodies.inertia_a() + bodies.inertia_b())};
    const Sym3w response = welded_response(bodies, rotation.mass, arm_a - pose.arm_b);
    const PointBlock point{arm_a, pose.arm_b, zero3(), safe_inverse(response, bodies.least_push())};
    const SoftnessWide unused{Float(0.0f), Float(1.0f), Float(0.0f)};
    Vec3w push = zero3(), turning = zero3();
    solve_weld<false>(bodies, point, rotation, {Float(0.0f), Float(0.0f), unused, torn}, push, turning);
    scatter_bodies(arrays, body_a, body_b, bodies);
}

template <class Kind>
void relax(const JointBlocks& blocks, int first, int last, const BodyArrays& arrays, const StepConstants& k) {
    for (int index = first; index < last; ++index) {
        const JointBlock<Kind> block(blocks, index);
        const JointMotion motion = gather_motion(arrays, block.body_a, block.body_b);
        if (any(motion.far_a | motion.far_b))
            renew_inertia(block.at(masses_at), arrays, block.body_a, block.body_b, motion.far_a,
                          motion.far_b);
        Pushes room;
        JointBodies bodies = gather_bodies(arrays, block.body_a, block.body_b, block.at(masses_at), room);
        const WarmImpulse before = warm_impulse(block);
        const float* const frames = block.at(block.frames_at);
        const bool needs_frames = Kind::needs_frames(block.settings());
        const JointPose pose = current_pose(block.constraint, needs_frames ? frames : nullptr, motion);
        refresh(block, pose, bodies);
        store_correction(block, bodies, before);
        Kind::template solve<false>(bodies, make_step(k, block), block.settings(), block.geometry(),
                                    block.impulses());
        close_slowly(block, k);  // when it is known what it has to bear
        scatter_bodies(arrays, block.body_a, block.body_b, bodies);
        if (k.any_torn_joints) hold_torn(block.data, block.constraint, block.body_a, block.body_b, arrays);
    }
}

template <class Kind>
JointKernels table_of() {
    return {crowd<Kind>, prepare<Kind>, warm_start<Kind>,
            solve<Kind>, relax<Kind>,   JointBlock<Kind>::scratch};
}

}  // namespace

void fill_joint_kernels(JointKernels (&table)[joint_kind_count]) {
    table[static_cast<int>(JointKind::ball)] = table_of<Ball>();
    table[static_cast<int>(JointKind::hinge)] = table_of<Hinge>();
    table[static_cast<int>(JointKind::slider)] = table_of<Slider>();
    table[static_cast<int>(JointKind::fixed)] = table_of<Fixed>();
    table[static_cast<int>(JointKind::distance)] = table_of<Distance>();
    table[static_cast<int>(JointKind::wheel)] = table_of<Wheel>();
    table[static_cast<int>(JointKind::motor)] = table_of<MotorDriver>();
}

}  // namespace cairn::CAIRN_WIDE
