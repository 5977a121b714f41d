#include "solvers/live/live_cache.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "base/index.hpp"
#include "solvers/live/live_sweeps.hpp"

namespace cairn {

namespace {

namespace mc = manifold_column;

// Without initial values: a record is read and written hundreds of times a step, no further than its points.
struct CachedPoint {
    uint32_t feature;
    float normal;
    float tangent[3];          // world axes: the contact's own turn with its normal
    float world[3], local[3];  // position, where points are known by it; local is body a's frame
};

/// Words, so that it can lie in Model::stage_memory.
struct CachedContact {
    uint32_t shape_a, shape_b;
    uint32_t count;
    CachedPoint points[4];
};
constexpr size_t record_words = sizeof(CachedContact) / sizeof(uint32_t);
static_assert(sizeof(CachedContact) % sizeof(uint32_t) == 0 && sizeof(CachedPoint) == 11 * sizeof(uint32_t));

/// As many words as its points need.
size_t record_bytes(uint32_t count) {
    return offsetof(CachedContact, points) + std::min<size_t>(4, count) * sizeof(CachedPoint);
}

void read(const Model& model, int32_t contact, CachedContact& record) {
    record.count = 0;
    const size_t begin = at(contact) * record_words;
    if (begin + record_words > model.stage_memory.size()) return;
    const uint32_t* words = model.stage_memory.data() + begin;
    std::memcpy(static_cast<void*>(&record), words, record_bytes(words[2]));
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

Vec3 vector_of(const float (&v)[3]) { return {v[0], v[1], v[2]}; }
void put(Vec3 v, float (&to)[3]) { to[0] = v.x, to[1] = v.y, to[2] = v.z; }

/// Mostly the points are those of the last step, in their order.
const CachedPoint* find_feature(const CachedContact& cached, uint32_t feature, uint32_t guess) {
    if (guess < cached.count && cached.points[guess].feature == feature) return &cached.points[guess];
    for (uint32_t i = 0; i < cached.count; ++i)
        if (cached.points[i].feature == feature) return &cached.points[i];
    return nullptr;
}

const CachedPoint* find_place(const CachedContact& cached, const LiveOptions& options, Vec3 world,
                              Vec3 local) {
    const float reach = static_cast<float>(options.match_distance);
    for (uint32_t i = 0; i < cached.count; ++i) {
        const CachedPoint& point = cached.points[i];
        const Vec3 away = options.match == LiveMatch::world ? vector_of(point.world) - world
                                                            : vector_of(point.local) - local;
        if (length(away) <= reach) return &point;
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
    CachedContact cached;
    read(model, contact.index, cached);
    if (cached.shape_a != record.shape_a || cached.shape_b != record.shape_b) cached.count = 0;
    const bool by_place = options.match != LiveMatch::feature;
    for (int i = 0; i < contact.count; ++i) {
        LivePoint& point = system.points[at(contact.first + i)];
        const CachedPoint* found =
            by_place ? find_place(cached, options, world_of(model, record, point), local_of(model, record, i))
                     : find_feature(cached, record.features[i], static_cast<uint32_t>(i));
        ++(found ? counts.hits : counts.misses);
        if (!found || !(point.k[0] > 0)) continue;
        point.impulse[0] = double(found->normal);
        const Vec3d tangent(vector_of(found->tangent));
        point.impulse[1] = dot(contact.tangent_1, tangent);
        point.impulse[2] = dot(contact.tangent_2, tangent);
        if (options.friction == LiveFriction::pyramid && options.sides > 4)
            spread_over_axes(options.sides, point);
    }
}

/// The contact's lane of the columns: column k is at [k * lanes].
float* lane_of(Model& model, const ContactRecord& record) {
    return &model.columns.at(record.color, record.point_class, record.slot, 0);
}

void store_contact(const LiveSystem& system, const LiveOptions& options, const LiveContact& contact,
                   Model& model) {
    const ContactRecord& record = model.contacts[at(contact.index)];
    float* lane = lane_of(model, record);
    const int lanes = model.columns.lanes_of(record.color);
    CachedContact cached;
    cached.shape_a = record.shape_a, cached.shape_b = record.shape_b;
    cached.count = static_cast<uint32_t>(contact.count);
    double along_1 = 0, along_2 = 0;
    for (int i = 0; i < contact.count; ++i) {
        const LivePoint& point = system.points[at(contact.first + i)];
        const Vec3d tangent = point.impulse[1] * contact.tangent_1 + point.impulse[2] * contact.tangent_2;
        along_1 += point.impulse[1], along_2 += point.impulse[2];
        CachedPoint& to = cached.points[i];
        to.feature = record.features[i];
        to.normal = static_cast<float>(point.impulse[0]);
        put(to_float(tangent), to.tangent);
        const bool by_place = options.match != LiveMatch::feature;
        put(by_place ? world_of(model, record, point) : Vec3{}, to.world);
        put(by_place ? local_of(model, record, i) : Vec3{}, to.local);
        lane[(mc::header + i * mc::point_columns + mc::impulse) * lanes] = to.normal;
    }
    lane[mc::tangent_impulse * lanes] = static_cast<float>(along_1);
    lane[(mc::tangent_impulse + 1) * lanes] = static_cast<float>(along_2);
    lane[mc::twist_impulse * lanes] = 0;  // the points' own friction holds the twist
    uint32_t* words = model.stage_memory.data() + at(contact.index) * record_words;
    const size_t used = record_bytes(cached.count), before = record_bytes(words[2]);
    std::memcpy(words, &cached, used);
    if (before > used) std::memset(reinterpret_cast<char*>(words) + used, 0, before - used);
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

void store_impulses(const LiveSystem& system, const LiveOptions& options, Model& model) {
    forget_contacts(model);
    for (const LiveContact& contact : system.contacts) store_contact(system, options, contact, model);
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
