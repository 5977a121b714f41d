#pragma once
// Larsen 7.2: static friction by impulses (after Kawachi). For contacts that hardly slip, the friction
// impulses of the coming step are solved for, so that the slip is zero at its end, and held as forces
// meanwhile.

#include <span>
#include <vector>

#include "solvers/penalty/contact.hpp"

namespace cairn::penalty {

/// Sets `sticks` and `held` of the contacts for a step of this duration. Forces stay within the friction cone
/// of the normal force as it is at the start.
void hold_static_contacts(std::span<const Body> bodies, std::span<Contact* const> contacts,
                          const ForceLaw& law, double duration);

}  // namespace cairn::penalty
