#pragma once
// Vectors in double for work done once (hulls, mass integrals) and for the distance algorithm, where the
// cancellation of nearly equal floats would cost the answer its digits. The same law holds: + - * / sqrt in a
// fixed order.

#include <cmath>

#include <cairn/math.hpp>

namespace cairn {

/// std::hypot differs between libraries; this does not.
inline double planar_length(double x, double y) { return std::sqrt(x * x + y * y); }

struct Vec3d {
    double x = 0, y = 0, z = 0;

    constexpr Vec3d() = default;
    constexpr Vec3d(double x_, double y_, double z_) : x(x_), y(y_), z(z_) {}
    constexpr explicit Vec3d(Vec3 v) : x(double(v.x)), y(double(v.y)), z(double(v.z)) {}
};

constexpr Vec3d operator+(Vec3d a, Vec3d b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vec3d operator-(Vec3d a, Vec3d b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vec3d operator-(Vec3d a) { return {-a.x, -a.y, -a.z}; }
constexpr Vec3d operator*(double s, Vec3d a) { return {s * a.x, s * a.y, s * a.z}; }
constexpr Vec3d operator/(Vec3d a, double s) { return {a.x / s, a.y / s, a.z / s}; }
constexpr double dot(Vec3d a, Vec3d b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vec3d cross(Vec3d a, Vec3d b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double length(Vec3d a) { return std::sqrt(dot(a, a)); }
constexpr Vec3 to_float(Vec3d a) { return {float(a.x), float(a.y), float(a.z)}; }

/// 3x3 matrix by columns.
struct Mat3d {
    Vec3d x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
};

constexpr Vec3d operator*(const Mat3d& m, Vec3d v) { return v.x * m.x + v.y * m.y + v.z * m.z; }
constexpr Vec3d transpose_times(const Mat3d& m, Vec3d v) { return {dot(m.x, v), dot(m.y, v), dot(m.z, v)}; }
constexpr Mat3d transpose(const Mat3d& m) {
    return {{m.x.x, m.y.x, m.z.x}, {m.x.y, m.y.y, m.z.y}, {m.x.z, m.y.z, m.z.z}};
}
constexpr Mat3d operator*(const Mat3d& a, const Mat3d& b) { return {a * b.x, a * b.y, a * b.z}; }
constexpr Mat3d operator+(const Mat3d& a, const Mat3d& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Mat3d operator*(double s, const Mat3d& a) { return {s * a.x, s * a.y, s * a.z}; }
constexpr Mat3d to_double(const Mat3& m) { return {Vec3d(m.x), Vec3d(m.y), Vec3d(m.z)}; }
constexpr Mat3 to_float(const Mat3d& m) { return {to_float(m.x), to_float(m.y), to_float(m.z)}; }

/// The rotation matrix of q, whose length need not be one to the last bit.
constexpr Mat3d to_matrix_double(Quat q) {
    const double x = double(q.x), y = double(q.y), z = double(q.z), w = double(q.w);
    const double s = 2 / (x * x + y * y + z * z + w * w);
    return {{1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)},
            {s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x)},
            {s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y)}};
}

}  // namespace cairn
