// Must agree with collision/narrow/round.cpp, lane by lane.

#include "world/round_pairs.hpp"

#include "model/slots_wide.hpp"
#include "world/kept_pairs.hpp"

namespace cairn::CAIRN_WIDE {
namespace {

/// The pairs of one block; lanes beyond the last pair repeat it.
struct RoundBlock {
    template <class T>
    struct alignas(4 * lane_count) Column {
        T lane[lane_count];
    };
    Column<int32_t> record, body_a, body_b, shape_a, shape_b;
    Column<float> center_a[3], center_b[3];  // of mass
    Column<float> radius_a, radius_b;        // of the bodies
    Column<float> recycle_distance, recycle_half_sine;

    CAIRN_INLINE RoundBlock(const RoundWorld& world, const int32_t* pairs, int count) {
        for (int i = 0; i < lane_count; ++i) {
            record.lane[i] = pairs[i < count ? i : count - 1];
            const ContactRecord& contact = world.contacts[record.lane[i]];
            body_a.lane[i] = contact.body_a, body_b.lane[i] = contact.body_b;
            shape_a.lane[i] = static_cast<int32_t>(contact.shape_a);
            shape_b.lane[i] = static_cast<int32_t>(contact.shape_b);
            recycle_distance.lane[i] = contact.recycle_distance;
            recycle_half_sine.lane[i] = contact.recycle_half_sine;
            radius_a.lane[i] = world.extents[contact.body_a].radius;
            radius_b.lane[i] = world.extents[contact.body_b].radius;
            const Vec3 &a = world.bodies[contact.body_a].center_of_mass,
                       &b = world.bodies[contact.body_b].center_of_mass;
            center_a[0].lane[i] = a.x, center_a[1].lane[i] = a.y, center_a[2].lane[i] = a.z;
            center_b[0].lane[i] = b.x, center_b[1].lane[i] = b.y, center_b[2].lane[i] = b.z;
        }
    }
};

template <class T>
CAIRN_INLINE Vec3w load3(const T (&columns)[3]) {
    return {load(columns[0].lane), load(columns[1].lane), load(columns[2].lane)};
}

CAIRN_INLINE PlaceWide relative(const PlaceWide& a, const PlaceWide& b) {
    const Quatw back = conjugate(a.rotation);
    return {rotate(back, b.center - a.center), back * b.rotation};
}

/// Nearest points of the cores, in the frame of body a.
struct Cores {
    Vec3w on_a, on_b;
    Float radius_a, radius_b;
    Mask points;  // a segment that is a point
    Mask beside;  // segments side by side
};

static_assert(offsetof(ShapeRecord, view) == 0 && offsetof(ShapeView, sphere) == 0 &&
              offsetof(ShapeView, capsule) == 0 && offsetof(Sphere, center) == 4 &&
              offsetof(Capsule, b) == 12 && offsetof(Capsule, radius) == 24);

struct SphereLanes {
    Float radius;
    Vec3w center;

    CAIRN_INLINE SphereLanes(const ShapeRecord* shapes, const int32_t* slots) {
        const BodySlots places(slots);
        gather_part(shapes, places, 0, radius, center.x, center.y, center.z);
    }
    static CAIRN_INLINE Cores nearest(const SphereLanes& a, const SphereLanes& b, const PlaceWide& b_in_a) {
        const Float zero(0.0f);
        return {a.center,    b_in_a.center + rotate(b_in_a.rotation, b.center),
                a.radius,    b.radius,
                zero > zero, zero > zero};
    }
};

struct CapsuleLanes {
    Vec3w a, b;
    Float radius;

