// Impacts before the step's own solve (Larsen; Mirtich's collision matrix K of a point): the impulse that
// reverses the approach of one point alone, with friction inside Coulomb's cone, one point after another.

#include <cmath>

#include "base/index.hpp"
#include "solvers/live/live_system.hpp"

namespace cairn {

namespace {

/// Each of the two parts can only take energy away: the normal part by e <= 1, friction because a fraction of
/// the sticking impulse lies between none and the least energy.
void collide_point(LiveBody& a, LiveBody& b, const LiveContact& contact, const LivePoint& p,
                   double approach) {
    const double normal = -(1 + contact.restitution) * approach / p.k[0];
    push_point(a, b, p, normal * contact.normal);
    const Vec3d u = point_velocity(a, b, p);
    const double u1 = dot(contact.tangent_1, u) + contact.surface_1;
    const double u2 = dot(contact.tangent_2, u) + contact.surface_2;
    const double determinant = p.k[3] * p.k[5] - p.k[4] * p.k[4];
    if (!(determinant > 0)) return;
    double t1 = -(p.k[5] * u1 - p.k[4] * u2) / determinant, t2 = -(p.k[3] * u2 - p.k[4] * u1) / determinant;
    const double size = std::sqrt(t1 * t1 + t2 * t2), bound = contact.friction * normal;
    if (size > bound) t1 *= bound / size, t2 *= bound / size;
    push_point(a, b, p, t1 * contact.tangent_1 + t2 * contact.tangent_2);
}

}  // namespace

int64_t propagate_impacts(const LiveOptions& options, LiveSystem& system) {
    if (options.restitution == LiveRestitution::simultaneous) return 0;
    int64_t impulses = 0;
    for (int round = 0; round < options.propagations; ++round) {
        bool any = false;
        for (const LiveContact& contact : system.contacts) {
            if (!(contact.restitution > 0)) continue;
            LiveBody& a = system.bodies[at(contact.body_a)];
            LiveBody& b = system.bodies[at(contact.body_b)];
            for (int32_t i = contact.first; i < contact.first + contact.count; ++i) {
                const LivePoint& p = system.points[at(i)];
                const double approach = dot(contact.normal, point_velocity(a, b, p));
                const bool meets = p.separation + system.h * approach < 0;
                if (!(p.k[0] > 0) || !meets || approach > -options.restitution_speed) continue;
                collide_point(a, b, contact, p, approach);
                any = true;
                ++impulses;
            }
        }
        if (!any) break;
    }
    for (const LiveContact& contact : system.contacts)
        for (int32_t i = contact.first; i < contact.first + contact.count; ++i) {
            LivePoint& p = system.points[at(i)];
            p.approach = dot(contact.normal, point_velocity(system.bodies[at(contact.body_a)],
                                                            system.bodies[at(contact.body_b)], p));
        }
    return impulses;
}

}  // namespace cairn
