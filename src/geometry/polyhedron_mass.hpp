#pragma once
// Volume, centre and inertia of a closed polyhedron by exact integrals.

#include <cstdint>
#include <span>

#include "math/vector_double.hpp"

namespace cairn {

/// Of unit density; inertia about the centre.
struct PolyhedronMass {
    double volume = 0;
    Vec3d center;
    Mat3d inertia{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
};

/// Adds up the signed tetrahedra from `origin` to the triangles of the surface. Feed it every triangle,
/// counter-clockwise seen from outside.
class PolyhedronIntegral {
public:
    explicit PolyhedronIntegral(Vec3d origin) : origin_(origin) {}
    void add(Vec3d a, Vec3d b, Vec3d c);
    PolyhedronMass result() const;

private:
    Vec3d origin_;
    double volume_ = 0;
    Vec3d first_;              // integral of x
    double squares_[3] = {};   // of xx, yy, zz
    double products_[3] = {};  // of xy, yz, zx
};

}  // namespace cairn
