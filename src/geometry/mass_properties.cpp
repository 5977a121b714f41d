#include "geometry/mass_properties.hpp"

#include "geometry/hull_data.hpp"
#include "math/vector_double.hpp"

namespace cairn {

namespace {

constexpr double pi_double = 3.141592653589793238;

constexpr Mat3d diagonal_double(double x, double y, double z) { return {{x, 0, 0}, {0, y, 0}, {0, 0, z}}; }

// mass * (r.r 1 - r r^T)
constexpr Mat3d point_inertia(double mass, Vec3d r) {
    return {{mass * (r.y * r.y + r.z * r.z), -mass * r.x * r.y, -mass * r.x * r.z},
            {-mass * r.x * r.y, mass * (r.x * r.x + r.z * r.z), -mass * r.y * r.z},
            {-mass * r.x * r.z, -mass * r.y * r.z, mass * (r.x * r.x + r.y * r.y)}};
}

MassProperties mass_of(const Sphere& sphere, double density) {
    const double r = double(sphere.radius);
    const double mass = density * 4 / 3 * pi_double * r * r * r;
    const double i = 0.4 * mass * r * r;
    return {float(mass), sphere.center, to_float(diagonal_double(i, i, i))};
}

// A cylinder of length h and two half balls. A half ball of mass m has 83/320 m r^2 about its centre of mass
// across its axis, which is 3/8 r from its flat side.
MassProperties mass_of(const Capsule& capsule, double density) {
    const Vec3d axis = Vec3d(capsule.b) - Vec3d(capsule.a);
    const double r = double(capsule.radius), h = length(axis);
    const double cylinder = density * pi_double * r * r * h;
    const double half_ball = density * 2 / 3 * pi_double * r * r * r;
    const double arm = 0.5 * h + 0.375 * r;
    const double along = 0.5 * cylinder * r * r + 0.8 * half_ball * r * r;
    const double across =
        cylinder * (h * h / 12 + r * r / 4) + 2 * half_ball * (83.0 / 320 * r * r + arm * arm);
    // along u u^T + across (1 - u u^T)
    Mat3d inertia = diagonal_double(across, across, across);
    if (h > 0) {
        const Vec3d u = axis / h;
        const double d = along - across;
        inertia = inertia + Mat3d{(d * u.x) * u, (d * u.y) * u, (d * u.z) * u};
    }
    const Vec3d center = 0.5 * (Vec3d(capsule.a) + Vec3d(capsule.b));
    return {float(cylinder + 2 * half_ball), to_float(center), to_float(inertia)};
}

MassProperties mass_of(const Box& box, double density) {
    const Vec3d half(box.half_extents);
    const double mass = density * 8 * half.x * half.y * half.z;
    const double xx = half.x * half.x, yy = half.y * half.y, zz = half.z * half.z;
    const Mat3d body = diagonal_double(mass / 3 * (yy + zz), mass / 3 * (zz + xx), mass / 3 * (xx + yy));
    const Mat3d r = to_matrix_double(box.rotation);
    return {float(mass), box.center, to_float(r * body * transpose(r))};
}

MassProperties mass_of(const Hull& hull, double density) {
    const HullData& data = hull.data();
    return {float(density * double(data.volume)), data.center, to_float(density * to_double(data.inertia))};
}

MassProperties mass_of(const HalfSpace&, double) { return {}; }

}  // namespace

MassProperties mass_properties(const Shape& shape, float density) {
    return std::visit([&](const auto& s) { return mass_of(s, double(density)); }, shape);
}

Mat3 shifted_inertia(const MassProperties& mass, Vec3 offset) {
    return to_float(to_double(mass.inertia) + point_inertia(double(mass.mass), Vec3d(offset)));
}

MassProperties combine(std::span<const MassProperties> parts) {
    double mass = 0;
    Vec3d first;
    for (const MassProperties& part : parts) {
        mass += double(part.mass);
        first = first + double(part.mass) * Vec3d(part.center);
    }
    if (!(mass > 0)) return {};
    const Vec3d center = first / mass;
    Mat3d inertia{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    for (const MassProperties& part : parts) {
        inertia =
            inertia + to_double(part.inertia) + point_inertia(double(part.mass), Vec3d(part.center) - center);
    }
    return {float(mass), to_float(center), to_float(inertia)};
}

}  // namespace cairn