    CAIRN_INLINE CapsuleLanes(const ShapeRecord* shapes, const int32_t* slots) {
        const BodySlots places(slots);
        Float unused;
        gather_part(shapes, places, 0, a.x, a.y, a.z, b.x);
        gather_part(shapes, places, 4, b.y, b.z, radius, unused);
    }
    static CAIRN_INLINE Cores nearest(const CapsuleLanes& first, const CapsuleLanes& second,
                                      const PlaceWide& b_in_a) {
        const Float zero(0.0f), one(1.0f);
        const Vec3w a0 = first.a, b0 = b_in_a.center + rotate(b_in_a.rotation, second.a);
        const Vec3w b1 = b_in_a.center + rotate(b_in_a.rotation, second.b);
        const Vec3w u = first.b - a0, v = b1 - b0, w = a0 - b0;
        const Float uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), uw = dot(u, w), vw = dot(v, w);
        const Float determinant = uu * vv - uv * uv;
        const Mask crossing = determinant > Float(1e-6f) * uu * vv;
        const Float s_free = select(
            crossing, clamp_to((uv * vw - uw * vv) / select(crossing, determinant, one), zero, one), zero);
        const Float t_free = (uv * s_free + vw) / vv;
        const Float t = clamp_to(t_free, zero, one);
        const Float s = select(t == t_free, s_free, clamp_to((uv * t - uw) / uu, zero, one));
        const Vec3w across = cross(u, v);
        const Float small(1e-18f);
        const Mask points = ~((uu > small) & (vv > small));
        const Mask beside = dot(across, across) < Float(0.1f) * (uu * vv);
        return {a0 + s * u, b0 + t * v, first.radius, second.radius, points, beside};
    }
};

/// How far the pair may move until it is looked at again; see set_keeping.
CAIRN_INLINE void store_keeping(const RoundWorld& world, const RoundBlock& block, const PlaceWide& a,
                                const PlaceWide& b, Float separation, Mask apart) {
    const Float radius_a = load(block.radius_a.lane), radius_b = load(block.radius_b.lane);
    const Mask from_b = radius_b > radius_a;
    const auto either = [&](Mask m, const PlaceWide& x, const PlaceWide& y) -> PlaceWide {
        return {select(m, x.center, y.center),
                {select(m, x.rotation.x, y.rotation.x), select(m, x.rotation.y, y.rotation.y),
                 select(m, x.rotation.z, y.rotation.z), select(m, x.rotation.w, y.rotation.w)}};
    };
    const PlaceWide pose = relative(either(from_b, b, a), either(from_b, a, b));
    const Float clearance = (separation - Float(speculative_distance)) + Float(apart_distance);
    const Float distance = select(apart, Float(0.5f) * clearance, load(block.recycle_distance.lane));
    const Float least = max_of(min_of(radius_a, radius_b), Float(linear_slop));
    RoundBlock::Column<float> half_sine;
    store(half_sine.lane,
          select(apart, Float(0.25f) * clearance / least, load(block.recycle_half_sine.lane)));
    const uint32_t seen_from_b = lane_bits(from_b);
    ContactRecord* const contacts = world.contacts;
    scatter4(places(contacts, block.record.lane, 0), pose.center.x, pose.center.y, pose.center.z,
             pose.rotation.x);
    scatter4(places(contacts, block.record.lane, 4), pose.rotation.y, pose.rotation.z, pose.rotation.w,
             distance);
    for (int i = 0; i < lane_count; ++i) {
        ContactRecord& contact = contacts[block.record.lane[i]];
        contact.keep_half_sine = half_sine.lane[i];
        contact.seen_from_b = seen_from_b >> i & 1;
    }
}

template <class Round>
CAIRN_INLINE void answer_block(const RoundWorld& world, const RoundBlock& block, int first,
                               RoundAnswers& answers) {
    const PlaceWide a = gather_place(world.poses, BodySlots(block.body_a.lane));
    const PlaceWide b = gather_place(world.poses, BodySlots(block.body_b.lane));
    const PlaceWide b_in_a = relative({a.center - rotate(a.rotation, load3(block.center_a)), a.rotation},
                                      {b.center - rotate(b.rotation, load3(block.center_b)), b.rotation});
    const Cores cores = Round::nearest(Round(world.shapes, block.shape_a.lane),
                                       Round(world.shapes, block.shape_b.lane), b_in_a);
    const Vec3w between = cores.on_b - cores.on_a;
    const Float distance = square_root(dot(between, between));
    const Float separation = distance - (cores.radius_a + cores.radius_b);
    const Mask apart = separation > Float(speculative_distance);
    const Vec3w normal{between.x / distance, between.y / distance, between.z / distance};
    const Vec3w position = cores.on_a + (cores.radius_a + Float(0.5f) * separation) * normal;
    store_keeping(world, block, a, b, separation, apart);
    const auto put = [&](float(&column)[RoundAnswers::most], Float value) { store(column + first, value); };
    put(answers.normal[0], normal.x), put(answers.normal[1], normal.y), put(answers.normal[2], normal.z);
    put(answers.position[0], position.x), put(answers.position[1], position.y);
    put(answers.position[2], position.z), put(answers.separation, separation);
    put(answers.b_position[0], b_in_a.center.x), put(answers.b_position[1], b_in_a.center.y);
    put(answers.b_position[2], b_in_a.center.z), put(answers.b_rotation[0], b_in_a.rotation.x);
    put(answers.b_rotation[1], b_in_a.rotation.y), put(answers.b_rotation[2], b_in_a.rotation.z);
    put(answers.b_rotation[3], b_in_a.rotation.w);
    const Mask unsure = cores.points | (~apart & cores.beside) | ~(distance > Float(1e-9f));
    answers.apart |= uint64_t{lane_bits(apart)} << first;
    answers.unsure |= uint64_t{lane_bits(unsure)} << first;
}

template <class Round>
void answer(const RoundWorld& world, const int32_t* pairs, int count, RoundAnswers& answers) {
    answers.apart = answers.unsure = 0;
    for (int first = 0; first < count; first += lane_count)
        answer_block<Round>(world, RoundBlock(world, pairs + first, count - first), first, answers);
}

}  // namespace

RoundPairs make_round_pairs() { return {answer<SphereLanes>, answer<CapsuleLanes>}; }

}  // namespace cairn::CAIRN_WIDE
