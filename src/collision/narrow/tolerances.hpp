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

/// Cosine of the angle between a face's normal and the axis of an edge pair up to which they may stand for
/// the same contact: eleven degrees.
inline constexpr float same_direction = 0.98f;

/// Whether the manifold of the best face says what the one point of the best edge pair does. The face's
/// separation is that of the deepest vertex, which may lie far beside the face, at the end of a long plank
/// that crosses another: the edges separate better than that, though it is the faces that meet. Borne by one
/// crossing of its edges, the plank would tip to another one in every step. So what counts is the deepest
/// point above the face. (Of one point the edges know the better normal.)
inline bool say_the_same(const Manifold& of_face, const Manifold& of_edges, bool edge_was_chosen) {
    if (of_face.count < 2 || dot(of_face.normal, of_edges.normal) < same_direction) return false;
    float deepest = of_face.points[0].separation;
    for (int i = 1; i < of_face.count; ++i) deepest = min_of(deepest, of_face.points[i].separation);
    const float separation = of_edges.points[0].separation;
    return abs_of(separation - deepest) <= edge_margin(separation, edge_was_chosen);
}

/// Puts the one point of edges that separate better, which `build` makes, in the place of the face's manifold
/// unless that says the same. Returns whether it did.
template <class Build>
bool prefer_edges(Manifold& m, bool edge_was_chosen, Build&& build) {
    Manifold of_edges;
    build(of_edges);
    if (say_the_same(m, of_edges, edge_was_chosen)) return false;
    m = of_edges;
    return true;
}

/// The reference face is grown by this much before clipping, so that the corners of exactly aligned faces
/// stay corners (same feature ids) while they jitter about the edge.
inline constexpr float clip_tolerance = 0.1f * linear_slop;

/// sin^2 of the angle below which two edges count as parallel and span no axis.
inline constexpr float parallel_tolerance = 1e-5f;

}  // namespace cairn::narrow
