#pragma once
// Records that lie in slots, of bodies above all, in and out of lanes.

#include <cstring>

#include "base/lane_records.hpp"
#include "model/body_state.hpp"
#include "model/contact_columns.hpp"

namespace cairn::CAIRN_WIDE {

/// Where the bodies of a block are. Half the instructions of a pass could go into addresses: so they are made
/// once a block, for all lanes at once, in a form that the processor's addressing takes as it is.
struct BodySlots {
    alignas(4 * lane_count)
        uint32_t quadruple[lane_count];  // four times the slot, whether it may be written or not
    const BodyRef* refs;
    bool all_written, any_written;

    CAIRN_INLINE explicit BodySlots(const BodyRef* the_refs) : refs(the_refs) {
        IntRegister r;
        std::memcpy(&r, the_refs, sizeof r);
        const IntRegister sign = r >> 31;
        const IntRegister scaled = (r ^ sign) << 2;
        std::memcpy(quadruple, &scaled, sizeof scaled);
        all_written = !any(Mask{sign}), any_written = any(Mask{~sign});
    }
    /// Makes the compiler read the slots again instead of keeping dozens of addresses, which it would have to
    /// put away and fetch back one by one.
    CAIRN_INLINE void reload() const { asm("" : "+m"(const_cast<BodySlots*>(this)->quadruple)); }

    template <class Record>
    CAIRN_INLINE const float* at(const Record* records, int lane, int offset) const {
        static_assert(sizeof(Record) % 4 == 0);
        return reinterpret_cast<const float*>(reinterpret_cast<const char*>(records) +
                                              static_cast<size_t>(quadruple[lane]) * (sizeof(Record) / 4)) +
               offset;
    }
    template <class Record>
    CAIRN_INLINE float* at(Record* records, int lane, int offset) const {
        return const_cast<float*>(at(static_cast<const Record*>(records), lane, offset));
    }
    CAIRN_INLINE bool is_world(int lane) const { return quadruple[lane] == 0; }
    CAIRN_INLINE bool any_world() const {
        IntRegister r;
        std::memcpy(&r, quadruple, sizeof r);
        return any(Mask{r == IntRegister{}});
    }
};

/// Four floats of a record of each body, at `offset` floats from its start.
template <class Record>
CAIRN_INLINE void gather_part(const Record* records, const BodySlots& slots, int offset, Float& x, Float& y,
                              Float& z, Float& w) {
    slots.reload();
    gather4([&](int lane) { return slots.at(records, lane, offset); }, x, y, z, w);
}
template <class Record>
CAIRN_INLINE Vec3w gather_vector(const Record* records, const BodySlots& slots, int offset) {
    Vec3w v;
    Float unused;
    gather_part(records, slots, offset, v.x, v.y, v.z, unused);
    return v;
}

/// Eight of them (32-byte aligned).
template <class Record>
CAIRN_INLINE Octet gather_octet(const Record* records, const BodySlots& slots, int offset) {
    slots.reload();
    return gather8([&](int lane) { return slots.at(records, lane, offset); });
}
/// The reverse, but for lanes of which `skip(lane)` is true; `any_skipped` is whether there is one.
template <class Record, class Skip>
CAIRN_INLINE void scatter_octet(Record* records, const BodySlots& slots, const Octet& values,
                                bool any_skipped, const Skip& skip) {
    static_assert(sizeof(Record) == 32);
    slots.reload();
    if (!any_skipped) {
        scatter8([&](int lane) { return slots.at(records, lane, 0); }, values);
        return;
    }
    Record rubbish;
    const auto aside = reinterpret_cast<float*>(&rubbish);
    alignas(64) float* places[lane_count];  // found without a branch
    for (int lane = 0; lane < lane_count; ++lane)
        places[lane] = skip(lane) ? aside : slots.at(records, lane, 0);
    asm("" : "+m"(places));
    scatter8([&](int lane) { return places[lane]; }, values);
}
/// Of the bodies that may be written.
template <class Record>
CAIRN_INLINE void scatter_written(Record* records, const BodySlots& slots, const Octet& values) {
    if (!slots.any_written) return;
    scatter_octet(records, slots, values, !slots.all_written, [&](int lane) { return slots.refs[lane] < 0; });
}
/// Of all but the world, which fills the lanes that have no body.
template <class Record>
CAIRN_INLINE void scatter_bodies(Record* records, const BodySlots& slots, const Octet& values) {
    scatter_octet(records, slots, values, slots.any_world(), [&](int lane) { return slots.is_world(lane); });
}

/// Where bodies are.
struct PlaceWide {
    Vec3w center;
    Quatw rotation;
};

CAIRN_INLINE PlaceWide gather_place(const Pose* poses, const BodySlots& slots) {
    const Octet p = gather_octet(poses, slots, 0);
    return {p.first_vector(), p.second_quaternion()};
}

}  // namespace cairn::CAIRN_WIDE
