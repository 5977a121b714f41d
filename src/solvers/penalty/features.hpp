#pragma once
// Which features of two convex shapes rest on each other (Larsen 4.3): the contact region as vertex-face and
// edge-edge pairs, with vertex-edge and vertex-vertex where nothing larger meets.

#include <vector>

#include "solvers/penalty/contact.hpp"
#include "solvers/penalty/polytope.hpp"

namespace cairn::penalty {

/// Geometry of all feature pairs within `margin` of touching along `normal` (unit, from b to a): kind,
/// bodies, features and where they are. Springs and materials are left for the caller. `found` is the answer
/// of GJK that gave the normal; its features serve where no others meet. `turning`: normals may follow the
/// features.
std::vector<Contact> feature_pairs(const Collider& a, const Frame& frame_a, const Collider& b,
                                   const Frame& frame_b, Vec3d normal, double margin, const Nearest& found,
                                   bool turning);

/// The same two features of the same bodies, whichever body comes first?
bool same_features(const Contact& a, const Contact& b);

}  // namespace cairn::penalty
