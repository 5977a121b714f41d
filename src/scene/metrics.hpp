#pragma once
// Numbers that say how a world is doing: energies, momenta, overlap. In double precision, over the bodies in
// the order of their ids.

#include <cstdint>

#include "scene/scene.hpp"

namespace cairn {

struct SceneMetrics {
    int bodies = 0;    ///< dynamic ones
    int contacts = 0;  ///< touching pairs
    int contact_points = 0;
    double max_penetration = 0;   ///< metres, deepest contact point
    double mean_penetration = 0;  ///< over the contact points that overlap
    double kinetic_energy = 0;
    double potential_energy = 0;  ///< zero at the origin
    double linear_momentum[3] = {};
    double angular_momentum[3] = {};  ///< about the origin
    double max_speed = 0;
    double max_angular_speed = 0;
    double max_joint_error = 0;  ///< metres by which anchors came apart
    double mean_joint_error = 0;
    int awake = 0;
    int frozen = 0;
    int dropped = 0;
    uint64_t hash = 0;
};

SceneMetrics measure(const World& world);
inline SceneMetrics measure(const Scene& scene) { return measure(scene.world()); }

}  // namespace cairn
