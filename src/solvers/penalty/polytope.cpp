#include "solvers/penalty/polytope.hpp"

#include <algorithm>

#include "geometry/hull_builder.hpp"

namespace cairn::penalty {

namespace {

void add_hull(Polytope& p, const HullData& hull) {
    for (const Vec3& v : hull.vertices) p.vertices.emplace_back(v);
    for (const HullEdge& e : hull.edges) p.edges.push_back({e.vertex_a, e.vertex_b});
    for (const HullFace& f : hull.faces) {
        Polytope::Face face;
        face.normal = Vec3d(f.normal) / length(Vec3d(f.normal));
        for (int i = 0; i < f.count; ++i) face.loop.push_back(hull.face_vertices[std::size_t(f.first + i)]);
        for (const int i : face.loop)
            face.offset += dot(face.normal, p.vertices[std::size_t(i)]) / double(face.loop.size());
        p.faces.push_back(std::move(face));
    }
}

Polytope polytope_of(const Shape& shape) {
    Polytope p;
    if (const auto* sphere = std::get_if<Sphere>(&shape)) {
        p.vertices = {Vec3d(sphere->center)};
        p.radius = double(sphere->radius);
    } else if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        p.vertices = {Vec3d(capsule->a), Vec3d(capsule->b)};
        p.edges = {{0, 1}};
        p.radius = double(capsule->radius);
    } else if (const auto* box = std::get_if<Box>(&shape)) {
        add_hull(p, *make_box_hull(box->half_extents, box->center, box->rotation));
    } else if (const auto* hull = std::get_if<Hull>(&shape)) {
        add_hull(p, hull->data());
    } else {
        const auto& plane = std::get<HalfSpace>(shape);
        const double size = length(Vec3d(plane.normal));
        p.faces.push_back({Vec3d(plane.normal) / size, double(plane.offset) / size, {}});
    }
    return p;
}

/// A cloud of points that GJK can search: a hull without faces.
struct Cloud {
    HullData data;
    ConvexPoints points;

    Cloud(const Collider& c, const State& s0, const State& s1) {
        for (const State* s : {&s0, &s1}) {
            const Mat3d rotation = rotation_matrix(s->rotation);
            for (const Vec3d& v : c.polytope.vertices)
                data.vertices.push_back(to_float(s->position + rotation * v));
        }
        for (std::size_t i = 0; i < (data.vertices.size() + 15) / 16 * 16; ++i) {
            const Vec3 v = data.vertices[i < data.vertices.size() ? i : 0];  // padding repeats entry 0
            data.vertex_x.push_back(v.x);
            data.vertex_y.push_back(v.y);
            data.vertex_z.push_back(v.z);
        }
        points.hull = &data;
        points.count = static_cast<int>(data.vertices.size());
        points.radius = float(c.polytope.radius);
    }
};

}  // namespace

Collider::Collider(int body_index, Shape the_shape, Vec3d center_of_mass, const ShapeDef& the_material)
    : body(body_index),
      shape(std::move(the_shape)),
      center(center_of_mass),
      material(the_material),
      polytope(polytope_of(shape)) {
    for (Vec3d& v : polytope.vertices) v = v - center;
    for (Polytope::Face& face : polytope.faces) face.offset -= dot(face.normal, center);
}

double support_height(const Polytope& p, const Frame& frame, Vec3d n) {
    const Vec3d local = transpose_times(frame.rotation, n);
    if (p.vertices.empty()) return dot(n, frame.position) + p.faces[0].offset;  // n is the plane's own
    double best = dot(local, p.vertices[0]);
    for (const Vec3d& v : p.vertices) best = std::max(best, dot(local, v));
    return dot(n, frame.position) + best + p.radius;
}

DoubleBounds bounds_of(const Polytope& p, const Frame& frame, double margin) {
    constexpr double reach = 1e9;
    DoubleBounds b{{-reach, -reach, -reach}, {reach, reach, reach}};
    if (p.vertices.empty()) return b;
    const Vec3d axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double low[3], high[3];
    for (int i = 0; i < 3; ++i) {
        high[i] = support_height(p, frame, axes[i]) + margin;
        low[i] = -support_height(p, frame, -axes[i]) - margin;
    }
    return {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
}

Transform float_pose(const Collider& c, const State& state) {
    const Quaternion& q = state.rotation;
    return {to_float(state.position - rotation_matrix(q) * c.center),
            {float(q.x), float(q.y), float(q.z), float(q.w)}};
}

Nearest nearest(const Collider& a, const State& state_a, const Collider& b, const State& state_b, Vec3d shift,
                const SimplexCache& start) {
    // Floats are precise near the origin: everything is seen from a.
    State near_a = state_a, near_b = state_b;
    near_a.position = {};
    near_b.position = state_b.position + shift - state_a.position;
    const DistanceResult found = convex_distance(convex_points(a.shape), float_pose(a, near_a),
                                                 convex_points(b.shape), float_pose(b, near_b), start);
    Nearest result;
    result.distance = double(found.distance);
    result.overlap = found.overlap;
    result.normal = -Vec3d(found.normal);
    if (!found.overlap) result.normal = result.normal / length(result.normal);
    result.on_a = Vec3d(found.point_a) + state_a.position;
    result.on_b = Vec3d(found.point_b) + state_a.position - shift;
    result.simplex = found.simplex;
    return result;
}

bool sweeps_meet(const Collider& a, const State& a0, const State& a1, const Collider& b, const State& b0,
                 const State& b1) {
    if (a.polytope.vertices.empty() || b.polytope.vertices.empty()) {
        const Collider& plane = a.polytope.vertices.empty() ? a : b;
        const Collider& other = a.polytope.vertices.empty() ? b : a;
        const State &plane_state = a.polytope.vertices.empty() ? a1 : b1,
                    &start = a.polytope.vertices.empty() ? b0 : a0,
                    &end = a.polytope.vertices.empty() ? b1 : a1;
        return nearest(plane, plane_state, other, start, {}, {}).distance <= 0 ||
               nearest(plane, plane_state, other, end, {}, {}).distance <= 0;
    }
    const auto beside = [&](State s) {
        s.position = s.position - a0.position;
        return s;
    };
    const Cloud cloud_a(a, beside(a0), beside(a1)), cloud_b(b, beside(b0), beside(b1));
    const DistanceResult found = closest_points(cloud_a.points, cloud_b.points, {});
    return found.overlap || found.distance <= 0;
}

}  // namespace cairn::penalty
