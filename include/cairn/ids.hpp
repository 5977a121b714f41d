#pragma once
// Ids name things in one world. Each carries a generation, so an id that outlived its thing is recognised:
// using it is an error with a message, never a crash and never somebody else's body. They do not say of which
// world they are, and a world that is restored from a snapshot gives out those again that came after it.

#include <cstdint>

namespace cairn {

template <class Tag>
struct Id {
    uint32_t index = 0xffffffffu;
    uint32_t generation = 0;

    constexpr bool is_null() const { return index == 0xffffffffu; }
    constexpr bool operator==(const Id&) const = default;
};

using BodyId = Id<struct BodyTag>;
using ShapeId = Id<struct ShapeTag>;
using JointId = Id<struct JointTag>;

}  // namespace cairn
