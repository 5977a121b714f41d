#include "bench/peers/peer_scene.hpp"

#include <cmath>
#include <map>
#include <tuple>

#include "scene/scene.hpp"

namespace cairn::bench {

namespace {

Transform inverse_of(const Transform& t) {
    return {inverse_rotate(t.rotation, -t.position), conjugate(t.rotation)};
}

/// Axes in which the inertia is diagonal, by Jacobi's rotations; the body's own where it is so already.
Quat principal_axes(const Mat3& inertia) {
    Mat3 m = inertia;
    Quat axes{};
    const float scale = m.x.x + m.y.y + m.z.z;
    for (int sweep = 0; sweep < 30; ++sweep) {
        const float yz = abs_of(m.y.z), xz = abs_of(m.x.z), xy = abs_of(m.x.y);
        const float largest = max_of(yz, max_of(xz, xy));
        if (!(largest > 1e-6f * scale)) break;
        const int axis = largest == yz ? 0 : largest == xz ? 1 : 2, p = (axis + 1) % 3, q = (axis + 2) % 3;
        const Vec3 columns[3] = {m.x, m.y, m.z};
        // tan of twice the angle: 2 m_pq / (m_pp - m_qq)
        const float angle = 0.5f * std::atan2(2 * columns[q][p], columns[p][p] - columns[q][q]);
        Vec3 direction{};
        direction[axis] = 1;
        const Quat turn = axis_angle(direction, angle);
        const Mat3 r = to_matrix(turn);
        m = transpose(r) * m * r;
        axes = normalized(axes * turn);
    }
    return axes;
}

class Translator {
public:
    explicit Translator(const SceneDescription& description)
        : description_(description), scene_(description) {
        for (const SceneHull& hull : description.hulls) hulls_.emplace_back(hull.points);
    }

    PeerBody body(size_t index) {
        const SceneBody& source = description_.bodies[index];
        PeerBody body;
        body.def = source.def;
        if (body.dynamic()) {
            const MassProperties mass = scene_.world().mass_properties(scene_.bodies()[index]);
            body.mass = mass.mass;
            body.mass_frame = {mass.center, principal_axes(mass.inertia)};
            const Mat3 axes = to_matrix(body.mass_frame.rotation);
            const Mat3 inertia = transpose(axes) * mass.inertia * axes;
            body.inertia = {inertia.x.x, inertia.y.y, inertia.z.z};
        }
        for (const SceneShape& shape : source.shapes) {
            if (shape.material.sensor) continue;  // pushes nothing
            PeerShape translated =
                std::visit([&](const auto& g) { return this->shape(g, body); }, shape.geometry);
            translated.friction = shape.material.friction;
            translated.restitution = shape.material.restitution;
            if (!body.shapes.empty() && !(shape.material.filter == body.filter)) {
                throw Error("body '" + source.name + "': peers take one filter for all shapes of a body");
            }
            body.filter = shape.material.filter;
            body.shapes.push_back(std::move(translated));
        }
        return body;
    }

private:
    static PeerShape placed(PeerGeometry geometry, const PeerBody& body, const Transform& in_body) {
        Transform pose = inverse_of(body.mass_frame) * in_body;
        // A pose that only rounding tells from none would cost the peers a compound shape.
        if (length(pose.position) < 1e-6f && abs_of(pose.rotation.w) > 1 - 1e-6f) pose = {};
        return {std::move(geometry), pose};
    }
    PeerShape shape(const Sphere& sphere, const PeerBody& body) {
        return placed(Sphere{sphere.radius}, body, {sphere.center, Quat{}});
    }
    PeerShape shape(const Capsule& capsule, const PeerBody& body) {
        const Vec3 along = capsule.b - capsule.a;
        const Quat rotation = rotation_between({0, 1, 0}, normalized(along, {0, 1, 0}));
        return placed(Rod{0.5f * length(along), capsule.radius}, body,
                      {0.5f * (capsule.a + capsule.b), rotation});
    }
    PeerShape shape(const Box& box, const PeerBody& body) {
        return placed(Box{box.half_extents}, body, {box.center, box.rotation});
    }
    PeerShape shape(const HalfSpace& plane, const PeerBody& body) {
        const Vec3 normal = rotate(body.def.rotation, plane.normal);
        return {HalfSpace{normal, plane.offset + dot(normal, body.def.position)}};
    }
    PeerShape shape(const HullReference& reference, const PeerBody& body) {
        const Transform& f = body.mass_frame;
        const auto key = std::make_tuple(reference.hull, f.position.x, f.position.y, f.position.z,
                                         f.rotation.x, f.rotation.y, f.rotation.z);
        auto found = moved_hulls_.find(key);
        if (found == moved_hulls_.end()) {
            std::vector<Vec3> points;
            for (const Vec3& vertex : hulls_[static_cast<size_t>(reference.hull)].vertices()) {
                points.push_back(inverse_times(f, vertex));
            }
            found = moved_hulls_.emplace(key, Hull(points)).first;
        }
        return {found->second};
    }

    const SceneDescription& description_;
    Scene scene_;
    std::vector<Hull> hulls_;
    std::map<std::tuple<int, float, float, float, float, float, float>, Hull> moved_hulls_;
};

}  // namespace

Transform PeerBody::own_frame(const Transform& mass_pose) const { return mass_pose * inverse_of(mass_frame); }

PeerScene::PeerScene(const SceneDescription& source) : description(source) {
    if (!source.inputs.empty()) throw Error("scene '" + source.name + "': peers take no inputs");
    Translator translator(source);
    for (size_t i = 0; i < source.bodies.size(); ++i) bodies.push_back(translator.body(i));
}

Twist motion_velocity(const SceneMotion& motion, double time, float dt, Vec3 start, Vec3 position) {
    Twist twist{};
    const double end = time + static_cast<double>(dt), ramp = static_cast<double>(motion.ramp);
    const float share = end < ramp ? static_cast<float>(end / ramp) : 1.0f;
    twist.angular_velocity = (share * motion.speed) * normalized(motion.axis);
    if (motion.hertz != 0) {
        const double phase = 2 * 3.14159265358979323846 * static_cast<double>(motion.hertz) * end;
        const Vec3 target = start + static_cast<float>(std::sin(phase)) * motion.sway;
        twist.velocity = (target - position) / dt;
    }
    return twist;
}

bool may_collide(const Filter& a, const Filter& b) {
    if (a.group != 0 && a.group == b.group) return a.group > 0;
    return (a.category & b.mask) != 0 && (b.category & a.mask) != 0;
}

const JointBase& base_of(const JointDef& def) {
    return std::visit([](const auto& joint) -> const JointBase& { return joint; }, def);
}

}  // namespace cairn::bench
