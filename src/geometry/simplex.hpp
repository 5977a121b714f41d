#pragma once
// The point of a simplex nearest the origin: the sub-problem of the distance algorithm.

#include "math/vector_double.hpp"

namespace cairn {

struct SimplexVertex {
    Vec3d on_a, on_b;
    Vec3d difference;   // on_a - on_b
    double weight = 0;  // barycentric
    int index_a = 0, index_b = 0;
};

struct Simplex {
    SimplexVertex vertices[4];
    int count = 0;

    Vec3d nearest() const {
        Vec3d sum;
        for (int i = 0; i < count; ++i) sum = sum + vertices[i].weight * vertices[i].difference;
        return sum;
    }
    bool has(int index_a, int index_b) const {
        for (int i = 0; i < count; ++i) {
            if (vertices[i].index_a == index_a && vertices[i].index_b == index_b) return true;
        }
        return false;
    }
};

/// Keeps only the vertices that carry the nearest point and sets their weights. False where the origin is
/// inside a tetrahedron; then all four stay.
bool reduce_to_nearest(Simplex& simplex);

}  // namespace cairn
