#include "base/check.hpp"

#include <cstdint>
#include <cstdio>
#include <cstring>

#include "base/range.hpp"

namespace cairn {

void fail(const std::string& message) { throw Error(message); }

std::string describe(float value) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", static_cast<double>(value));
    return text;
}

std::string describe(Vec3 v) {
    return "(" + describe(v.x) + ", " + describe(v.y) + ", " + describe(v.z) + ")";
}

std::string describe(Quat q) {
    return "(" + describe(q.x) + ", " + describe(q.y) + ", " + describe(q.z) + ", " + describe(q.w) + ")";
}

bool is_finite(float value) {
    // by bits, so that no compiler option can reason it away
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return (bits & 0x7f800000u) != 0x7f800000u;
}

bool is_finite(Vec3 v) { return is_finite(v.x) && is_finite(v.y) && is_finite(v.z); }
bool is_finite(Quat q) { return is_finite(q.x) && is_finite(q.y) && is_finite(q.z) && is_finite(q.w); }

void require_finite(float value, const char* name) {
    if (!is_finite(value)) fail(std::string(name) + " must be finite, got " + describe(value));
}

void require_finite(Vec3 value, const char* name) {
    if (!is_finite(value)) fail(std::string(name) + " must be finite, got " + describe(value));
}

void require_within(float value, float most, const char* name) {
    require_finite(value, name);
    if (!(abs_of(value) <= most))
        fail(std::string(name) + " must not be larger than " + describe(most) + ", got " + describe(value));
}

void require_within(Vec3 value, float most, const char* name) {
    require_finite(value, name);
    const Vec3 size = abs_of(value);
    if (!(size.x <= most && size.y <= most && size.z <= most))
        fail(std::string(name) + " must not be larger than " + describe(most) + ", got " + describe(value));
}

void require_positive(float value, const char* name, float most) {
    if (!is_finite(value) || !(value > 0))
        fail(std::string(name) + " must be positive, got " + describe(value));
    require_within(value, most, name);
}

void require_not_negative(float value, const char* name, float most) {
    if (!is_finite(value) || value < 0)
        fail(std::string(name) + " must not be negative, got " + describe(value));
    require_within(value, most, name);
}

void require_step(float dt, const char* name) {
    require_positive(dt, name);
    if (!(dt >= shortest_step && dt <= longest_step))
        fail(std::string(name) + " must be " + describe(shortest_step) + " to " + describe(longest_step) +
             " s, got " + describe(dt));
}

void require_unit(Quat value, const char* name) {
    const float square = dot(value, value);
    if (!is_finite(value) || !(square > 0.98f && square < 1.02f))
        fail(std::string(name) + " must be a unit quaternion (x, y, z, w), got " + describe(value));
}

void require_direction(Vec3 value, const char* name) {
    if (!is_finite(value) || !(length_squared(value) > 1e-12f && length_squared(value) < 1e12f))
        fail(std::string(name) + " must be a direction of a length from 1e-6 to 1e6, got " + describe(value));
}

}  // namespace cairn
