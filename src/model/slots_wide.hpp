#pragma once
// Records that lie in slots, of bodies above all, in and out of lanes.

#include <cstring>

#include "base/lanes.hpp"
#include "model/body_state.hpp"
#include "model/contact_columns.hpp"

namespace cairn::CAIRN_WIDE {

/// Where the bodies of a block are. Half the instructions of a pass could go into addresses: so they are made
/// once a block, for all lanes at once, in a form that the processor's addressing takes as it is.
struct BodySlots {
    alignas(4 * lane_count)
        uint32_t quadruple[lane_count];  // four times the slot, whether it may be written or not
    const BodyRef* refs;
    bool all_written;

    CAIRN_INLINE explicit BodySlots(const BodyRef* the_refs) : refs(the_refs) {
        IntRegister r;
        std::memcpy(&r, the_refs, sizeof r);
        const IntRegister sign = r >> 31;
        const IntRegister scaled = (r ^ sign) << 2;
        std::memcpy(quadruple, &scaled, sizeof scaled);
        all_written = !any(Mask{sign});
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

/// Where bodies are.
struct PlaceWide {
    Vec3w center;
    Quatw rotation;
};

CAIRN_INLINE PlaceWide gather_place(const Pose* poses, const BodySlots& slots) {
    PlaceWide p;
    p.center = gather_vector(poses, slots, 0);
    gather_part(poses, slots, 4, p.rotation.x, p.rotation.y, p.rotation.z, p.rotation.w);
    return p;
}

}  // namespace cairn::CAIRN_WIDE
