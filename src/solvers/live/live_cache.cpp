#include "solvers/live/live_cache.hpp"

#include <algorithm>
#include <cstring>

#include "solvers/live/live_sweeps.hpp"

namespace cairn {

namespace {

namespace mc = manifold_column;

size_t at(int32_t index) { return static_cast<size_t>(index); }

struct CachedPoint {
    uint32_t feature = 0;
    float normal = 0;
    Vec3 tangent;       // world axes: the contact's own turn with its normal
    Vec3 world, local;  // position; local is body a's frame
};

/// Words, so that it can lie in Model::stage_memory.
struct CachedContact {
    uint32_t shape_a = 0, shape_b = 0;
    uint32_t count = 0;
    CachedPoint points[4];
};
constexpr size_t record_words = sizeof(CachedContact) / sizeof(uint32_t);
static_assert(sizeof(CachedContact) % sizeof(uint32_t) == 0 && sizeof(CachedPoint) == 11 * sizeof(uint32_t));

CachedContact read(const Model& model, int32_t contact) {
    CachedContact record;
    const size_t begin = at(contact) * record_words;
    if (begin + record_words <= model.stage_memory.size())
        std::memcpy(static_cast<void*>(&record), model.stage_memory.data() + begin, sizeof record);
    return record;
}

Vec3 local_of(const Model& model, const ContactRecord& record, int point) {
    const int column = mc::header + point * mc::point_columns + mc::anchor_a;
    const auto value = [&](int i) {
        return model.columns.at(record.color, record.point_class, record.slot, column + i);
    };
    return {value(0), value(1), value(2)};
}

Vec3 world_of(const Model& model, const ContactRecord& record, const LivePoint& point) {
    return model.poses[at(record.body_a)].center + to_float(point.arm_a);
}

const CachedPoint* find(const CachedContact& cached, const LiveOptions& options, uint32_t feature, Vec3 world,
                        Vec3 local) {
    const float reach = static_cast<float>(options.match_distance);
    for (uint32_t i = 0; i < cached.count; ++i) {
        const CachedPoint& point = cached.points[i];
        const bool same = options.match == LiveMatch::feature ? point.feature == feature
                          : options.match == LiveMatch::world ? length(point.world - world) <= reach
                                                              : length(point.local - local) <= reach;
        if (same) return &point;
    }
    return nullptr;
}

/// A friction impulse on several axes: the smallest one with this sum (equally spaced axes make a tight
/// frame).
void spread_over_axes(int sides, LivePoint& point) {
    const FrictionAxes& axes = friction_axes(sides);
    for (int i = 0; i < axes.count; ++i)
        point.axis_impulse[i] =
            2.0 / axes.count * (axes.cosine[i] * point.impulse[1] + axes.sine[i] * point.impulse[2]);
}

void load_contact(const Model& model, const LiveOptions& options, const LiveContact& contact,
                  LiveSystem& system, CacheCounts& counts) {
    const ContactRecord& record = model.contacts[at(contact.index)];
    CachedContact cached = read(model, contact.index);
    if (cached.shape_a != record.shape_a || cached.shape_b != record.shape_b) cached.count = 0;
    for (int i = 0; i < contact.count; ++i) {
        LivePoint& point = system.points[at(contact.first + i)];
        const CachedPoint* found = find(cached, options, record.features[i], world_of(model, record, point),
                                        local_of(model, record, i));
        ++(found ? counts.hits : counts.misses);
        if (!found || !(point.k[0] > 0)) continue;
        point.impulse[0] = double(found->normal);
        point.impulse[1] = dot(contact.tangent_1, Vec3d(found->tangent));
        point.impulse[2] = dot(contact.tangent_2, Vec3d(found->tangent));
        if (options.friction == LiveFriction::pyramid && options.sides > 4)
            spread_over_axes(options.sides, point);
    }
}

void store_contact(const LiveSystem& system, const LiveContact& contact, Model& model) {
    const ContactRecord& record = model.contacts[at(contact.index)];
    CachedContact cached;
    cached.shape_a = record.shape_a, cached.shape_b = record.shape_b;
    cached.count = static_cast<uint32_t>(contact.count);
    Vec3d friction;
    for (int i = 0; i < contact.count; ++i) {
        const LivePoint& point = system.points[at(contact.first + i)];
        const Vec3d tangent = point.impulse[1] * contact.tangent_1 + point.impulse[2] * contact.tangent_2;
        friction = friction + tangent;
        cached.points[i] = {record.features[i], static_cast<float>(point.impulse[0]), to_float(tangent),
                            world_of(model, record, point), local_of(model, record, i)};
        model.columns.at(record.color, record.point_class, record.slot,
                         mc::header + i * mc::point_columns + mc::impulse) =
            static_cast<float>(point.impulse[0]);
    }
    const auto header = [&](int column) -> float& {
        return model.columns.at(record.color, record.point_class, record.slot, column);
    };
    header(mc::tangent_impulse) = static_cast<float>(dot(friction, contact.tangent_1));
    header(mc::tangent_impulse + 1) = static_cast<float>(dot(friction, contact.tangent_2));
    header(mc::twist_impulse) = 0;  // the points' own friction holds the twist
    std::memcpy(model.stage_memory.data() + at(contact.index) * record_words, &cached, sizeof cached);
}

/// What no longer touches is forgotten; what sleeps is kept.
void forget_contacts(Model& model) {
    model.stage_memory.resize(model.contacts.size() * record_words, 0u);
    for (size_t i = 0; i < model.contacts.size(); ++i) {
        const ContactRecord& record = model.contacts[i];
        if (record.alive && record.touching) continue;
        uint32_t* words = model.stage_memory.data() + i * record_words;
        if (words[2] != 0) std::fill(words, words + record_words, 0u);
    }
}

}  // namespace

CacheCounts load_impulses(const Model& model, const LiveOptions& options, LiveSystem& system) {
    CacheCounts counts;
    if (!options.warm_start) return counts;
    for (LiveRow& row : system.rows) {
        const JointRecord& joint = model.joints[at(row.joint)];
        row.impulse = double(model.joint_columns.at(joint.color, joint.kind, joint.slot,
                                                    first_joint_impulse(joint.kind) + row.column));
        row.impulse = std::max(row.lower, std::min(row.impulse, row.upper));
    }
    for (const LiveContact& contact : system.contacts) load_contact(model, options, contact, system, counts);
    return counts;
}

void store_impulses(const LiveSystem& system, Model& model) {
    forget_contacts(model);
    for (const LiveContact& contact : system.contacts) store_contact(system, contact, model);
    for (size_t i = 0; i < model.joints.size(); ++i) {
        const JointRecord& joint = model.joints[i];
        if (!joint.alive || joint.color == none) continue;
        for (int k = 0; k < joint_impulses(joint.kind); ++k)
            model.joint_columns.at(joint.color, joint.kind, joint.slot, first_joint_impulse(joint.kind) + k) =
                0;
    }
    for (const LiveRow& row : system.rows) {
        const JointRecord& joint = model.joints[at(row.joint)];
        model.joint_columns.at(joint.color, joint.kind, joint.slot,
                               first_joint_impulse(joint.kind) + row.column) =
            static_cast<float>(row.impulse);
    }
}

}  // namespace cairn
