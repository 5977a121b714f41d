#include "geometry/polyhedron_mass.hpp"

namespace cairn {

// Over a tetrahedron with corners 0, a, b, c and six-fold volume d, the integral of x is d/24 (a+b+c), and of
// x y is d/120 (s_x s_y + a_x a_y + b_x b_y + c_x c_y) with s = a+b+c.
void PolyhedronIntegral::add(Vec3d a, Vec3d b, Vec3d c) {
    a = a - origin_, b = b - origin_, c = c - origin_;
    const double d = dot(a, cross(b, c));
    const Vec3d s = a + b + c;
    volume_ += d / 6;
    first_ = first_ + (d / 24) * s;
    squares_[0] += d / 120 * (s.x * s.x + a.x * a.x + b.x * b.x + c.x * c.x);
    squares_[1] += d / 120 * (s.y * s.y + a.y * a.y + b.y * b.y + c.y * c.y);
    squares_[2] += d / 120 * (s.z * s.z + a.z * a.z + b.z * b.z + c.z * c.z);
    products_[0] += d / 120 * (s.x * s.y + a.x * a.y + b.x * b.y + c.x * c.y);
    products_[1] += d / 120 * (s.y * s.z + a.y * a.z + b.y * b.z + c.y * c.z);
    products_[2] += d / 120 * (s.z * s.x + a.z * a.x + b.z * b.x + c.z * c.x);
}

PolyhedronMass PolyhedronIntegral::result() const {
    PolyhedronMass mass;
    mass.volume = volume_;
    const Vec3d r = first_ / volume_;
    mass.center = origin_ + r;
    // Second moments about the centre of mass: the parallel axis theorem backwards.
    const double xx = squares_[0] - volume_ * r.x * r.x;
    const double yy = squares_[1] - volume_ * r.y * r.y;
    const double zz = squares_[2] - volume_ * r.z * r.z;
    const double xy = products_[0] - volume_ * r.x * r.y;
    const double yz = products_[1] - volume_ * r.y * r.z;
    const double zx = products_[2] - volume_ * r.z * r.x;
    mass.inertia = {{yy + zz, -xy, -zx}, {-xy, zz + xx, -yz}, {-zx, -yz, xx + yy}};
    return mass;
}

}  // namespace cairn
