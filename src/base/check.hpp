#pragma once
// Helpers for errors that name the value that was wrong.

#include <limits>
#include <string>

#include <cairn/error.hpp>
#include <cairn/math.hpp>

namespace cairn {

inline constexpr float largest_float = std::numeric_limits<float>::max();

[[noreturn]] void fail(const std::string& message);

std::string describe(float value);
std::string describe(Vec3 value);
std::string describe(Quat value);

/// False for NaN and infinities.
bool is_finite(float value);
bool is_finite(Vec3 value);
bool is_finite(Quat value);

void require_finite(float value, const char* name);
void require_finite(Vec3 value, const char* name);
/// Finite, and no component larger than `most`.
void require_within(float value, float most, const char* name);
void require_within(Vec3 value, float most, const char* name);
void require_positive(float value, const char* name, float most = largest_float);
void require_not_negative(float value, const char* name, float most = largest_float);
/// A step that can be taken.
void require_step(float dt, const char* name);
/// Finite and within 1 % of unit length.
void require_unit(Quat value, const char* name);
void require_direction(Vec3 value, const char* name);

}  // namespace cairn
