#include <algorithm>
#include <tuple>

#include "world/impl.hpp"

namespace cairn {

namespace {

auto order(const ShapeId& a, const ShapeId& b) {
    return std::tuple(a.index, a.generation, b.index, b.generation);
}

ContactEvent make_event(const Model& model, const ContactRecord& contact) {
    return {model.shape_ids.id(contact.shape_a), model.shape_ids.id(contact.shape_b),
            model.body_ids.id(static_cast<uint32_t>(contact.body_a)),
            model.body_ids.id(static_cast<uint32_t>(contact.body_b))};
}

bool wanted(const Model& model, const ContactRecord& contact) {
    return model.shapes[contact.shape_a].def.contact_events &&
           model.shapes[contact.shape_b].def.contact_events;
}

SensorEvent make_sensor_event(const Model& model, const ContactRecord& contact) {
    const ContactEvent e = make_event(model, contact);
    return model.shapes[contact.shape_a].def.sensor ? SensorEvent{e.shape_a, e.shape_b, e.body_a, e.body_b}
                                                    : SensorEvent{e.shape_b, e.shape_a, e.body_b, e.body_a};
}

}  // namespace

void report_begin(World::Impl& world, int32_t index) {
    const ContactRecord& contact = world.model.contacts[static_cast<size_t>(index)];
    if (contact.sensor)
        world.sink().sensor_begin.push_back(make_sensor_event(world.model, contact));
    else if (wanted(world.model, contact))
        world.sink().contact_begin.push_back(make_event(world.model, contact));
}

void report_end(World::Impl& world, int32_t index) {
    const ContactRecord& contact = world.model.contacts[static_cast<size_t>(index)];
    if (contact.sensor)
        world.sink().sensor_end.push_back(make_sensor_event(world.model, contact));
    else if (wanted(world.model, contact))
        world.sink().contact_end.push_back(make_event(world.model, contact));
}

void report_hits(World::Impl& world) {
    const Model& model = world.model;
    if (!model.any_hit_events) return;
    for (int32_t index : model.active_contacts) {
        const ContactRecord& contact = model.contacts[static_cast<size_t>(index)];
        if (!contact.touching || contact.color == none) continue;
        if (!model.shapes[contact.shape_a].def.hit_events && !model.shapes[contact.shape_b].def.hit_events)
            continue;
        const float speed = world.stage ? world.stage->approach_speed(index)
                                        : approach_speed(model, world.scratch.soft_step, contact);
        if (speed < model.hit_event_speed) continue;
        const Contact view = describe_contact(model, contact);
        HitEvent hit{view.shape_a, view.shape_b, view.body_a, view.body_b, view.points[0].position,
                     view.normal,  speed};
        world.sink().hits.push_back(hit);
    }
}

void sort_events(Events& events) {
    const auto by_shapes = [](const auto& a, const auto& b) {
        return order(a.shape_a, a.shape_b) < order(b.shape_a, b.shape_b);
    };
    const auto by_sensor = [](const auto& a, const auto& b) {
        return order(a.sensor, a.visitor) < order(b.sensor, b.visitor);
    };
    const auto by_id = [](BodyId a, BodyId b) {
        return std::tuple(a.index, a.generation) < std::tuple(b.index, b.generation);
    };
    std::sort(events.contact_begin.begin(), events.contact_begin.end(), by_shapes);
    std::sort(events.contact_end.begin(), events.contact_end.end(), by_shapes);
    std::sort(events.hits.begin(), events.hits.end(), by_shapes);
    std::sort(events.sensor_begin.begin(), events.sensor_begin.end(), by_sensor);
    std::sort(events.sensor_end.begin(), events.sensor_end.end(), by_sensor);
    std::sort(events.joints_broken.begin(), events.joints_broken.end(),
              [](const JointEvent& a, const JointEvent& b) { return a.joint.index < b.joint.index; });
    std::sort(events.fell_asleep.begin(), events.fell_asleep.end(), by_id);
    std::sort(events.woke_up.begin(), events.woke_up.end(), by_id);
    std::sort(events.frozen.begin(), events.frozen.end(), by_id);
}

}  // namespace cairn
