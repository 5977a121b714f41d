// Must agree with collision/narrow/round.cpp and lies_on_face in capsule_hull.cpp, lane by lane.

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
    Column<float> radius_a, radius_b;  // of the bodies
    Column<float> recycle_distance, recycle_half_sine;

    CAIRN_SHARED RoundBlock(const RoundWorld& world, const int32_t* pairs, int count) {
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
        }
    }
};

/// Where the bodies' own frames are.
CAIRN_SHARED PlaceWide frame_of(const Body* bodies, const int32_t* slots, const PlaceWide& place) {
    constexpr size_t offset = offsetof(Body, center_of_mass);
    static_assert(offset % 16 == 0);
    Vec3w center;
    Float unused;
    gather4(places(bodies, slots, offset / sizeof(float)), center.x, center.y, center.z, unused);
    return {place.center - rotate(place.rotation, center), place.rotation};
}

CAIRN_SHARED PlaceWide relative(const PlaceWide& a, const PlaceWide& b) {
    const Quatw back = conjugate(a.rotation);
    return {rotate(back, b.center - a.center), back * b.rotation};
}

/// What was found of a block of pairs.
struct Touch {
    Vec3w normal;  // all in the frame of body a
    Vec3w position[2];
    Float separation[2];
    Mask has_point[2];
    Float least;  // separation
    Mask unsure;
};

/// Of round shapes, by the nearest points of their cores.
CAIRN_SHARED Touch touch_of(Vec3w core_a, Float radius_a, Vec3w core_b, Float radius_b) {
    const Vec3w between = core_b - core_a;
    const Float distance = square_root(dot(between, between)), zero(0.0f);
    const Float separation = distance - (radius_a + radius_b);
    const Vec3w normal{between.x / distance, between.y / distance, between.z / distance};
    const Vec3w position = core_a + (radius_a + Float(0.5f) * separation) * normal;
    return {normal,     {position, position},      {separation, separation}, {zero == zero, zero > zero},
            separation, ~(distance > Float(1e-9f))};
}

static_assert(offsetof(ShapeRecord, view) == 0 && offsetof(ShapeView, sphere) == 0 &&
              offsetof(ShapeView, capsule) == 0 && offsetof(ShapeView, box) == 0 &&
              offsetof(Sphere, center) == 4 && offsetof(Capsule, b) == 12 &&
              offsetof(Capsule, radius) == 24 && offsetof(Box, center) == 12 &&
              offsetof(Box, rotation) == 24);

struct SphereLanes {
    Float radius;
    Vec3w center;

    CAIRN_INLINE SphereLanes(const ShapeRecord* shapes, const int32_t* slots) {
        gather4(places(shapes, slots, 0), radius, center.x, center.y, center.z);
    }
};

CAIRN_INLINE Touch touch_of(const SphereLanes& a, const SphereLanes& b, const PlaceWide& b_in_a) {
    return touch_of(a.center, a.radius, b_in_a.center + rotate(b_in_a.rotation, b.center), b.radius);
}

struct CapsuleLanes {
    Vec3w a, b;
    Float radius;

    CAIRN_INLINE CapsuleLanes(const ShapeRecord* shapes, const int32_t* slots) {
        const Octet view = gather8(places(shapes, slots, 0));
        a = view.first_vector(), b = {view.first[3], view.second[0], view.second[1]}, radius = view.second[2];
    }
};

