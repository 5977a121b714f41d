#pragma once
// Records that lie in slots, of bodies above all, in and out of lanes.

#include <cstring>

#include "base/ask.hpp"
#include "base/lane_records.hpp"
#include "model/body_state.hpp"
#include "model/contact_columns.hpp"

namespace cairn::CAIRN_WIDE {

/// Where the bodies of a block are.
struct BodySlots {
    const BodyRef* refs;
    bool all_written, any_written;

    CAIRN_INLINE explicit BodySlots(const BodyRef* the_refs) : refs(the_refs) {
        IntRegister r;
        std::memcpy(&r, the_refs, sizeof r);
        const IntRegister sign = r >> 31;
        all_written = !any(Mask{sign}), any_written = any(Mask{~sign});
#if !defined(__wasm__)
        slots_ = all_written ? refs : decoded_;
        if (all_written) return;
#endif
        const IntRegister decoded = r ^ sign;
        std::memcpy(decoded_, &decoded, sizeof decoded);
    }
    BodySlots(const BodySlots&) = delete;

    /// The slots, whether they may be written or not. Of most blocks all may, and the references are the
    /// slots: what was just written as one register is slow to read lane by lane. (Not in the browser, where
    /// the size of the code counts for more.) The compiler is to read them again each time, instead of
    /// keeping dozens of addresses that it would have to put away and fetch back one by one.
    CAIRN_INLINE const int32_t* slots() const {
#if defined(__wasm__)
        const int32_t* slots = decoded_;
#else
        const int32_t* slots = slots_;
#endif
        asm("" : "+r"(slots));
        return slots;
    }

private:
#if !defined(__wasm__)
    const int32_t* slots_;
#endif
    alignas(4 * lane_count) int32_t decoded_[lane_count];
};

/// Asks for the records of the bodies that a block names, which need not be the one that is looked at.
template <class Record>
CAIRN_INLINE void ask_for_bodies(const BodyRef* refs, const Record* records) {
    // a record that fits a cache line lies in one
    constexpr size_t bytes = sizeof(Record) > cache_line ? sizeof(Record) : 1;
    for (int lane = 0; lane < lane_count; ++lane) ask_for(records + (refs[lane] ^ (refs[lane] >> 31)), bytes);
}

/// What finds the record of each lane's body, at `offset` floats from its start.
template <class Record>
CAIRN_INLINE auto places(Record* records, const int32_t* slots, int offset) {
    using Value = std::conditional_t<std::is_const_v<Record>, const float, float>;
    return [=](int lane) {
        return reinterpret_cast<Value*>(records + static_cast<uint32_t>(slots[lane])) + offset;
    };
}

/// Four floats of a record of each body, at `offset` floats from its start.
template <class Record>
CAIRN_INLINE void gather_part(const Record* records, const BodySlots& bodies, int offset, Float& x, Float& y,
                              Float& z, Float& w) {
    gather4(places(records, bodies.slots(), offset), x, y, z, w);
}
template <class Record>
CAIRN_INLINE Vec3w gather_vector(const Record* records, const BodySlots& bodies, int offset) {
    Vec3w v;
    Float unused;
    gather_part(records, bodies, offset, v.x, v.y, v.z, unused);
    return v;
}

/// Eight of them (32-byte aligned).
template <class Record>
CAIRN_INLINE Octet gather_octet(const Record* records, const BodySlots& bodies, int offset) {
    return gather8(places(records, bodies.slots(), offset));
}
/// The reverse, but for lanes of which `skip(lane)` is true; `any_skipped` is whether there is one.
template <class Record, class Skip>
CAIRN_INLINE void scatter_octet(Record* records, const int32_t* slots, const Octet& values, bool any_skipped,
                                const Skip& skip) {
    static_assert(sizeof(Record) == 32);
    const auto place = places(records, slots, 0);
    if (!any_skipped) {
        scatter8(place, values);
        return;
    }
    Record rubbish;
    const auto aside = reinterpret_cast<float*>(&rubbish);
    alignas(64) float* chosen[lane_count];  // found without a branch
    for (int lane = 0; lane < lane_count; ++lane) chosen[lane] = skip(lane) ? aside : place(lane);
    asm("" : "+m"(chosen));
    scatter8([&](int lane) { return chosen[lane]; }, values);
}
/// Of the bodies that may be written.
template <class Record>
CAIRN_INLINE void scatter_written(Record* records, const BodySlots& bodies, const Octet& values) {
    if (!bodies.any_written) return;
    scatter_octet(records, bodies.slots(), values, !bodies.all_written,
                  [&](int lane) { return bodies.refs[lane] < 0; });
}
/// Of all but the world, which fills the lanes that have no body.
template <class Record>
CAIRN_INLINE void scatter_bodies(Record* records, const BodySlots& bodies, const Octet& values) {
    const int32_t* const slots = bodies.slots();
    IntRegister r;
    std::memcpy(&r, slots, sizeof r);
    scatter_octet(records, slots, values, any(Mask{r == IntRegister{}}),
                  [&](int lane) { return slots[lane] == 0; });
}

/// Where bodies are.
struct PlaceWide {
    Vec3w center;
    Quatw rotation;
};

CAIRN_SHARED PlaceWide gather_place(const Pose* poses, const int32_t* slots) {
    const Octet p = gather8(places(poses, slots, 0));
    return {p.first_vector(), p.second_quaternion()};
}

}  // namespace cairn::CAIRN_WIDE
