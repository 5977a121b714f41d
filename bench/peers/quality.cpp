#include "bench/peers/quality.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "collision/narrow/collide.hpp"
#include "geometry/bounds.hpp"

namespace cairn::bench {

namespace {

constexpr float touching_distance = 0.01f;

/// A shape at its place in the world.
struct Placed {
    size_t body;
    Shape shape;
    Transform pose;  // of the body's own frame
    Bounds bounds;
};

/// The overlap of two shapes at their deepest point; negative where they are apart.
float depth_of(const Placed& a, const Placed& b) {
    const ShapeView view_a = view_of(a.shape), view_b = view_of(b.shape);
    if (view_a.kind > view_b.kind) return depth_of(b, a);
    Manifold manifold;
    AxisCache cache;
    collide(manifold, view_a, view_b, relative(a.pose, b.pose), cache);
    float depth = -1;
    for (int i = 0; i < manifold.count; ++i) depth = max_of(depth, -manifold.points[i].separation);
    return depth;
}

bool finite(const BodyState& state) {
    const Transform& t = state.transform;
    return std::isfinite(length_squared(t.position)) && std::isfinite(dot(t.rotation, t.rotation)) &&
           std::isfinite(length_squared(state.velocity));
}

class Overlaps {
public:
    Overlaps(const PeerScene& scene, const std::vector<BodyState>& states) : scene_(scene) {
        for (const SceneJoint& joint : scene.description.joints) {
            joined_.insert(std::minmax(joint.body_a, joint.body_b));
        }
        std::vector<Hull> hulls;
        for (const SceneHull& hull : scene.description.hulls) hulls.emplace_back(hull.points);
        for (size_t i = 0; i < states.size(); ++i) {
            if (!finite(states[i])) continue;
            for (const SceneShape& shape : scene.description.bodies[i].shapes) {
                if (!shape.material.sensor) place(i, shape.geometry, states[i].transform, hulls);
            }
        }
        const auto by_x = [](const Placed& a, const Placed& b) {
            return a.bounds.lower.x < b.bounds.lower.x;
        };
        std::sort(moving_.begin(), moving_.end(), by_x);
    }

    void measure(Quality& quality) {
        double sum = 0;
        int overlapping = 0;
        const auto look = [&](const Placed& a, const Placed& b) {
            if (!overlap(a.bounds, b.bounds) || !meet(a.body, b.body)) return;
            const double depth = static_cast<double>(depth_of(a, b));
            if (depth > -static_cast<double>(touching_distance)) ++quality.touching;
            if (depth <= 0) return;
            quality.max_penetration = std::max(quality.max_penetration, depth);
            sum += depth;
            ++overlapping;
        };
        for (size_t i = 0; i < moving_.size(); ++i) {
            for (size_t j = i + 1; j < moving_.size(); ++j) {
                if (moving_[j].bounds.lower.x > moving_[i].bounds.upper.x) break;
                look(moving_[i], moving_[j]);
            }
            for (const Placed& still : still_) look(moving_[i], still);
        }
        quality.mean_penetration = overlapping ? sum / overlapping : 0;
    }

private:
    void place(size_t body, const SceneGeometry& geometry, const Transform& pose,
               const std::vector<Hull>& hulls) {
        const auto to_shape = [&](const auto& g) -> Shape {
            if constexpr (std::is_same_v<std::decay_t<decltype(g)>, HullReference>) {
                return hulls[static_cast<size_t>(g.hull)];
            } else {
                return g;
            }
        };
        Placed placed{body, std::visit(to_shape, geometry), pose, {}};
        placed.bounds = shape_bounds(placed.shape, pose);
        const Vec3 margin{touching_distance, touching_distance, touching_distance};
        placed.bounds = {placed.bounds.lower - margin, placed.bounds.upper + margin};
        (scene_.bodies[body].dynamic() ? moving_ : still_).push_back(std::move(placed));
    }

    bool meet(size_t a, size_t b) const {
        if (a == b || !may_collide(scene_.bodies[a].filter, scene_.bodies[b].filter)) return false;
        return joined_.count(std::minmax(static_cast<int>(a), static_cast<int>(b))) == 0;
    }

    const PeerScene& scene_;
    std::set<std::pair<int, int>> joined_;
    std::vector<Placed> moving_, still_;
};

/// How far a joint's anchors are from where it wants them, in metres.
class JointErrors {
public:
    JointErrors(const PeerScene& scene, const std::vector<BodyState>& states)
        : scene_(scene), states_(states) {}