CAIRN_INLINE Touch touch_of(const CapsuleLanes& first, const CapsuleLanes& second, const PlaceWide& b_in_a) {
    const Float zero(0.0f), one(1.0f);
    const Vec3w b0 = b_in_a.center + rotate(b_in_a.rotation, second.a);
    const Vec3w b1 = b_in_a.center + rotate(b_in_a.rotation, second.b);
    const Vec3w u = first.b - first.a, v = b1 - b0, w = first.a - b0;
    const Float uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), uw = dot(u, w), vw = dot(v, w);
    const Float determinant = uu * vv - uv * uv;
    const Mask crossing = determinant > Float(1e-6f) * uu * vv;
    const Float s_free =
        select(crossing, clamp_to((uv * vw - uw * vv) / select(crossing, determinant, one), zero, one), zero);
    const Float t_free = (uv * s_free + vw) / vv;
    const Float t = clamp_to(t_free, zero, one);
    const Float s = select(t == t_free, s_free, clamp_to((uv * t - uw) / uu, zero, one));
    const Vec3w across = cross(u, v);
    const Float small(1e-18f);
    const Mask points = ~((uu > small) & (vv > small));
    const Mask beside = dot(across, across) < Float(0.1f) * (uu * vv);
    Touch touch = touch_of(first.a + s * u, first.radius, b0 + t * v, second.radius);
    touch.unsure = touch.unsure | points | (~(touch.least > Float(speculative_distance)) & beside);
    return touch;
}

/// A capsule's core along one axis of a box.
struct AxisOfBox {
    Float p, q, half;
    Float height = max_of(min_of(p, q) - half, -max_of(p, q) - half);  // of the lower end above the face
    Mask positive = min_of(p, q) - half >= -max_of(p, q) - half;       // which face
    Mask beyond = max_of(abs_of(p), abs_of(q)) > half;
};

struct BoxLanes {
    Vec3w half, center;
    Quatw rotation;

    CAIRN_INLINE BoxLanes(const ShapeRecord* shapes, const int32_t* slots) {
        const Octet view = gather8(places(shapes, slots, 0));
        Float z, w, unused;
        gather4(places(shapes, slots, 8), z, w, unused, unused);
        half = view.first_vector(), center = {view.first[3], view.second[0], view.second[1]};
        rotation = {view.second[2], view.second[3], z, w};
    }
};

/// As lies_on_face. (Not in the browser: see boxes_in_lanes.)
[[maybe_unused]] CAIRN_INLINE Touch touch_of(const CapsuleLanes& capsule, const BoxLanes& box,
                                             const PlaceWide& b_in_a) {
    const auto in_box = [&](Vec3w v) {
        return rotate(conjugate(box.rotation),
                      rotate(conjugate(b_in_a.rotation), v - b_in_a.center) - box.center);
    };
    const Vec3w p = in_box(capsule.a), q = in_box(capsule.b);
    const AxisOfBox x{p.x, q.x, box.half.x}, y{p.y, q.y, box.half.y}, z{p.z, q.z, box.half.z};
    const Mask by_z = z.height > max_of(y.height, x.height), by_y = ~by_z & (y.height > x.height);
    const Mask by_x = ~(by_z | by_y);
    const auto pick = [&](Float of_x, Float of_y, Float of_z) {
        return select(by_z, of_z, select(by_y, of_y, of_x));
    };
    const Float zero(0.0f), one(1.0f), speculative(speculative_distance);
    const auto inward = [&](const AxisOfBox& axis, Mask by) {
        return select(by, select(axis.positive, -one, one), zero);
    };
    Touch touch;
    touch.normal = rotate(b_in_a.rotation,
                          rotate(box.rotation, Vec3w{inward(x, by_x), inward(y, by_y), inward(z, by_z)}));
    const Float highest = pick(x.height, y.height, z.height), half = pick(x.half, y.half, z.half);
    touch.least = highest - capsule.radius;
    touch.unsure = ~(touch.least > speculative) &
                   (~(highest > zero) | (~by_x & x.beyond) | (~by_y & y.beyond) | (~by_z & z.beyond));
    const Float height[2] = {abs_of(pick(p.x, p.y, p.z)), abs_of(pick(q.x, q.y, q.z))};
    const Vec3w along = capsule.b - capsule.a, ends[2] = {capsule.a, capsule.b};
    const Mask is_point = dot(along, along) <= Float(linear_slop * linear_slop);
    const Mask second_lower = height[1] < height[0];
    for (int i = 0; i < 2; ++i) {
        const Float separation = height[i] - half - capsule.radius;
        touch.separation[i] = separation;
        touch.position[i] = ends[i] + (capsule.radius + Float(0.5f) * separation) * touch.normal;
        touch.has_point[i] =
            ~(separation > speculative) & ~(is_point & (i == 0 ? second_lower : ~second_lower));
    }
    return touch;
}

