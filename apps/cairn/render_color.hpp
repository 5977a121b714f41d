#pragma once
// The palette.

#include <cstdint>

namespace cairn::render {

inline constexpr uint32_t fixed_color = 0xb9b7b2;
inline constexpr uint32_t kinematic_color = 0x8d99a6;
inline constexpr uint32_t joint_color = 0x3a3f45;

/// A colour of a small set chosen by the id alone; sleeping bodies are darker.
uint32_t body_color(uint32_t id, bool asleep);

}  // namespace cairn::render
