// Contacts as the user sees them.

#include <algorithm>

#include "base/index.hpp"
#include "world/impl.hpp"

namespace cairn {

namespace {

std::vector<Contact> in_order(std::vector<Contact> contacts) {
    std::sort(contacts.begin(), contacts.end(), [](const Contact& a, const Contact& b) {
        return std::pair(a.shape_a.index, a.shape_b.index) < std::pair(b.shape_a.index, b.shape_b.index);
    });
    return contacts;
}

}  // namespace

Contact describe_contact(const Model& model, const ContactRecord& record) {
    namespace mc = manifold_column;
    const auto column = [&](int index) {
        return record.color != none ? model.columns.at(record.color, record.point_class, record.slot, index)
                                    : model.stored[at(record.stored)].columns[index];
    };
    const auto vector = [&](int index) { return Vec3{column(index), column(index + 1), column(index + 2)}; };
    const Pose& a = model.poses[at(record.body_a)];
    const Pose& b = model.poses[at(record.body_b)];
    Contact contact{model.shape_ids.id(record.shape_a),
                    model.shape_ids.id(record.shape_b),
                    model.body_ids.id(static_cast<uint32_t>(record.body_a)),
                    model.body_ids.id(static_cast<uint32_t>(record.body_b)),
                    {},
                    0,
                    {},
                    {}};
    const Vec3 local_normal = vector(mc::normal);
    const Quat turn = column(mc::frame) > 0 ? b.rotation : a.rotation;
    contact.normal = rotate(turn, local_normal);
    const Vec3 tangent = rotate(turn, perpendicular(local_normal));
    Vec3 impulse = column(mc::tangent_impulse) * tangent +
                   column(mc::tangent_impulse + 1) * cross(contact.normal, tangent);
    contact.point_count = record.count;
    for (int i = 0; i < record.count; ++i) {
        const int point = mc::header + i * mc::point_columns;
        const Vec3 on_a = a.center + rotate(a.rotation, vector(point + mc::anchor_a));
        const Vec3 on_b = b.center + rotate(b.rotation, vector(point + mc::anchor_b));
        contact.points[i] = {0.5f * (on_a + on_b), dot(on_b - on_a, contact.normal),
                             column(point + mc::impulse), record.features[i]};
        impulse += column(point + mc::impulse) * contact.normal;
    }
    if (model.last_substep > 0) contact.force = impulse / model.last_substep;
    return contact;
}

std::vector<Contact> World::contacts() const {
    const Model& model = impl_->model;
    std::vector<Contact> result;
    for (const ContactRecord& record : model.contacts)
        if (record.alive && record.touching && !record.sensor)
            result.push_back(describe_contact(model, record));
    return in_order(std::move(result));
}

std::vector<Contact> World::contacts(BodyId body) const {
    const Model& model = impl_->model;
    std::vector<Contact> result;
    visit_contacts(model, impl_->index(body), [&](int32_t index, int32_t) {
        const ContactRecord& record = model.contacts[at(index)];
        if (record.touching && !record.sensor) result.push_back(describe_contact(model, record));
    });
    return in_order(std::move(result));
}

}  // namespace cairn
