#pragma once
// Two shapes that may touch, and their contact set, kept from step to step (Larsen 4.3).

#include <vector>

#include "solvers/penalty/features.hpp"
#include "solvers/penalty/options.hpp"

namespace cairn::penalty {

struct Pair {
    int collider_a = 0, collider_b = 0;
    /// The axis along which depth is measured, from b to a; of no meaning while `contacts` is empty.
    Vec3d normal;
    SimplexCache simplex;
    std::vector<Contact> contacts;
    double approach = 0;  // fastest approach met by an impulse in the last frame, m/s
};

struct PairUpdate {
    int added = 0, removed = 0;
    int stretched = 0;  // found at a depth that no removed spring paid for: attached there un-stretched
    double gained_energy = 0;  // by springs born stretched, where that is allowed
};

/// The two shapes of a pair with their bodies, at one instant.
struct PairView {
    const Collider& a;
    const Collider& b;
    const Body& body_a;
    const Body& body_b;
    State state_a, state_b;
};

/// How deep the bodies are in each other, whole and by their contacts.
struct Depths {
    /// Of one whole body in the other, along the current normal of whichever contact makes it least: no axis
    /// can say less than the true depth.
    double whole = 0;
    double features = 0;  // of the deepest contact
};
Depths depths_of(const Pair& pair, const PairView& view);
/// Positive while nothing new has been met: the depth-difference rule where the pair has contacts, the
/// distance where it has none. Overlap is measured along `axis`, the pair's direction when it was still
/// apart.
double gap_to_new_contact(const Pair& pair, const PairView& view, const Options& options, Vec3d axis);

/// Brings the contact set up to date: separates the bodies along the normal in thought, asks GJK for the
/// features, adds those that are new, drops those that parted or slid off, keeps the springs of the others.
/// Energy in the springs of a pair.
double spring_energy(const Pair& pair, const PairView& view, const ForceLaw& law);
/// Lowers the rests of springs that were attached deep, as far as `energy` pays for; returns what is left of
/// it.
double pay_for_rests(Pair& pair, const PairView& view, double energy);

PairUpdate update(Pair& pair, const PairView& view, const Options& options, double uniform_mass);

}  // namespace cairn::penalty