    double error(const SceneJoint& joint) const {
        return std::visit([&](const auto& def) { return static_cast<double>(this->error(joint, def)); },
                          joint.def);
    }

private:
    /// Where a point fixed to a body at the start is now.
    Vec3 now(int body, Vec3 point) const {
        if (body < 0) return point;
        const auto index = static_cast<size_t>(body);
        return states_[index].transform * inverse_times(scene_.bodies[index].own_frame(), point);
    }
    template <class Point>
    float error(const SceneJoint& joint, const Point& def) const {
        if constexpr (requires { def.anchor; }) {
            return length(now(joint.body_a, def.anchor) - now(joint.body_b, def.anchor));
        } else {
            return 0;
        }
    }
    float error(const SceneJoint& joint, const SliderJoint& def) const {
        const Vec3 a = now(joint.body_a, def.anchor), apart = now(joint.body_b, def.anchor) - a;
        const Vec3 axis = normalized(now(joint.body_a, def.anchor + def.axis) - a);
        return length(apart - dot(apart, axis) * axis);
    }
    float error(const SceneJoint& joint, const DistanceJoint& def) const {
        const float rest = def.length >= 0 ? def.length : length(def.anchor_b - def.anchor_a);
        return abs_of(length(now(joint.body_b, def.anchor_b) - now(joint.body_a, def.anchor_a)) - rest);
    }

    const PeerScene& scene_;
    const std::vector<BodyState>& states_;
};

/// A body of a building fell when it turned by half a radian or sank by more than one and a half times its
/// height.
bool fell(const Bounds& start_bounds, const Transform& start, const Transform& end) {
    const float height = start_bounds.upper.y - start_bounds.lower.y;
    const Quat turn = conjugate(start.rotation) * end.rotation;
    return start.position.y - end.position.y > 1.5f * height || abs_of(turn.w) < 0.9689f;  // cos(0.25)
}

Bounds bounds_of(const PeerBody& body) {
    Bounds bounds{body.start().position, body.start().position};
    for (const PeerShape& shape : body.shapes) {
        const Transform pose = body.start() * shape.pose;
        const auto with = [&](const auto& g) {
            if constexpr (std::is_same_v<std::decay_t<decltype(g)>, Rod>) {
                return shape_bounds(Capsule{{0, -g.half_length, 0}, {0, g.half_length, 0}, g.radius}, pose);
            } else {
                return shape_bounds(g, pose);
            }
        };
        bounds = join(bounds, std::visit(with, shape.geometry));
    }
    return bounds;
}

bool is_building(const std::string& scene) {
    static const std::set<std::string> buildings{"pyramid",    "many-pyramids", "catto-stack", "mass-ratio",
                                                 "card-house", "arch",          "tower"};
    return buildings.count(scene) != 0;
}

/// Whether the building stands; elsewhere, whether everything is still in its bin, or at least above the
/// ground.
std::string verdict(const PeerScene& scene, const std::vector<BodyState>& states) {
    const std::string& name = scene.description.name;
    const auto is_wall = [](const SceneBody& body) { return body.name == "wall_left"; };
    const auto& sources = scene.description.bodies;
    const bool walled = std::any_of(sources.begin(), sources.end(), is_wall);
    Bounds room{{1e30f, 1e30f, 1e30f}, {-1e30f, -1e30f, -1e30f}};
    for (const PeerBody& body : scene.bodies) {
        if (body.dynamic()) room = join(room, bounds_of(body));
    }
    const bool grounded =
        std::any_of(sources.begin(), sources.end(), [](const auto& b) { return b.name == "ground"; });
    int fallen = 0, escaped = 0;
    for (size_t i = 0; i < states.size(); ++i) {
        const PeerBody& body = scene.bodies[i];
        if (!body.dynamic()) continue;
        const Vec3 p = states[i].transform.position;
        const bool outside = p.x < room.lower.x - 1 || p.x > room.upper.x + 1 || p.z < room.lower.z - 1 ||
                             p.z > room.upper.z + 1;
        escaped += !finite(states[i]) || (grounded && p.y < -0.5f) || (walled && outside);
        fallen += fell(bounds_of(body), body.own_frame(), states[i].transform);
    }
    if (escaped) return "escaped " + std::to_string(escaped);
    if (is_building(name)) return fallen ? "fell " + std::to_string(fallen) : "stands";
    return "ok";
}

}  // namespace

Quality quality_of(const PeerScene& scene, const std::vector<BodyState>& states) {
    Quality quality;
    Overlaps(scene, states).measure(quality);
    int moving = 0;
    for (size_t i = 0; i < states.size(); ++i) {
        if (!scene.bodies[i].dynamic() || !finite(states[i])) continue;
        quality.mean_speed += static_cast<double>(length(states[i].velocity));
        ++moving;
    }
    if (moving) quality.mean_speed /= moving;
    const JointErrors errors(scene, states);
    for (const SceneJoint& joint : scene.description.joints) {
        const double error = errors.error(joint);
        quality.max_joint_error = std::fmax(quality.max_joint_error, error);
        quality.mean_joint_error += error;
    }
    const size_t joints = scene.description.joints.size();
    if (joints) quality.mean_joint_error /= static_cast<double>(joints);
    quality.verdict = verdict(scene, states);
    return quality;
}

}  // namespace cairn::bench
