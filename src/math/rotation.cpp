#include "math/rotation.hpp"

#include "math/trigonometry.hpp"

namespace cairn {

Quat exp_rotation(Vec3 v) {
    const float angle_squared = dot(v, v);
    if (angle_squared < 1e-2f) {
        // Series of sin(a/2)/a and cos(a/2): the next terms are below 1e-10 here, and a may be zero.
        const float s = 0.5f - angle_squared * (1.0f / 48 - angle_squared * (1.0f / 3840));
        const float c = 1 - angle_squared * (0.125f - angle_squared * (1.0f / 384));
        return {s * v.x, s * v.y, s * v.z, c};
    }
    const float angle = std::sqrt(angle_squared);
    const SineCosine<float> half = sine_cosine(0.5f * angle);
    const float s = half.sine / angle;
    return {s * v.x, s * v.y, s * v.z, half.cosine};
}

Vec3 rotation_vector(Quat q) {
    if (q.w < 0)
        q = {-q.x, -q.y, -q.z, -q.w};  // q and -q are the same rotation; this one is at most half a turn
    const Vec3 u{q.x, q.y, q.z};
    const float s = length(u);
    if (s < 1e-4f) return (2 / q.w) * u;  // atan(s/w) = s/w within 1e-9 relative
    return (2 * arc_tangent2(s, q.w) / s) * u;
}

Quat axis_angle(Vec3 axis, float angle) {
    const SineCosine<float> half = sine_cosine(0.5f * angle);
    return {half.sine * axis.x, half.sine * axis.y, half.sine * axis.z, half.cosine};
}

Quat rotation_between(Vec3 from, Vec3 to) {
    // Through the vector half way: unlike 1 + from.to, its length keeps its bits when the two are nearly
    // opposite. It must be at right angles to from - to; lengths that are off by an ulp break that, so the
    // excess is taken out.
    const Vec3 apart = from - to;
    Vec3 sum = from + to;
    if (const float d = dot(apart, apart); d > 1) sum -= (dot(sum, apart) / d) * apart;
    const float l = length(sum);
    if (l < 1e-6f) {
        const Vec3 axis = perpendicular(from);
        return {axis.x, axis.y, axis.z, 0};
    }
    const Vec3 half_way = sum / l;
    const Vec3 u = cross(from, half_way);
    return normalized(Quat{u.x, u.y, u.z, dot(from, half_way)});
}

Quat to_quat(const Mat3& m) {
    // Shepperd 1978: divide by the largest of the four components, which is at least 1/2.
    const float trace = m.x.x + m.y.y + m.z.z;
    if (trace >= m.x.x && trace >= m.y.y && trace >= m.z.z) {
        return normalized(Quat{m.y.z - m.z.y, m.z.x - m.x.z, m.x.y - m.y.x, 1 + trace});
    }
    if (m.x.x >= m.y.y && m.x.x >= m.z.z) {
        return normalized(Quat{1 + m.x.x - m.y.y - m.z.z, m.x.y + m.y.x, m.z.x + m.x.z, m.y.z - m.z.y});
    }
    if (m.y.y >= m.z.z) {
        return normalized(Quat{m.x.y + m.y.x, 1 - m.x.x + m.y.y - m.z.z, m.y.z + m.z.y, m.z.x - m.x.z});
    }
    return normalized(Quat{m.z.x + m.x.z, m.y.z + m.z.y, 1 - m.x.x - m.y.y + m.z.z, m.x.y - m.y.x});
}

}  // namespace cairn
