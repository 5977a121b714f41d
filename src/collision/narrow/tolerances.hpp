#pragma once
// The margins that keep a manifold from flickering. A pair at rest moves by rounding only, so whatever is
// chosen among near-equals (axis, reference face, points to keep) must win by more than that to replace the
// earlier choice.

#include "collision/manifold.hpp"

namespace cairn::narrow {

/// A face must be better by this much than the face of last step, and a face of b than one of a.
constexpr float face_margin(float separation) { return 0.1f * linear_slop + 0.02f * abs_of(separation); }

/// An edge pair gives one point where a face gives several: it must be clearly better than every face, and a
/// little less so where it was chosen last step.
constexpr float edge_margin(float face_separation, bool edge_was_chosen) {
    const float margin = 0.5f * linear_slop + 0.05f * abs_of(face_separation);
    return edge_was_chosen ? 0.5f * margin : margin;
}

/// The reference face is grown by this much before clipping, so that the corners of exactly aligned faces
/// stay corners (same feature ids) while they jitter about the edge.
inline constexpr float clip_tolerance = 0.1f * linear_slop;

/// sin^2 of the angle below which two edges count as parallel and span no axis.
inline constexpr float parallel_tolerance = 1e-5f;

}  // namespace cairn::narrow
