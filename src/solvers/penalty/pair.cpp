#include "solvers/penalty/pair.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "collision/narrow/collide.hpp"

namespace cairn::penalty {

namespace {

float combine(Combine rule, float a, float b) {
    switch (rule) {
        case Combine::average:
            return 0.5f * (a + b);
        case Combine::minimum:
            return std::min(a, b);
        case Combine::multiply:
            return a * b;
        case Combine::maximum:
            return std::max(a, b);
        case Combine::geometric:
            return std::sqrt(a * b);
    }
    return 0;
}

/// Contacts that two shapes rest on: n of 5.1.
double resting_contacts(const Polytope& a, const Polytope& b) {
    const auto count = [](const Polytope& p) { return p.faces.empty() ? int(p.vertices.size()) : 4; };
    return std::min(count(a), count(b));
}

/// How far two shapes overlap along a direction from b to a.
double overlap_along(const PairView& v, const Frame& frame_a, const Frame& frame_b, Vec3d n) {
    return support_height(v.b.polytope, frame_b, n) + support_height(v.a.polytope, frame_a, -n);
}

/// A direction out of an overlap that was there before any contact: the separating axes of the engine's
/// narrow phase, or away from each other's centre.
Vec3d way_out(const PairView& v) {
    ShapeView a = view_of(v.a.shape), b = view_of(v.b.shape);
    State near_a = v.state_a, near_b = v.state_b;
    near_a.position = {};
    near_b.position = v.state_b.position - v.state_a.position;
    Transform pose_a = float_pose(v.a, near_a), pose_b = float_pose(v.b, near_b);
    const bool swapped = a.kind > b.kind;
    if (swapped) {
        std::swap(a, b);
        std::swap(pose_a, pose_b);
    }
    Manifold m;
    AxisCache cache;
    collide(m, a, b, relative(pose_a, pose_b), cache);
    Vec3d n(rotate(pose_a.rotation, m.normal));
    if (!swapped) n = -n;
    if (m.count == 0 || !(length(n) > 0.5)) n = v.state_a.position - v.state_b.position;
    const double size = length(n);
    return size > 0 ? n / size : Vec3d{0, 1, 0};
}

void give_springs(Contact& c, const PairView& v, const Options& o, double uniform_mass) {
    const double mass_a = v.body_a.kind == BodyKind::dynamic ? v.body_a.mass : 0;
    const double mass_b = v.body_b.kind == BodyKind::dynamic ? v.body_b.mass : 0;
    const double heavier = std::max(mass_a, mass_b);
    const double moving = mass_a > 0 && mass_b > 0 ? mass_a * mass_b / (mass_a + mass_b) : heavier;
    const double g = length(o.gravity) > 0 ? length(o.gravity) : 9.81;
    const double mass = o.rule == StiffnessRule::uniform ? uniform_mass : heavier;
    const double contacts = resting_contacts(v.a.polytope, v.b.polytope);
    SpringConstants k = spring_constants(mass, moving, g, contacts, o.depth);
    if (o.stiffness) k = {*o.stiffness, 2 * std::sqrt(moving * *o.stiffness / contacts)};
    if (o.damping) k.damping = *o.damping;
    c.stiffness = c.tangent_stiffness = k.stiffness;
    c.damping = c.tangent_damping = k.damping;
}

/// What the shapes' surfaces are now: it may change while they touch.
void give_material(Contact& c, const PairView& v) {
    const ShapeDef &a = v.a.material, &b = v.b.material;
    c.friction = double(combine(std::max(a.friction_combine, b.friction_combine), a.friction, b.friction));
    c.restitution =
        double(combine(std::max(a.restitution_combine, b.restitution_combine), a.restitution, b.restitution));
    const bool in_order = c.body[0] == v.a.body;
    c.belt_a = Vec3d(in_order ? a.surface_velocity : b.surface_velocity);
    c.belt_b = Vec3d(in_order ? b.surface_velocity : a.surface_velocity);
    c.belt = length(c.belt_a) > 0 || length(c.belt_b) > 0;
}

/// The frames in the order of the contact's bodies.
struct Ends {
    const Frame &a, &b;
    Ends(const Contact& c, const PairView& v, const Frame& frame_a, const Frame& frame_b)
        : a(c.body[0] == v.a.body ? frame_a : frame_b), b(c.body[0] == v.a.body ? frame_b : frame_a) {}
};

/// Ties the tangential spring to the contact point as it is now, with this much stretch.
void anchor(Contact& c, const Ends& ends, const Touch<0>& t, Vec3d stretch) {
    c.anchor_a = transpose_times(ends.a.rotation, t.point.value - ends.a.position);
    c.anchor_b = transpose_times(ends.b.rotation, t.point.value - stretch - ends.b.position);
}

/// The longest stretch of the tangential spring that the friction cone holds.
double held_stretch(const Contact& c, const ForceLaw& law, const Touch<0>& t) {
    return c.friction * std::max(0.0, normal_force(c, law, t)) / c.tangent_stiffness;
}

/// What a contact that stays remembers of its springs.
void carry_over(Contact& c, const Contact& old, const Ends& ends, const ForceLaw& law) {
    const Touch<0> before = touch(old, ends.a, ends.b);
    Vec3d stretch = tangent_stretch(old, before, ends.a, ends.b);
    // A spring that slips is let out to what the cone can hold.
    const double most = held_stretch(old, law, before);
    if (length(stretch) > most) stretch = (most / length(stretch)) * stretch;
    c.stiffness = old.stiffness;
    c.damping = old.damping;
    c.tangent_stiffness = old.tangent_stiffness;
    c.tangent_damping = old.tangent_damping;
    c.sticks = old.sticks;
    c.is_new = false;
    const Touch<0> now = touch(c, ends.a, ends.b);
    // Where the bodies rose above its rest, the spring has nothing in it: it may rest higher up from now on.
    c.rest = std::min(old.rest, std::max(0.0, now.depth.value));
    anchor(c, ends, now, stretch - dot(stretch, now.normal.value) * now.normal.value);
}

/// Lowers the rest of a spring as far as this energy pays for, and takes what it cost.
void stretch(Contact& c, double depth, double& energy) {
    if (c.rest <= 0 || energy <= 0 || depth <= 0) return;
    const double now = depth - c.rest;
    const double reach = std::min(depth, std::sqrt(now * now + 2 * energy / c.stiffness));
    energy = std::max(0.0, energy - 0.5 * c.stiffness * (reach * reach - now * now));
    c.rest = std::max(0.0, depth - reach);
}

class Updater {
public:
    Updater(Pair& pair, const PairView& view, const Options& options, double uniform_mass)
        : pair_(pair),
          view_(view),
          options_(options),
          uniform_mass_(uniform_mass),
          frame_a_(frame_of(view.body_a, view.state_a)),
          frame_b_(frame_of(view.body_b, view.state_b)) {}

