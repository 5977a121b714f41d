#pragma once
// Plain vectors, quaternions and transforms. Every operation is + - * / or sqrt in a fixed order, so that the
// same expression gives the same bits on every machine (docs/determinism.md).

#include <cmath>

namespace cairn {

struct Vec3 {
    float x = 0, y = 0, z = 0;

    constexpr float operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
    constexpr float& operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
    constexpr bool operator==(const Vec3&) const = default;
};

constexpr Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vec3 operator-(Vec3 a) { return {-a.x, -a.y, -a.z}; }
constexpr Vec3 operator*(float s, Vec3 a) { return {s * a.x, s * a.y, s * a.z}; }
constexpr Vec3 operator*(Vec3 a, float s) { return {s * a.x, s * a.y, s * a.z}; }
constexpr Vec3 operator/(Vec3 a, float s) { return {a.x / s, a.y / s, a.z / s}; }
constexpr Vec3& operator+=(Vec3& a, Vec3 b) { return a = a + b; }
constexpr Vec3& operator-=(Vec3& a, Vec3 b) { return a = a - b; }
constexpr Vec3& operator*=(Vec3& a, float s) { return a = s * a; }

constexpr float dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vec3 cross(Vec3 a, Vec3 b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
constexpr Vec3 scale(Vec3 a, Vec3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
constexpr float min_of(float a, float b) { return a < b ? a : b; }
constexpr float max_of(float a, float b) { return a > b ? a : b; }
constexpr float clamp_to(float value, float low, float high) {
    return value < low ? low : value > high ? high : value;
}
constexpr float abs_of(float a) { return a < 0 ? -a : a; }
constexpr Vec3 min_of(Vec3 a, Vec3 b) { return {min_of(a.x, b.x), min_of(a.y, b.y), min_of(a.z, b.z)}; }
constexpr Vec3 max_of(Vec3 a, Vec3 b) { return {max_of(a.x, b.x), max_of(a.y, b.y), max_of(a.z, b.z)}; }
constexpr Vec3 abs_of(Vec3 a) { return {abs_of(a.x), abs_of(a.y), abs_of(a.z)}; }
inline float length(Vec3 a) { return std::sqrt(dot(a, a)); }
constexpr float length_squared(Vec3 a) { return dot(a, a); }

/// The unit vector along `a`, or `fallback` where `a` is too short to have a direction.
inline Vec3 normalized(Vec3 a, Vec3 fallback = {0, 0, 0}) {
    const float l = length(a);
    return l > 1e-18f ? a / l : fallback;
}

/// A unit vector at right angles to the unit vector `n`; it varies smoothly except where the largest
/// component changes.
inline Vec3 perpendicular(Vec3 n) {
    if (abs_of(n.x) > 0.57735027f) return normalized({n.y, -n.x, 0});
    return normalized({0, n.z, -n.y});
}

/// Unit quaternion, stored x y z w.
struct Quat {
    float x = 0, y = 0, z = 0, w = 1;

    constexpr bool operator==(const Quat&) const = default;
};

constexpr Quat operator*(Quat a, Quat b) {
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
constexpr Quat conjugate(Quat q) { return {-q.x, -q.y, -q.z, q.w}; }
constexpr float dot(Quat a, Quat b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
inline Quat normalized(Quat q) {
    const float l = std::sqrt(dot(q, q));
    return l > 1e-18f ? Quat{q.x / l, q.y / l, q.z / l, q.w / l} : Quat{};
}
constexpr Vec3 rotate(Quat q, Vec3 v) {
    const Vec3 u{q.x, q.y, q.z};
    const Vec3 t = 2.0f * cross(u, v);
    return v + q.w * t + cross(u, t);
}
constexpr Vec3 inverse_rotate(Quat q, Vec3 v) { return rotate(conjugate(q), v); }

/// Rotation by `angle` radians about the unit vector `axis`, with Cairn's own deterministic sine and cosine.
Quat axis_angle(Vec3 axis, float angle);
/// The shortest rotation that takes unit vector `from` to unit vector `to`.
Quat rotation_between(Vec3 from, Vec3 to);

/// 3x3 matrix by columns.
struct Mat3 {
    Vec3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};

    constexpr bool operator==(const Mat3&) const = default;
};

constexpr Vec3 operator*(const Mat3& m, Vec3 v) { return v.x * m.x + v.y * m.y + v.z * m.z; }
constexpr Mat3 operator*(const Mat3& a, const Mat3& b) { return {a * b.x, a * b.y, a * b.z}; }
constexpr Mat3 operator+(const Mat3& a, const Mat3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Mat3 operator*(float s, const Mat3& a) { return {s * a.x, s * a.y, s * a.z}; }
constexpr Mat3 transpose(const Mat3& m) {
    return {{m.x.x, m.y.x, m.z.x}, {m.x.y, m.y.y, m.z.y}, {m.x.z, m.y.z, m.z.z}};
}
constexpr Vec3 transpose_times(const Mat3& m, Vec3 v) { return {dot(m.x, v), dot(m.y, v), dot(m.z, v)}; }
constexpr float determinant(const Mat3& m) { return dot(m.x, cross(m.y, m.z)); }
constexpr Mat3 diagonal(Vec3 d) { return {{d.x, 0, 0}, {0, d.y, 0}, {0, 0, d.z}}; }
constexpr Mat3 to_matrix(Quat q) {
    const float xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    const float xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    const float wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    return {{1 - 2 * (yy + zz), 2 * (xy + wz), 2 * (xz - wy)},
            {2 * (xy - wz), 1 - 2 * (xx + zz), 2 * (yz + wx)},
            {2 * (xz + wy), 2 * (yz - wx), 1 - 2 * (xx + yy)}};
}
/// The rotation whose matrix is `m` (columns orthonormal, right-handed).
Quat to_quat(const Mat3& m);
/// The inverse, or zero where the matrix is singular.
Mat3 inverse(const Mat3& m);

/// A rigid motion: first rotate, then move.
struct Transform {
    Vec3 position;
    Quat rotation;

    constexpr bool operator==(const Transform&) const = default;
};

constexpr Vec3 operator*(const Transform& t, Vec3 p) { return t.position + rotate(t.rotation, p); }
constexpr Vec3 inverse_times(const Transform& t, Vec3 p) {
    return inverse_rotate(t.rotation, p - t.position);
}
constexpr Transform operator*(const Transform& a, const Transform& b) {
    return {a * b.position, a.rotation * b.rotation};
}
/// The pose of `b` as seen from `a`.
constexpr Transform relative(const Transform& a, const Transform& b) {
    return {inverse_times(a, b.position), conjugate(a.rotation) * b.rotation};
}

/// Axis-aligned bounds.
struct Bounds {
    Vec3 lower, upper;

    constexpr bool operator==(const Bounds&) const = default;
};

constexpr bool overlap(const Bounds& a, const Bounds& b) {
    return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y &&
           b.lower.y <= a.upper.y && a.lower.z <= b.upper.z && b.lower.z <= a.upper.z;
}
constexpr bool contains(const Bounds& outer, const Bounds& inner) {
    return outer.lower.x <= inner.lower.x && outer.lower.y <= inner.lower.y &&
           outer.lower.z <= inner.lower.z && inner.upper.x <= outer.upper.x &&
           inner.upper.y <= outer.upper.y && inner.upper.z <= outer.upper.z;
}
constexpr Bounds join(const Bounds& a, const Bounds& b) {
    return {min_of(a.lower, b.lower), max_of(a.upper, b.upper)};
}

}  // namespace cairn
