#pragma once
// A convex shape as features (Larsen 4.1): vertices, edges and faces in double, in the frame of the body's
// centre of mass, with a radius around them for round shapes.

#include <vector>

#include <cairn/shape.hpp>

#include "geometry/distance.hpp"
#include "solvers/penalty/body.hpp"

namespace cairn::penalty {

struct Polytope {
    struct Face {
        Vec3d normal;  // outward
        double offset = 0;
        std::vector<int> loop;  // vertices counter-clockwise; empty: the boundary of a half space
    };
    struct Edge {
        int a = 0, b = 0;
    };
    std::vector<Vec3d> vertices;
    std::vector<Edge> edges;
    std::vector<Face> faces;
    double radius = 0;
};

/// A shape on a body of the simulator.
struct Collider {
    int body = 0;
    Shape shape;   // in the frame of the body's origin, as given
    Vec3d center;  // of mass, in that frame
    ShapeDef material{};
    Polytope polytope;  // about the centre of mass

    Collider(int body_index, Shape the_shape, Vec3d center_of_mass, const ShapeDef& the_material);
};

/// The largest n . v over a polytope in place, rounding included.
double support_height(const Polytope& polytope, const Frame& frame, Vec3d n);

struct DoubleBounds {
    Vec3d lower, upper;
};
DoubleBounds bounds_of(const Polytope& polytope, const Frame& frame, double margin);

/// Pose of the body's origin in floats, for the geometry of the engine.
Transform float_pose(const Collider& collider, const State& state);

/// Distance by the engine's GJK with the second shape moved by `shift`; normal from b to a.
struct Nearest {
    double distance = 0;
    bool overlap = false;
    Vec3d normal, on_a, on_b;
    SimplexCache simplex;
};
Nearest nearest(const Collider& a, const State& state_a, const Collider& b, const State& state_b, Vec3d shift,
                const SimplexCache& start);

/// Do the two shapes meet on the way from one pair of states to another? The hull of a shape at both ends of
/// its way holds all of a straight way, and its support is the larger of the two (Larsen 4.2, after Wu).
bool sweeps_meet(const Collider& a, const State& a0, const State& a1, const Collider& b, const State& b0,
                 const State& b1);

}  // namespace cairn::penalty
