#include "world/kept_pairs.hpp"

#include "base/ask.hpp"
#include "model/slots_wide.hpp"

namespace cairn::CAIRN_WIDE {
namespace {

/// Contacts lie where a free slot was, bodies where their maker put them: without asking ahead, most of the
/// time of the test would be spent waiting for memory.
constexpr int records_ahead = 48, poses_ahead = 24;

CAIRN_INLINE void ask_for_following(const ContactRecord* contacts, const int32_t* pairs, int following,
                                    const Pose* poses) {
    for (int lane = 0; lane < lane_count; ++lane) {
        const int record = lane + records_ahead, pose = lane + poses_ahead;
        if (record < following) ask_for(&contacts[pairs[record]]);
        if (pose >= following) continue;
        ask_for(&poses[contacts[pairs[pose]].body_a]);
        ask_for(&poses[contacts[pairs[pose]].body_b]);
    }
}

/// The pairs of one block; lanes beyond the last pair repeat it.
struct PairBlock {
    alignas(4 * lane_count) int32_t record[lane_count];
    alignas(4 * lane_count) int32_t larger[lane_count];
    alignas(4 * lane_count) int32_t smaller[lane_count];
    alignas(4 * lane_count) float half_sine[lane_count];

    CAIRN_INLINE PairBlock(const ContactRecord* contacts, const int32_t* pairs, int count) {
        for (int lane = 0; lane < lane_count; ++lane) {
            record[lane] = pairs[lane < count ? lane : count - 1];
            const ContactRecord& contact = contacts[record[lane]];
            larger[lane] = contact.seen_from_b ? contact.body_b : contact.body_a;
            smaller[lane] = contact.seen_from_b ? contact.body_a : contact.body_b;
            half_sine[lane] = contact.keep_half_sine;
        }
    }
};

/// As relative() of two transforms and the pose that set_keeping stored say, lane by lane.
CAIRN_INLINE Mask barely_moved(const ContactRecord* contacts, const PairBlock& block, const Pose* poses) {
    const PlaceWide a = gather_place(poses, block.larger), b = gather_place(poses, block.smaller);
    const Octet record = gather8(places(contacts, block.record, 0));
    const Quatw then{record.first[3], record.second[0], record.second[1], record.second[2]};
    const Float keep_distance = record.second[3];
    const Vec3w moved = rotate(conjugate(a.rotation), b.center - a.center) - record.first_vector();
    const Quatw turn = conjugate(then) * (conjugate(a.rotation) * b.rotation);
    const Float half_sine = load(block.half_sine);
    return ~(dot(moved, moved) > keep_distance * keep_distance) &
           (turn.x * turn.x + turn.y * turn.y + turn.z * turn.z < half_sine * half_sine);
}

uint64_t all_barely_moved(const ContactRecord* contacts, const int32_t* pairs, int count, int following,
                          const Pose* poses) {
    uint64_t bits = 0;
    for (int first = 0; first < count; first += lane_count) {
        ask_for_following(contacts, pairs + first, following - first, poses);
        const PairBlock block(contacts, pairs + first, count - first);
        bits |= uint64_t{lane_bits(barely_moved(contacts, block, poses))} << first;
    }
    return count < most_kept_pairs ? bits & ((uint64_t{1} << count) - 1) : bits;
}

}  // namespace

KeptPairs make_kept_pairs() { return {all_barely_moved}; }

}  // namespace cairn::CAIRN_WIDE
