#include "model/contact_columns.hpp"

namespace cairn {

int ContactColumns::count() const {
    int total = 0;
    for (const auto& color : groups)
        for (const LaneGroup& group : color) total += group.count();
    return total;
}

size_t ContactColumns::bytes() const {
    size_t total = 0;
    for (const auto& color : groups)
        for (const LaneGroup& group : color) total += group.bytes();
    return total;
}

}  // namespace cairn
