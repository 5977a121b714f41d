#include "collision/narrow/hull_view.hpp"

namespace cairn::narrow {
namespace {

// Faces -x +x -y +y -z +z, each counter-clockwise seen from outside; edges in the order in which faces name
// them first.
constexpr uint8_t box_face_vertices[24] = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4,
                                           2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6};

struct BoxEdges {
    HullEdge edges[12];
    uint16_t face_edges[24];
};

constexpr BoxEdges make_box_edges() {
    BoxEdges r{};
    int count = 0;
    for (int at = 0; at < 24; ++at) {
        const int face = at / 4;
        const uint8_t from = box_face_vertices[at], to = box_face_vertices[face * 4 + (at + 1) % 4];
        int found = -1;
        for (int e = 0; e < count; ++e) {
            if (r.edges[e].vertex_a == to && r.edges[e].vertex_b == from) found = e;
        }
        if (found < 0) {
            found = count++;
            r.edges[found] = {from, to, static_cast<uint16_t>(face), 0};
        } else {
            r.edges[found].face_right = static_cast<uint16_t>(face);
        }
        r.face_edges[at] = static_cast<uint16_t>(found);
    }
    return r;
}

constexpr BoxEdges box_edges = make_box_edges();

/// Keeps in each of four lanes the first largest value seen there.
struct Largest {
    Row4 value = row4(-1e30f);
    RowMask4 at = {0, 0, 0, 0}, here = {0, 1, 2, 3};

    void see(Row4 d) {
        const RowMask4 better = d > value;
        value = better ? d : value;
        at = better ? here : at;
        here += 4;
    }
    int first() const {
        int lane = 0;
        for (int k = 1; k < 4; ++k) {
            if (value[k] > value[lane] || (value[k] == value[lane] && at[k] < at[lane])) lane = k;
        }
        return at[lane];
    }
};

int first_most(const float* x, const float* y, const float* z, int padded, Vec3 direction) {
    Largest largest;
    for (int i = 0; i < padded; i += 4) {
        largest.see(direction.x * load4(x + i) + direction.y * load4(y + i) + direction.z * load4(z + i));
    }
    return largest.first();
}

}  // namespace

BoxHull::BoxHull(const Box& box) {
    const Mat3 axes = to_matrix(box.rotation);
    const Vec3 columns[3] = {axes.x, axes.y, axes.z};
    const Vec3 x = box.half_extents.x * axes.x, y = box.half_extents.y * axes.y,
               z = box.half_extents.z * axes.z;
    for (int i = 0; i < 8; ++i) {
        const Vec3 v = box.center + ((i & 1 ? x : -x) + (i & 2 ? y : -y) + (i & 4 ? z : -z));
        vertices_[i] = v;
        x_[i] = v.x, y_[i] = v.y, z_[i] = v.z;
    }
    for (int i = 0; i < 6; ++i) {
        const Vec3 n = i & 1 ? columns[i / 2] : -columns[i / 2];
        const float offset = dot(n, box.center) + box.half_extents[i / 2];
        faces_[i] = {n, offset, static_cast<uint16_t>(4 * i), 4};
        normal_x_[i] = n.x, normal_y_[i] = n.y, normal_z_[i] = n.z, offset_[i] = offset;
    }
    for (int i = 6; i < 8; ++i) {
        normal_x_[i] = normal_x_[0], normal_y_[i] = normal_y_[0], normal_z_[i] = normal_z_[0],
        offset_[i] = offset_[0];
    }
    const Vec3 h = box.half_extents;
    view_ = {vertices_,
             x_,
             y_,
             z_,
             8,
             faces_,
             normal_x_,
             normal_y_,
             normal_z_,
             offset_,
             6,
             8,
             box_face_vertices,
             box_edges.face_edges,
             box_edges.edges,
             12,
             box.center,
             min_of(h.x, min_of(h.y, h.z))};
}

int first_largest(const float* values, int padded) {
    Largest largest;
    for (int i = 0; i < padded; i += 4) largest.see(load4(values + i));
    return largest.first();
}

bool above_face(const HullView& hull, const HullFace& face, Vec3 point) {
    Vec3 from = hull.vertices[hull.face_vertices[face.first + face.count - 1]];
    for (int i = 0; i < face.count; ++i) {
        const Vec3 to = hull.vertices[hull.face_vertices[face.first + i]];
        if (dot(cross(to - from, face.normal), point - from) > 0) return false;
        from = to;
    }
    return true;
}

int support_vertex(const HullView& hull, Vec3 direction) {
    return first_most(hull.x, hull.y, hull.z, hull.padded_vertices, direction);
}

int support_face(const HullView& hull, Vec3 direction) {
    return first_most(hull.normal_x, hull.normal_y, hull.normal_z, hull.padded_faces, direction);
}

}  // namespace cairn::narrow
