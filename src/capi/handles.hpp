#pragma once
// What stands behind the opaque handles of the C API. A cairn_hull is a cairn::Hull under another name, so
// that hulls inside shapes can be lent out without a handle being made for them.

#include <memory>
#include <vector>

#include <cairn/cairn.h>
#include <cairn/world.hpp>

namespace cairn::capi {

/// Copies of the last step's events, kept so that they stay put while the world changes.
struct EventArrays {
    std::vector<cairn_contact_event> contact_begin, contact_end;
    std::vector<cairn_hit_event> hits;
    std::vector<cairn_sensor_event> sensor_begin, sensor_end;
    std::vector<cairn_joint_event> joints_broken;
    std::vector<cairn_body> fell_asleep, woke_up, frozen;
};

inline const Hull* hull_of(const cairn_hull* handle) { return reinterpret_cast<const Hull*>(handle); }
inline const cairn_hull* handle_of(const Hull* hull) { return reinterpret_cast<const cairn_hull*>(hull); }

}  // namespace cairn::capi

struct cairn_world {
    std::unique_ptr<cairn::TaskSystem> tasks;  // before the world, which must not outlive it
    std::unique_ptr<cairn::World> owned;       // null where somebody else, a scene, owns the world
    cairn::World& world;
    cairn::capi::EventArrays events;
};

struct cairn_snapshot {
    cairn::Snapshot snapshot;
};
