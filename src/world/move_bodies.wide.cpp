#include "world/move_bodies.hpp"

#include "base/range.hpp"
#include "model/slots_wide.hpp"

namespace cairn::CAIRN_WIDE {
namespace {

CAIRN_INLINE Float length(Vec3w v) { return square_root(dot(v, v)); }
CAIRN_INLINE Float dot(Quatw a, Quatw b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

/// As normalized(Quat).
CAIRN_INLINE Quatw normalized(Quatw q) {
    const Float l = square_root(dot(q, q)), zero(0.0f);
    return select(l > Float(1e-18f), Quatw{q.x / l, q.y / l, q.z / l, q.w / l},
                  Quatw{zero, zero, zero, Float(1.0f)});
}

/// As refresh_pose: R I^-1 R^T, or zero for what no force moves.
CAIRN_INLINE Sym3w world_inertia(const Body* bodies, const BodySlots& slots, Quatw rotation, Mask dynamic) {
    static_assert(offsetof(Body, inverse_inertia) == 0 && sizeof(Body) % 16 == 0);
    Vec3w x, y, z;
    Float unused;
    gather_part(bodies, slots, 0, x.x, x.y, x.z, y.x);
    gather_part(bodies, slots, 4, y.y, y.z, z.x, z.y);
    gather_part(bodies, slots, 8, z.z, unused, unused, unused);
    const Mat3w r = to_matrix(rotation);
    const Mat3w turned{r * x, r * y, r * z};
    const Vec3w wx = turned * Vec3w{r.x.x, r.y.x, r.z.x};
    const Vec3w wy = turned * Vec3w{r.x.y, r.y.y, r.z.y};
    const Vec3w wz = turned * Vec3w{r.x.z, r.y.z, r.z.z};
    const auto kept = [&](Float value) { return select(dynamic, value, Float(0.0f)); };
    return {kept(wx.x), kept(wy.y), kept(wz.z), kept(wx.y), kept(wx.z), kept(wy.z)};
}

/// Of what stands, as it was, or as far behind as it may be; of all else, where it is.
CAIRN_INLINE Quatw stance_at(Quatw stance, Quatw rotation, Mask stands) {
    constexpr float half_sine = 0.5f * most_lean;
    const Quatw lean = rotation * conjugate(stance);
    const Float sine = square_root(lean.x * lean.x + lean.y * lean.y + lean.z * lean.z);
    const Float kept = Float(half_sine) / max_of(sine, Float(half_sine));
    const Quatw most{kept * lean.x, kept * lean.y, kept * lean.z,
                     square_root(Float(1.0f - half_sine * half_sine))};
    const Quatw nearest = select(sine > Float(half_sine), conjugate(most) * rotation, stance);
    return select(stands, nearest, rotation);
}

struct MovedLanes {
    Mask sane, has_room;
};

CAIRN_INLINE MovedLanes move_block(const MoveArrays& arrays, const BodySlots& slots) {
    const Octet place = gather_octet(arrays.poses, slots, 0), motion = gather_octet(arrays.motions, slots, 0),
                velocity = gather_octet(arrays.velocities, slots, 0);
    const Vec3w before = place.first_vector();
    const Float inverse_mass = place.first[3];
    const Quatw old_rotation = place.second_quaternion(), turn = motion.second_quaternion();
    const Vec3w linear = velocity.first_vector(), angular = velocity.second_vector();
    Vec3w center = before + motion.first_vector();
    Quatw rotation = normalized(turn * old_rotation);
    // false for NaN
    const Mask sane = (dot(center, center) < Float(farthest * farthest)) &
                      (dot(rotation, rotation) < Float(4.0f)) &
                      (dot(linear, linear) <= Float(fastest * fastest)) &
                      (dot(angular, angular) <= Float(fastest * fastest));
    center = select(sane, center, before), rotation = select(sane, rotation, old_rotation);
    const Sym3w inertia = world_inertia(arrays.bodies, slots, rotation, inverse_mass > Float(0.0f));
    const Float zero(0.0f);
    scatter8(places(arrays.poses, slots.slots(), 0), {{center.x, center.y, center.z, inverse_mass},
                                                      {rotation.x, rotation.y, rotation.z, rotation.w}});
    scatter8(places(arrays.poses, slots.slots(), 8),
             {{inertia.xx, inertia.yy, inertia.zz, inertia.xy}, {inertia.xz, inertia.yz, zero, zero}});

    Quatw stance;
    gather_part(arrays.stances, slots, 0, stance.x, stance.y, stance.z, stance.w);
    const Mask stands =
        (dot(angular, angular) < Float(standing_speed * standing_speed)) & (inverse_mass > Float(0.0f));
    stance = stance_at(stance, rotation, stands);
    scatter4(places(arrays.stances, slots.slots(), 0), stance.x, stance.y, stance.z, stance.w);

    Float radius, safe_motion, room, quiet_time;
    gather_part(arrays.extents, slots, 0, radius, safe_motion, room, quiet_time);
    // A turn moves no point farther than twice its arm times the sine of half the angle. A little more, so
    // that rounding never makes a body look as if it had room.
    const Float turned = length({turn.x, turn.y, turn.z});
    const Float reach =
        Float(1.001f) * (length(center - before) + Float(2.0f) * radius * turned) + Float(1e-6f) * radius;
    const Float room_left = room - reach;
    // what is pulled together or pushed apart has no velocity, but is not at rest
    const Mask restless = (length(linear) + radius * length(angular) > Float(arrays.sleep_speed)) |
                          (reach > Float(10 * arrays.sleep_speed * arrays.dt));
    const Float quiet = select(restless, zero, quiet_time + Float(arrays.dt));
    scatter4(places(arrays.extents, slots.slots(), 0), radius, safe_motion, room_left, quiet);
    return {sane, room_left > zero};
}

MovedBodies move(const MoveArrays& arrays, const int32_t* bodies, int count) {
    MovedBodies result;
    for (int first = 0; first < count; first += lane_count) {
        // lanes beyond the last body repeat it
        alignas(4 * lane_count) int32_t lanes[lane_count];
        for (int lane = 0; lane < lane_count; ++lane)
            lanes[lane] = bodies[first + lane < count ? first + lane : count - 1];
        const MovedLanes moved = move_block(arrays, BodySlots(lanes));
        result.lost |= uint64_t{lane_bits(~moved.sane)} << first;
        result.room_used |= uint64_t{lane_bits(~moved.has_room)} << first;
    }
    const uint64_t used = count < most_moved_bodies ? (uint64_t{1} << count) - 1 : ~uint64_t{0};
    return {result.lost & used, result.room_used & used};
}

}  // namespace

BodyMover make_body_mover() { return {move}; }

}  // namespace cairn::CAIRN_WIDE
