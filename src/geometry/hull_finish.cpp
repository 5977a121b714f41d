#include "geometry/hull_finish.hpp"

#include <algorithm>

#include "geometry/polyhedron_mass.hpp"

namespace cairn {

namespace {

void add_faces(HullData& hull, const PolygonHull& polygons) {
    for (const auto& [loop, plane] : polygons.faces) {
        HullFace face;
        face.normal = to_float(plane.normal);
        face.offset = float(plane.offset);
        face.first = uint16_t(hull.face_vertices.size());
        face.count = uint16_t(loop.size());
        hull.faces.push_back(face);
        for (const int v : loop) hull.face_vertices.push_back(uint8_t(v));
    }
}

void add_edges(HullData& hull) {
    const size_t count = hull.vertices.size();
    std::vector<int> edge_of(count * count, -1);  // by directed edge
    hull.face_edges.resize(hull.face_vertices.size());
    for (size_t f = 0; f < hull.faces.size(); ++f) {
        const HullFace& face = hull.faces[f];
        for (int i = 0; i < face.count; ++i) {
            const uint8_t from = hull.face_vertices[face.first + i];
            const uint8_t to = hull.face_vertices[face.first + (i + 1) % face.count];
            int edge = edge_of[to * count + from];
            if (edge < 0) {
                edge = int(hull.edges.size());
                edge_of[from * count + to] = edge;
                hull.edges.push_back({from, to, uint16_t(f), uint16_t(f)});
            } else {
                hull.edges[edge].face_right = uint16_t(f);
            }
            hull.face_edges[face.first + i] = uint16_t(edge);
        }
    }
}

size_t padded(size_t count) { return (count + 15) / 16 * 16; }

void add_columns(HullData& hull) {
    for (size_t i = 0; i < padded(hull.vertices.size()); ++i) {
        const Vec3 v = hull.vertices[i < hull.vertices.size() ? i : 0];
        hull.vertex_x.push_back(v.x);
        hull.vertex_y.push_back(v.y);
        hull.vertex_z.push_back(v.z);
    }
    for (size_t i = 0; i < padded(hull.faces.size()); ++i) {
        const HullFace& face = hull.faces[i < hull.faces.size() ? i : 0];
        hull.normal_x.push_back(face.normal.x);
        hull.normal_y.push_back(face.normal.y);
        hull.normal_z.push_back(face.normal.z);
        hull.plane_offset.push_back(face.offset);
    }
}

void add_mass(HullData& hull, const PolygonHull& polygons) {
    Vec3d mean;
    for (const Vec3d& v : polygons.vertices) mean = mean + v;
    PolyhedronIntegral integral(mean / double(polygons.vertices.size()));
    for (const PolygonFace& face : polygons.faces) {
        const std::vector<int>& loop = face.loop;
        for (size_t i = 2; i < loop.size(); ++i) {
            integral.add(polygons.vertices[loop[0]], polygons.vertices[loop[i - 1]],
                         polygons.vertices[loop[i]]);
        }
    }
    const PolyhedronMass mass = integral.result();
    hull.volume = float(mass.volume);
    hull.center = to_float(mass.center);
    hull.inertia = to_float(mass.inertia);
}

void add_sizes(HullData& hull) {
    hull.bounds = {hull.vertices[0], hull.vertices[0]};
    for (const Vec3& v : hull.vertices) {
        hull.bounds = join(hull.bounds, {v, v});
        hull.radius = std::max(hull.radius, length(v - hull.center));
    }
    hull.inner_radius = hull.radius;
    for (const HullFace& face : hull.faces) {
        hull.inner_radius = std::min(hull.inner_radius, face.offset - dot(face.normal, hull.center));
    }
}

}  // namespace

HullData finish_hull(const PolygonHull& polygons) {
    HullData hull;
    for (const Vec3d& v : polygons.vertices) hull.vertices.push_back(to_float(v));
    add_faces(hull, polygons);
    add_edges(hull);
    add_columns(hull);
    add_mass(hull, polygons);
    add_sizes(hull);
    return hull;
}

}  // namespace cairn
