#pragma once
// The finite range. What a user gives from outside it is refused, a body that leaves it is frozen; within it
// the products that a step forms stay far from the ends of what a float can hold.

namespace cairn {

inline constexpr float longest_cast = 1e15f;  ///< metres, of a shape: its square is a float
inline constexpr float farthest = 1e7f;  ///< metres from the origin: floats there are coarser than a metre
inline constexpr float fastest = 1e9f;   ///< m/s and rad/s
inline constexpr float hardest = 1e12f;  ///< acceleration, m/s^2 and rad/s^2
inline constexpr float lightest = 1e-20f, heaviest = 1e20f;           ///< kg
inline constexpr float least_inertia = 1e-30f, most_inertia = 1e24f;  ///< about the principal axes, kg m^2
inline constexpr float shortest_step = 1e-8f, longest_step = 1e3f;    ///< seconds
inline constexpr float most_ratio = 1e6f;  ///< of damping, friction and the like, and of frequencies in hertz
inline constexpr int most_threads = 256;   ///< that work on one world

}  // namespace cairn
