#include "geometry/hull_builder.hpp"

namespace cairn {

namespace {

std::string edge_defect(const HullData& hull) {
    std::vector<int> uses(hull.edges.size(), 0), degree(hull.vertices.size(), 0);
    for (size_t f = 0; f < hull.faces.size(); ++f) {
        const HullFace& face = hull.faces[f];
        if (face.count < 3) return "face " + std::to_string(f) + " has fewer than three vertices";
        for (int i = 0; i < face.count; ++i) {
            const int from = hull.face_vertices[face.first + i];
            const int to = hull.face_vertices[face.first + (i + 1) % face.count];
            const int e = hull.face_edges[face.first + i];
            const HullEdge& edge = hull.edges[e];
            const bool left = edge.vertex_a == from && edge.vertex_b == to && edge.face_left == f;
            const bool right = edge.vertex_b == from && edge.vertex_a == to && edge.face_right == f;
            if (!left && !right)
                return "edge " + std::to_string(e) + " does not fit face " + std::to_string(f);
            ++uses[e];
            ++degree[from];
        }
    }
    for (size_t e = 0; e < uses.size(); ++e) {
        if (uses[e] != 2 || hull.edges[e].face_left == hull.edges[e].face_right) {
            return "edge " + std::to_string(e) + " does not have two faces";
        }
    }
    for (size_t v = 0; v < degree.size(); ++v) {
        if (degree[v] < 3) return "vertex " + std::to_string(v) + " has fewer than three edges";
    }
    return {};
}

std::string plane_defect(const HullData& hull, float tolerance) {
    for (size_t f = 0; f < hull.faces.size(); ++f) {
        const HullFace& face = hull.faces[f];
        const std::string name = "face " + std::to_string(f);
        if (abs_of(length(face.normal) - 1) > 1e-6f) return name + " has a normal that is not unit";
        for (size_t v = 0; v < hull.vertices.size(); ++v) {
            const float above = dot(face.normal, hull.vertices[v]) - face.offset;
            if (above > tolerance) {
                return "vertex " + std::to_string(v) + " is " + std::to_string(above) + " m above " + name;
            }
        }
        for (int i = 0; i < face.count; ++i) {
            const auto corner = [&](int k) {
                return hull.vertices[hull.face_vertices[face.first + k % face.count]];
            };
            const Vec3 p = corner(i), q = corner(i + 1), r = corner(i + 2);
            if (face.offset - dot(face.normal, p) > tolerance) return name + " is not flat";
            if (dot(face.normal, cross(q - p, r - q)) < -tolerance * length(r - p))
                return name + " is not convex";
        }
    }
    return {};
}

}  // namespace

std::string hull_defect(const HullData& hull, float tolerance) {
    const size_t v = hull.vertices.size(), e = hull.edges.size(), f = hull.faces.size();
    if (v < 4 || v > size_t(hull_vertex_limit)) return "number of vertices " + std::to_string(v);
    if (f < 4 || f > size_t(hull_face_limit)) return "number of faces " + std::to_string(f);
    if (v + f != e + 2) {
        return "Euler: " + std::to_string(v) + " vertices, " + std::to_string(e) + " edges, " +
               std::to_string(f) + " faces";
    }
    if (hull.vertex_x.size() % 16 != 0 || hull.vertex_x.size() < v || hull.normal_x.size() % 16 != 0 ||
        hull.normal_x.size() < f || hull.plane_offset.size() != hull.normal_x.size()) {
        return "columns are not padded to a multiple of 16";
    }
    if (!(hull.volume > 0) || !(hull.inner_radius > 0)) return "no volume";
    if (std::string defect = edge_defect(hull); !defect.empty()) return defect;
    return plane_defect(hull, tolerance);
}

}  // namespace cairn