    PairUpdate run() {
        const Nearest found = separate();
        if (found.overlap || separation_ > options_.envelope) {
            drop_all();
            return result_;
        }
        pair_.simplex = found.simplex;
        pair_.normal = found.normal;
        std::vector<Contact> next = feature_pairs(view_.a, frame_a_, view_.b, frame_b_, pair_.normal,
                                                  options_.envelope, found, options_.turning_normals);
        match(next);
        return result_;
    }

private:
    /// Fig. 2(c): the bodies moved apart along the normal until GJK can see their features.
    Nearest separate() {
        Nearest found;
        Vec3d axis = pair_.normal;
        if (pair_.contacts.empty()) {
            found = nearest(view_.a, view_.state_a, view_.b, view_.state_b, {}, pair_.simplex);
            separation_ = found.distance;
            // Touching by rounding alone counts as apart: the normal is good.
            if (!found.overlap && found.distance > 0) return found;
            if (!found.overlap && view_.a.polytope.radius + view_.b.polytope.radius > 0) return found;
            if (!found.overlap && (view_.a.polytope.vertices.empty() || view_.b.polytope.vertices.empty()))
                return found;
            axis = way_out(view_);
        } else {
            // Round shapes whose cores are apart need no help.
            found = nearest(view_.a, view_.state_a, view_.b, view_.state_b, {}, pair_.simplex);
            const bool half_space = view_.a.polytope.vertices.empty() || view_.b.polytope.vertices.empty();
            const bool round = view_.a.polytope.radius + view_.b.polytope.radius > 0;
            if (!found.overlap && (half_space || round || found.distance > 0.1 * options_.envelope)) {
                separation_ = found.distance;
                return found;
            }
        }
        for (int attempt = 0; attempt < 2; ++attempt) {
            const double depth = overlap_along(view_, frame_a_, frame_b_, axis);
            separation_ = -depth;
            found = nearest(view_.a, view_.state_a, view_.b, view_.state_b,
                            -(depth + options_.envelope) * axis, pair_.simplex);
            if (!found.overlap && length(found.normal) > 0.5) return found;
            axis = way_out(view_);
        }
        return found;
    }

    void drop_all() {
        result_.removed = static_cast<int>(pair_.contacts.size());
        pair_.contacts.clear();
    }

    void match(std::vector<Contact>& next) {
        std::vector<char> kept(pair_.contacts.size(), 0);
        std::vector<Contact*> added;
        for (Contact& c : next) {
            give_material(c, view_);
            const Ends ends(c, view_, frame_a_, frame_b_);
            const auto old = std::find_if(pair_.contacts.begin(), pair_.contacts.end(),
                                          [&](const Contact& o) { return same_features(o, c); });
            if (old == pair_.contacts.end()) {
                added.push_back(&c);
            } else {
                kept[std::size_t(old - pair_.contacts.begin())] = 1;
                carry_over(c, *old, ends, options_.law);
            }
        }
        std::vector<Legacy> legacies;
        for (std::size_t i = 0; i < pair_.contacts.size(); ++i)
            if (!kept[i]) legacies.push_back(legacy_of(pair_.contacts[i]));
        result_.removed += static_cast<int>(legacies.size());
        attach(added, legacies);
        pair_.contacts = std::move(next);
    }