/// How far the pair may move until it is looked at again; see set_keeping.
CAIRN_SHARED void store_keeping(const RoundWorld& world, const RoundBlock& block, const PlaceWide& a,
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
    scatter8(places(contacts, block.record.lane, 0),
             {{pose.center.x, pose.center.y, pose.center.z, pose.rotation.x},
              {pose.rotation.y, pose.rotation.z, pose.rotation.w, distance}});
    for (int i = 0; i < lane_count; ++i) {
        ContactRecord& contact = contacts[block.record.lane[i]];
        contact.keep_half_sine = half_sine.lane[i];
        contact.seen_from_b = seen_from_b >> i & 1;
    }
}

CAIRN_SHARED void store_answers(const PlaceWide& b_in_a, const Touch& touch, Mask apart, int points,
                                int first, RoundAnswers& answers) {
    const auto put = [&](float(&column)[RoundAnswers::most], Float value) { store(column + first, value); };
    const auto put3 = [&](float(&columns)[3][RoundAnswers::most], Vec3w v) {
        put(columns[0], v.x), put(columns[1], v.y), put(columns[2], v.z);
    };
    put3(answers.normal, touch.normal), put3(answers.b_position, b_in_a.center);
    const Float turn[4] = {b_in_a.rotation.x, b_in_a.rotation.y, b_in_a.rotation.z, b_in_a.rotation.w};
    for (int i = 0; i < 4; ++i) put(answers.b_rotation[i], turn[i]);
    for (int i = 0; i < points; ++i) {
        put3(answers.position[i], touch.position[i]), put(answers.separation[i], touch.separation[i]);
        answers.has_point[i] |= uint64_t{lane_bits(touch.has_point[i])} << first;
    }
    answers.apart |= uint64_t{lane_bits(apart)} << first;
    answers.unsure |= uint64_t{lane_bits(touch.unsure)} << first;
}

template <class First, class Second>
CAIRN_INLINE void answer_block(const RoundWorld& world, const RoundBlock& block, int first,
                               RoundAnswers& answers) {
    const PlaceWide a = gather_place(world.poses, block.body_a.lane);
    const PlaceWide b = gather_place(world.poses, block.body_b.lane);
    const PlaceWide b_in_a =
        relative(frame_of(world.bodies, block.body_a.lane, a), frame_of(world.bodies, block.body_b.lane, b));
    const Touch touch =
        touch_of(First(world.shapes, block.shape_a.lane), Second(world.shapes, block.shape_b.lane), b_in_a);
    const Mask apart = touch.least > Float(speculative_distance);
    store_keeping(world, block, a, b, touch.least, apart);
    store_answers(b_in_a, touch, apart, std::is_same_v<Second, BoxLanes> ? 2 : 1, first, answers);
}

template <class First, class Second>
void answer(const RoundWorld& world, const int32_t* pairs, int count, RoundAnswers& answers) {
    answers.apart = answers.unsure = answers.has_point[0] = answers.has_point[1] = 0;
    for (int first = 0; first < count; first += lane_count)
        answer_block<First, Second>(world, RoundBlock(world, pairs + first, count - first), first, answers);
}

}  // namespace

RoundPairs make_round_pairs() {
    RoundPairs pairs{{nullptr, answer<SphereLanes, SphereLanes>, answer<CapsuleLanes, CapsuleLanes>}};
    if constexpr (boxes_in_lanes)
        pairs.of[static_cast<int>(RoundPair::capsule_box)] = answer<CapsuleLanes, BoxLanes>;
    return pairs;
}

}  // namespace cairn::CAIRN_WIDE
