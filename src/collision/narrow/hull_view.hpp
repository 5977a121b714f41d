#pragma once
// What the polyhedron kernels read: pointers into a HullData, or into a box written out as a hull on the
// stack, so that a box needs no hull of its own to meet one.

#include <cairn/shape.hpp>

#include "collision/narrow/row4.hpp"
#include "geometry/hull_data.hpp"

namespace cairn::narrow {

struct HullView {
    const Vec3* vertices;
    const float *x, *y, *z;  // the vertices as columns, padded_vertices long, a multiple of 4
    int padded_vertices;
    const HullFace* faces;
    const float *normal_x, *normal_y, *normal_z, *plane_offset;  // padded_faces long
    int face_count, padded_faces;
    const uint8_t* face_vertices;
    const uint16_t* face_edges;
    const HullEdge* edges;
    int edge_count;
    Vec3 center;
    float inner_radius;
};

inline HullView view_of(const HullData& hull) {
    return {hull.vertices.data(),
            hull.vertex_x.data(),
            hull.vertex_y.data(),
            hull.vertex_z.data(),
            static_cast<int>(hull.vertex_x.size()),
            hull.faces.data(),
            hull.normal_x.data(),
            hull.normal_y.data(),
            hull.normal_z.data(),
            hull.plane_offset.data(),
            static_cast<int>(hull.faces.size()),
            static_cast<int>(hull.normal_x.size()),
            hull.face_vertices.data(),
            hull.face_edges.data(),
            hull.edges.data(),
            static_cast<int>(hull.edges.size()),
            hull.center,
            hull.inner_radius};
}

/// A box as a hull. Vertex i has the signs of the bits of i (1: x, 2: y, 4: z), as in make_box_hull.
class BoxHull {
public:
    explicit BoxHull(const Box& box);
    BoxHull(const BoxHull&) = delete;
    BoxHull& operator=(const BoxHull&) = delete;

    const HullView& view() const { return view_; }

private:
    Vec3 vertices_[8];
    float x_[8], y_[8], z_[8];
    HullFace faces_[6];
    float normal_x_[8], normal_y_[8], normal_z_[8], offset_[8];
    HullView view_;
};

inline Row4 load4(const float* p) { return Row4{p[0], p[1], p[2], p[3]}; }
inline Row4 max_of(Row4 a, Row4 b) { return a > b ? a : b; }
using cairn::max_of;

/// The largest direction . v over all vertices.
inline float support(const HullView& hull, Vec3 direction) {
    Row4 best = row4(-1e30f);
    for (int i = 0; i < hull.padded_vertices; i += 4) {
        const Row4 d = direction.x * load4(hull.x + i) + direction.y * load4(hull.y + i) +
                       direction.z * load4(hull.z + i);
        best = max_of(d, best);
    }
    return max_of(max_of(best[0], best[1]), max_of(best[2], best[3]));
}

inline constexpr int most_faces = 512;     // room for all faces of a hull, with padding
inline constexpr int most_vertices = 256;  // and for all vertices

/// How far `point` is above each face, for padded_faces entries.
inline void plane_distances(const HullView& hull, Vec3 point, float* distances) {
    for (int i = 0; i < hull.padded_faces; i += 4) {
        const Row4 d = point.x * load4(hull.normal_x + i) + point.y * load4(hull.normal_y + i) +
                       point.z * load4(hull.normal_z + i) - load4(hull.plane_offset + i);
        for (int k = 0; k < 4; ++k) distances[i + k] = d[k];
    }
}

/// The first of the largest values; `padded` is a multiple of 4.
int first_largest(const float* values, int padded);

/// direction . v for all vertices.
inline void vertex_heights(const HullView& hull, Vec3 direction, float* heights) {
    for (int i = 0; i < hull.padded_vertices; i += 4) {
        const Row4 d = direction.x * load4(hull.x + i) + direction.y * load4(hull.y + i) +
                       direction.z * load4(hull.z + i);
        for (int k = 0; k < 4; ++k) heights[i + k] = d[k];
    }
}

/// Whether the foot of `point` on the plane of a face lies inside the face.
bool above_face(const HullView& hull, const HullFace& face, Vec3 point);
/// The first vertex that reaches farthest.
int support_vertex(const HullView& hull, Vec3 direction);
/// The first face whose normal points most along `direction`.
int support_face(const HullView& hull, Vec3 direction);

}  // namespace cairn::narrow
