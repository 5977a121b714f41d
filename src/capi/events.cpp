#include "capi/convert.hpp"

using namespace cairn;
using namespace cairn::capi;

namespace {

/// Keeps a copy that no change of the world moves, and hands it out.
template <class C, class Cpp>
void publish(const std::vector<Cpp>& from, std::vector<C>& copy, const C*& array, int& count) {
    copy.clear();
    copy.reserve(from.size());
    for (const Cpp& event : from) copy.push_back(to_c(event));
    array = copy.data();
    count = static_cast<int>(copy.size());
}

}  // namespace

bool cairn_world_events(cairn_world* world, cairn_events* events) {
    return guarded(__func__, [&] {
        cairn_world& handle = required(world, "world");
        cairn_events& out = required(events, "events");
        const Events& from = handle.world.events();
        EventArrays& kept = handle.events;
        publish(from.contact_begin, kept.contact_begin, out.contact_begin, out.contact_begin_count);
        publish(from.contact_end, kept.contact_end, out.contact_end, out.contact_end_count);
        publish(from.hits, kept.hits, out.hits, out.hits_count);
        publish(from.sensor_begin, kept.sensor_begin, out.sensor_begin, out.sensor_begin_count);
        publish(from.sensor_end, kept.sensor_end, out.sensor_end, out.sensor_end_count);
        publish(from.joints_broken, kept.joints_broken, out.joints_broken, out.joints_broken_count);
        publish(from.fell_asleep, kept.fell_asleep, out.fell_asleep, out.fell_asleep_count);
        publish(from.woke_up, kept.woke_up, out.woke_up, out.woke_up_count);
        publish(from.frozen, kept.frozen, out.frozen, out.frozen_count);
    });
}
