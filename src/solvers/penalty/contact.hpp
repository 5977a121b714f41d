#pragma once
// A resting contact (Larsen 2.2, 4.3, 5, 7): a pair of features with a spring-damper along its normal and a
// friction law across it. Everything here is a function of the two bodies' states, so that it has a Jacobian.

#include <array>
#include <cstdint>

#include "solvers/penalty/body.hpp"
#include "solvers/penalty/differential.hpp"

namespace cairn::penalty {

/// The feature pairs of 4.3. The first feature belongs to the contact's first body.
enum class ContactKind : uint8_t { vertex_face, edge_edge, vertex_vertex, vertex_edge };

enum class FrictionLaw : uint8_t {
    tanh,       // 7.1: -mu N tanh(v / epsilon); creeps
    piecewise,  // its piecewise linear ancestor (Baraff 1991); creeps
    springs,    // 7.3, what he did not get to try: tangential spring-dampers within the cone; no creep
    impulses,   // 7.2: forces held over the step whose impulses end the slip (after Kawachi); no creep
};

struct ForceLaw {
    FrictionLaw friction = FrictionLaw::springs;
    /// epsilon of 7.1 in m/s: slower than this is called static.
    double slip_speed = 0.01;
    /// Springs never pull, at any time. Off is what he had (5.2): they pull until the step ends.
    bool clamped = true;
};

struct Contact {
    ContactKind kind = ContactKind::vertex_face;
    std::array<int, 2> body{};     // the force pushes the first along +normal, the second along -normal
    std::array<int, 2> feature{};  // which vertices, edges or faces met: the contact's name in its pair
    Vec3d vertex_a, edge_a;  // in the first body's frame: the vertex, or an end and the way to the other
    Vec3d vertex_b, edge_b;  // in the second's; of a face, the point below the vertex
    Vec3d face_normal;       // of the second body's face, in its frame
    double radius_a = 0, radius_b = 0;  // of the rounding around the features
    bool turning = false;               // the normal follows the features within the step (6.6)
    Vec3d normal;                       // world axes, where it does not turn; towards the first body
    double side = 1;                    // sign of the cross product of the edges

    double stiffness = 0, damping = 0;
    double rest = 0;  // depth at which the spring is un-stretched
    double friction = 0, restitution = 0;
    bool belt = false;     // a surface moves against its body
    Vec3d belt_a, belt_b;  // that velocity, in the bodies' frames
    double tangent_stiffness = 0, tangent_damping = 0;
    Vec3d anchor_a, anchor_b;  // ends of the tangential spring, in the bodies' frames
    bool is_new = true;        // not yet stepped with
    Vec3d held;                // friction force held over this step, on the first body
    bool sticks = false;       // `held` is meant
    bool active = true;        // off for a step in which the bodies part fast (5.2)
};

/// Geometry of a contact in a state.
template <int N>
struct Touch {
    Vector<N> normal, point, velocity;  // velocity of the first body relative to the second at the point
    Number<N> depth;
};

/// Force on the first body, and the torques on both about their centres of mass.
template <int N>
struct Force {
    Vector<N> force, torque_a, torque_b;
};

Touch<0> touch(const Contact& contact, const Frame& a, const Frame& b);
Force<0> contact_force(const Contact& contact, const ForceLaw& law, const Frame& a, const Frame& b);
/// With derivatives by the 26 numbers of both bodies; the frames need their slopes.
Force<26> contact_force_slopes(const Contact& contact, const ForceLaw& law, const Frame& a, const Frame& b,
                               const Body& body_a, const Body& body_b);
/// With derivatives by the 13 numbers of the body on one side, 0 or 1: the other does not move.
Force<13> contact_force_slopes_one(const Contact& contact, const ForceLaw& law, const Frame& a,
                                   const Frame& b, int moving, const Body& body);

/// Whether friction is a spring that ties both bodies; nothing is tied to a belt, which drags by its slip.
inline bool tied(const Contact& contact, const ForceLaw& law) {
    return law.friction == FrictionLaw::springs && !contact.belt;
}

/// Velocity of the first body's surface across that of the second.
Vec3d slip_velocity(const Contact& contact, const Touch<0>& touch, const Frame& a, const Frame& b);
/// The part of it that is not the bodies'.
Vec3d belt_velocity(const Contact& contact, const Touch<0>& touch, const Frame& a, const Frame& b);

/// Normal force alone; negative where an unclamped spring pulls.
double normal_force(const Contact& contact, const ForceLaw& law, const Touch<0>& touch);
/// Energy in the normal spring.
double spring_energy(const Contact& contact, double depth);
/// How far the tangential spring is stretched, at right angles to the normal.
Vec3d tangent_stretch(const Contact& contact, const Touch<0>& touch, const Frame& a, const Frame& b);

/// tanh by + - * / alone, so that every machine gets the same bits.
double smooth_sign(double x);

}  // namespace cairn::penalty