    /// What a spring leaves behind when its features part.
    struct Legacy {
        Vec3d point;
        double energy = 0;
    };

    Legacy legacy_of(const Contact& c) const {
        const Ends ends(c, view_, frame_a_, frame_b_);
        const Touch<0> t = touch(c, ends.a, ends.b);
        return {t.point.value, spring_energy(c, t.depth.value)};
    }

    /// New springs inherit the energy of those that went, the nearest first, and no more than that: what they
    /// hold beyond it would be energy from nowhere (4.4). The rest of their depth they take as it is.
    void attach(const std::vector<Contact*>& added, std::vector<Legacy>& legacies) {
        result_.added += static_cast<int>(added.size());
        std::vector<double> depths;
        double pool = 0;
        for (Contact* c : added) {
            give_springs(*c, view_, options_, uniform_mass_);
            const Ends ends(*c, view_, frame_a_, frame_b_);
            const Touch<0> t = touch(*c, ends.a, ends.b);
            anchor(*c, ends, t, {});
            depths.push_back(t.depth.value);
            c->rest = std::max(0.0, t.depth.value);
            const auto heir =
                std::min_element(legacies.begin(), legacies.end(), [&](const Legacy& x, const Legacy& y) {
                    return length(x.point - t.point.value) < length(y.point - t.point.value);
                });
            if (heir == legacies.end()) continue;
            stretch(*c, t.depth.value, heir->energy);
            pool += heir->energy;
            legacies.erase(heir);
        }
        for (const Legacy& left : legacies) pool += left.energy;
        for (std::size_t i = 0; i < added.size(); ++i) {
            stretch(*added[i], depths[i], pool);
            if (options_.unstretched) {
                result_.stretched += added[i]->rest > 0 ? 1 : 0;
            } else if (added[i]->rest > 0) {
                const double before = spring_energy(*added[i], depths[i]);
                added[i]->rest = 0;
                result_.gained_energy += spring_energy(*added[i], depths[i]) - before;
            }
        }
    }

    Pair& pair_;
    const PairView& view_;
    const Options& options_;
    double uniform_mass_;
    Frame frame_a_, frame_b_;
    double separation_ = 0;  // along the axis used; negative where they overlap
    PairUpdate result_;
};

}  // namespace

Depths depths_of(const Pair& pair, const PairView& v) {
    const Frame frame_a = frame_of(v.body_a, v.state_a), frame_b = frame_of(v.body_b, v.state_b);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Depths depths{infinity, -infinity};
    Vec3d last;
    for (const Contact& c : pair.contacts) {
        const Ends ends(c, v, frame_a, frame_b);
        const Touch<0> t = touch(c, ends.a, ends.b);
        depths.features = std::max(depths.features, t.depth.value);
        const Vec3d n = c.body[0] == v.a.body ? t.normal.value : -t.normal.value;
        if (length(n - last) < 1e-12) continue;  // the contacts of one face share it
        last = n;
        depths.whole = std::min(depths.whole, overlap_along(v, frame_a, frame_b, n));
    }
    return depths;
}

double gap_to_new_contact(const Pair& pair, const PairView& v, const Options& options, Vec3d axis) {
    if (!pair.contacts.empty()) {
        const Depths d = depths_of(pair, v);
        if (d.whole <= 0) return options.depth_margin;  // apart along some normal
        return options.depth_margin - (d.whole - std::max(0.0, d.features));
    }
    const Nearest found = nearest(v.a, v.state_a, v.b, v.state_b, {}, pair.simplex);
    if (!found.overlap && found.distance != 0) return found.distance;
    const double depth = overlap_along(v, frame_of(v.body_a, v.state_a), frame_of(v.body_b, v.state_b), axis);
    return std::min(-1e-9, -depth);
}

double spring_energy(const Pair& pair, const PairView& v, const ForceLaw& law) {
    const Frame frame_a = frame_of(v.body_a, v.state_a), frame_b = frame_of(v.body_b, v.state_b);
    double sum = 0;
    for (const Contact& c : pair.contacts) {
        const Ends ends(c, v, frame_a, frame_b);
        const Touch<0> t = touch(c, ends.a, ends.b);
        sum += spring_energy(c, t.depth.value);
        if (!tied(c, law) || t.depth.value <= c.rest) continue;
        const double stretched =
            std::min(held_stretch(c, law, t), length(tangent_stretch(c, t, ends.a, ends.b)));
        sum += 0.5 * c.tangent_stiffness * stretched * stretched;
    }
    return sum;
}

double pay_for_rests(Pair& pair, const PairView& v, double energy) {
    const Frame frame_a = frame_of(v.body_a, v.state_a), frame_b = frame_of(v.body_b, v.state_b);
    for (Contact& c : pair.contacts) {
        if (c.rest <= 0) continue;
        const Ends ends(c, v, frame_a, frame_b);
        stretch(c, touch(c, ends.a, ends.b).depth.value, energy);
    }
    return energy;
}

PairUpdate update(Pair& pair, const PairView& view, const Options& options, double uniform_mass) {
    return Updater(pair, view, options, uniform_mass).run();
}

}  // namespace cairn::penalty
