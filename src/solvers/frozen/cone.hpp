#pragma once
// Coulomb's cone K = { r : |r_t| <= mu r_n } and the projections onto it and its relatives. Header-only:
// every iteration of every cone solver calls these.

#include <algorithm>
#include <cmath>

#include "solvers/frozen/types.hpp"

namespace cairn::lab {

/// Euclidean projection onto K. Three regions: inside, in the polar cone (-> 0), and the mantle between.
/// Without friction K is the ray r_n >= 0, r_t = 0, and |r_t| <= mu r_n holds for r_n < 0, too: hence the
/// sign.
inline Vector3 project_cone(const Vector3& r, double mu) {
    const double tangent = std::sqrt(r[1] * r[1] + r[2] * r[2]);
    if (r[0] >= 0.0 && tangent <= mu * r[0]) return r;
    if (mu * tangent <= -r[0]) return Vector3::Zero();
    const double normal = (r[0] + mu * tangent) / (1.0 + mu * mu);
    const double scale = mu * normal / tangent;
    return {normal, scale * r[1], scale * r[2]};
}

/// Projection onto the disc of the given radius.
inline Vector2 project_disc(const Vector2& t, double radius) {
    const double length = t.norm();
    if (length <= radius) return t;
    return length > 0.0 ? Vector2(t * (radius / length)) : Vector2(Vector2::Zero());
}

/// De Saxce's modified velocity u~ = u + mu |u_t| n: with it Coulomb's law is the complementarity K* > u~ _|_
/// r < K.
inline Vector3 de_saxce_velocity(const Vector3& u, double mu) {
    return {u[0] + mu * std::sqrt(u[1] * u[1] + u[2] * u[2]), u[1], u[2]};
}

}  // namespace cairn::lab
