#pragma once
// Four floats at a time over the padded columns of a hull, in files that are compiled once for all machines
// (base/lanes.hpp is for those compiled per width). Compilers map the type to SSE2, NEON or WebAssembly; each
// lane acts alone and is exact.

#include <cstdint>
#include <cstring>

#include "geometry/hull_data.hpp"

namespace cairn::column {

typedef float Float4 __attribute__((vector_size(16)));
typedef int32_t Int4 __attribute__((vector_size(16)));

inline Float4 load(const float* p) {
    Float4 r;
    std::memcpy(&r, p, sizeof r);
    return r;
}

/// Values of the vertices along a direction, four from `first` on, in the order of operations of dot().
inline Float4 vertices_along(const HullData& hull, size_t first, Vec3 d) {
    return load(&hull.vertex_x[first]) * d.x + load(&hull.vertex_y[first]) * d.y +
           load(&hull.vertex_z[first]) * d.z;
}

}  // namespace cairn::column
