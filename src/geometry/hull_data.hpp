#pragma once
// A convex polyhedron ready for collision: polygonal faces, unique edges with their two faces (for the
// Gauss-map test of separating axes), and the same vertices, planes and edges again as padded columns for
// wide loops.

#include <cstdint>
#include <vector>

#include <cairn/math.hpp>

namespace cairn {

struct HullFace {
    Vec3 normal;         // outward unit normal
    float offset = 0;    // normal . x = offset on the plane
    uint16_t first = 0;  // into HullData::face_vertices
    uint16_t count = 0;
};

struct HullEdge {
    uint8_t vertex_a = 0, vertex_b = 0;  // the edge runs a -> b counter-clockwise on face_left
    uint16_t face_left = 0, face_right = 0;
};

struct HullData {
    std::vector<Vec3> vertices;          // at most 255
    std::vector<HullFace> faces;         // so at most 506
    std::vector<uint8_t> face_vertices;  // counter-clockwise seen from outside
    std::vector<uint16_t> face_edges;  // parallel to face_vertices: the edge from that vertex to the next one
    std::vector<HullEdge> edges;

    // Columns padded to a multiple of 16: padding repeats entry 0, so that it never wins a strict maximum.
    std::vector<float> vertex_x, vertex_y, vertex_z;
    std::vector<float> normal_x, normal_y, normal_z, plane_offset;

    // Of unit density, about the centre of mass.
    float volume = 0;
    Vec3 center;
    Mat3 inertia{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    Bounds bounds;
    float radius = 0;        // of the sphere about `center` that holds all vertices
    float inner_radius = 0;  // of the largest sphere about `center` inside all faces
};

}  // namespace cairn
