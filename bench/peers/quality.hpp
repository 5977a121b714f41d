#pragma once
// How good a state is, whichever engine made it: computed from the poses alone, by Cairn's narrow phase.

#include <string>
#include <vector>

#include "bench/peers/engine.hpp"

namespace cairn::bench {

struct Quality {
    int touching = 0;  ///< pairs nearer than 10 mm
    double max_penetration = 0;
    double mean_penetration = 0;  ///< over the pairs that overlap
    double mean_speed = 0;        ///< of the centres of mass of dynamic bodies
    double max_joint_error = 0, mean_joint_error = 0;
    std::string verdict;  ///< stands, fell, escaped
};

Quality quality_of(const PeerScene& scene, const std::vector<BodyState>& states);

}  // namespace cairn::bench
