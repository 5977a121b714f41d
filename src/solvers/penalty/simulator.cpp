#include "solvers/penalty/simulator.hpp"

#include <algorithm>
#include <cmath>

#include <cairn/error.hpp>

#include "solvers/penalty/frame_group.hpp"
#include "solvers/penalty/groups.hpp"

namespace cairn::penalty {

namespace {

bool overlap(const DoubleBounds& a, const DoubleBounds& b) {
    return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y &&
           b.lower.y <= a.upper.y && a.lower.z <= b.upper.z && b.lower.z <= a.upper.z;
}

}  // namespace

void FrameReport::add(const FrameReport& o) {
    groups += o.groups;
    largest_group = std::max(largest_group, o.largest_group);
    contacts += o.contacts;
    jacobian_blocks += o.jacobian_blocks;
    backups += o.backups;
    backups_left_out += o.backups_left_out;
    search_evaluations += o.search_evaluations;
    swept_hits += o.swept_hits;
    impulses += o.impulses;
    impulse_passes += o.impulse_passes;
    contacts_added += o.contacts_added;
    contacts_removed += o.contacts_removed;
    attached_deep += o.attached_deep;
    stretch_energy += o.stretch_energy;
    adhesive_impulse = std::max(adhesive_impulse, o.adhesive_impulse);
    max_depth = std::max(max_depth, o.max_depth);
    integration.add(o.integration);
    messages.insert(messages.end(), o.messages.begin(), o.messages.end());
}

Simulator::Simulator(const Options& options) : options_(options) { check(options); }

int Simulator::add_body(const Body& body, std::span<const ShapeOnBody> shapes, Vec3d center) {
    Body added = body;
    if (added.kind == BodyKind::dynamic) {
        const auto positive = [](double v) { return v > 0 && std::isfinite(v); };
        if (!positive(added.mass))
            throw Error("penalty: the mass of a body must be positive, got " + std::to_string(added.mass));
        const Mat3d& i = added.inertia;
        if (!positive(i.x.x) || !positive(i.y.y) || !positive(i.z.z) || !positive(dot(i.x, cross(i.y, i.z))))
            throw Error("penalty: the inertia of a body must be positive definite");
        added.inverse_inertia = inverse(added.inertia);
    }
    const int index = static_cast<int>(bodies_.size());
    double radius = 1e-3;
    for (const ShapeOnBody& s : shapes) {
        Collider collider(index, s.shape, center, s.material);
        if (collider.polytope.vertices.empty() && added.kind == BodyKind::dynamic)
            throw Error("penalty: a half space cannot be dynamic");
        for (const Vec3d& v : collider.polytope.vertices)
            radius = std::max(radius, length(v) + collider.polytope.radius);
        colliders_.push_back(std::move(collider));
    }
    added.radius = radius;
    bodies_.push_back(added);
    step_hints_.push_back(0);
    return index;
}

int Simulator::add(BodyKind kind, const Shape& shape, const ShapeDef& material, Vec3d position,
                   const Quaternion& rotation, Vec3d velocity, Vec3d angular_velocity) {
    Body body;
    body.kind = kind;
    body.gravity = options_.gravity;
    Vec3d center;
    if (kind == BodyKind::dynamic) {
        const MassProperties properties = mass_properties(shape, material.density);
        body.mass = double(properties.mass);
        body.inertia = to_double(properties.inertia);
        center = Vec3d(properties.center);
    }
    const Vec3d place = position + rotation_matrix(rotation) * center;
    body.state = state_of(body, place, rotation, velocity, angular_velocity);
    const ShapeOnBody on_body{shape, material};
    return add_body(body, {&on_body, 1}, center);
}

void Simulator::ignore(int body_a, int body_b) {
    ignored_.push_back({std::min(body_a, body_b), std::max(body_a, body_b)});
    std::sort(ignored_.begin(), ignored_.end());
}

bool Simulator::sleeps(const Collider& collider) const { return bodies_[std::size_t(collider.body)].asleep; }

bool Simulator::sleeps(const Pair& pair) const {
    return sleeps(colliders_[std::size_t(pair.collider_a)]) ||
           sleeps(colliders_[std::size_t(pair.collider_b)]);
}

bool Simulator::may_touch(const Collider& a, const Collider& b) const {
    if (a.body == b.body || a.material.sensor || b.material.sensor) return false;
    const bool moves = bodies_[std::size_t(a.body)].kind == BodyKind::dynamic ||
                       bodies_[std::size_t(b.body)].kind == BodyKind::dynamic;
    // What would meet a sleeper as if it were fixed would lose the momentum it brings: the world wakes it
    // first.
    if (!moves || sleeps(a) || sleeps(b)) return false;
    const Filter &f = a.material.filter, &g = b.material.filter;
    if (f.group != 0 && f.group == g.group) {
        if (f.group < 0) return false;
    } else if ((f.category & g.mask) == 0 || (g.category & f.mask) == 0) {
        return false;
    }
    const std::pair<int, int> both{std::min(a.body, b.body), std::max(a.body, b.body)};
    return !std::binary_search(ignored_.begin(), ignored_.end(), both);
}

double Simulator::heaviest() const {
    if (options_.uniform_mass) return *options_.uniform_mass;
    double mass = 0;
    for (const Body& body : bodies_)
        if (body.kind == BodyKind::dynamic) mass = std::max(mass, body.mass);
    return mass > 0 ? mass : 1;
}

/// Sweep along x over bounds that hold the motion of the frame. Pairs that were there keep their contacts.
void Simulator::find_pairs(double duration) {
    struct Entry {
        DoubleBounds bounds;
        int collider;
    };
    std::vector<Entry> entries;
    for (std::size_t i = 0; i < colliders_.size(); ++i) {
        const Body& body = bodies_[std::size_t(colliders_[i].body)];
        const Frame frame = frame_of(body, body.state);
        double motion = 0;
        if (body.kind != BodyKind::fixed)
            motion = duration * (length(frame.velocity) + body.radius * length(frame.angular_velocity) +
                                 duration * length(body.gravity));
        entries.push_back(
            {bounds_of(colliders_[i].polytope, frame, motion + 2 * options_.envelope), static_cast<int>(i)});
    }
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        return a.bounds.lower.x != b.bounds.lower.x ? a.bounds.lower.x < b.bounds.lower.x
                                                    : a.collider < b.collider;
    });
    std::vector<Pair> found;
    std::vector<const Entry*> open;
    for (const Entry& entry : entries) {
        std::erase_if(open, [&](const Entry* e) { return e->bounds.upper.x < entry.bounds.lower.x; });
        for (const Entry* other : open) {
            const auto [a, b] = std::minmax(entry.collider, other->collider);
            if (!overlap(entry.bounds, other->bounds) ||
                !may_touch(colliders_[std::size_t(a)], colliders_[std::size_t(b)]))
                continue;
            Pair pair;
            pair.collider_a = a;
            pair.collider_b = b;
            found.push_back(pair);
        }
        open.push_back(&entry);
    }
    const auto before = [](const Pair& a, const Pair& b) {
        return std::pair(a.collider_a, a.collider_b) < std::pair(b.collider_a, b.collider_b);
    };
    std::sort(found.begin(), found.end(), before);
    std::vector<Pair> sleeping;
    for (Pair& old : pairs_) {
        const auto place = std::lower_bound(found.begin(), found.end(), old, before);
        if (place != found.end() && !before(old, *place)) {
            *place = std::move(old);
        } else if (sleeps(old)) {
            sleeping.push_back(std::move(old));
        }
    }
    found.insert(found.end(), std::make_move_iterator(sleeping.begin()),
                 std::make_move_iterator(sleeping.end()));
    std::sort(found.begin(), found.end(), before);
    pairs_ = std::move(found);
}

