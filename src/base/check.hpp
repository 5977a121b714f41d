#pragma once
// Helpers for errors that name the value that was wrong.

#include <string>

#include <cairn/error.hpp>
#include <cairn/math.hpp>

namespace cairn {

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
void require_positive(float value, const char* name);
void require_not_negative(float value, const char* name);
/// Finite and within 1 % of unit length.
void require_unit(Quat value, const char* name);
void require_direction(Vec3 value, const char* name);

}  // namespace cairn
