#include "render_color.hpp"

#include <iterator>

namespace cairn::render {

uint32_t body_color(uint32_t id, bool asleep) {
    // Earth and water: eight colours of like weight that sit well beside each other.
    constexpr uint32_t palette[] = {0xd9a441, 0xc8643f, 0x5f8f7a, 0x3f6f8f,
                                    0xe0c79a, 0x8a5a6b, 0x97a95b, 0x6fa3b5};
    uint32_t hash = id * 0x9e3779b9u;  // neighbours by id get unlike colours
    hash ^= hash >> 15;
    hash *= 0x85ebca6bu;
    hash ^= hash >> 13;
    const uint32_t rgb = palette[hash % std::size(palette)];
    if (!asleep) return rgb;
    uint32_t dark = 0;
    for (int shift = 0; shift < 24; shift += 8) dark |= (((rgb >> shift) & 0xff) * 5 / 8) << shift;
    return dark;
}

}  // namespace cairn::render