FrameReport Simulator::step(double duration, Crew* crew) {
    if (!(duration > 0) || !std::isfinite(duration))
        throw Error("penalty: a step must be a positive time, got " + std::to_string(duration));
    find_pairs(duration);
    std::vector<char> joins(bodies_.size(), 0);
    for (std::size_t i = 0; i < bodies_.size(); ++i) joins[i] = bodies_[i].kind == BodyKind::dynamic;
    std::vector<std::pair<int, int>> near;
    for (const Pair& pair : pairs_)
        near.emplace_back(colliders_[std::size_t(pair.collider_a)].body,
                          colliders_[std::size_t(pair.collider_b)].body);
    // Bodies that could meet within the frame share its clock; the others never learn of its being turned
    // back.
    const Groups neighbours = find_groups(joins, near);
    std::vector<FrameGroup> groups;
    groups.reserve(neighbours.members.size());
    for (const std::vector<int>& members : neighbours.members) groups.emplace_back(*this, members, duration);
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        if (sleeps(pairs_[i])) continue;
        const int group = std::max(neighbours.group[std::size_t(near[i].first)],
                                   neighbours.group[std::size_t(near[i].second)]);
        groups[std::size_t(group)].add_pair(pairs_[i]);
    }
    const auto advance = [&](int first, int last) {
        for (int i = first; i < last; ++i) groups[std::size_t(i)].advance();
    };
    const int count = static_cast<int>(groups.size());
    if (crew) {
        crew->parallel_for(count, 1, [&](int first, int last) { advance(first, last); });
    } else {
        advance(0, count);
    }
    FrameReport report;
    for (const FrameGroup& group : groups) report.add(group.report());
    for (Body& body : bodies_)
        if (body.kind == BodyKind::kinematic) body.state = FrameGroup::moved(body.state, duration);
    time_ += duration;
    return report;
}

void Simulator::restore_body(int body, const State& state, double step_hint) {
    bodies_[std::size_t(body)].state = state;
    step_hints_[std::size_t(body)] = step_hint;
}

void Simulator::restore_pairs(std::vector<Pair> pairs) { pairs_ = std::move(pairs); }

void Simulator::refresh_contacts() {
    find_pairs(0);
    for (Pair& pair : pairs_) update(pair, view(pair), options_, heaviest());
}

PairView Simulator::view(const Pair& pair) const {
    const Collider &a = colliders_[std::size_t(pair.collider_a)],
                   &b = colliders_[std::size_t(pair.collider_b)];
    const Body &body_a = bodies_[std::size_t(a.body)], &body_b = bodies_[std::size_t(b.body)];
    return {a, b, body_a, body_b, body_a.state, body_b.state};
}

double Simulator::spring_energy() const {
    double sum = 0;
    for (const Pair& pair : pairs_) sum += penalty::spring_energy(pair, view(pair), options_.law);
    return sum;
}

double Simulator::energy() const {
    double sum = spring_energy();
    for (const Body& body : bodies_)
        if (body.kind == BodyKind::dynamic)
            sum += kinetic_energy(body) - body.mass * dot(body.gravity, body.state.position);
    return sum;
}

}  // namespace cairn::penalty
