#pragma once
// The parts of joint_data.hpp in lanes: members in and out of columns of `lane_count` floats.

#include "base/lanes.hpp"
#include "model/joint_data.hpp"

namespace cairn::CAIRN_WIDE {

struct Lanes {
    using Real = Float;
    using Vector = Vec3w;
    using Rotation = Quatw;
};

struct ColumnLoader {
    const float* at;
    CAIRN_INLINE void operator()(Float& a) { a = load(at), at += lane_count; }
    CAIRN_INLINE void operator()(Vec3w& a) { (*this)(a.x), (*this)(a.y), (*this)(a.z); }
    CAIRN_INLINE void operator()(Quatw& a) { (*this)(a.x), (*this)(a.y), (*this)(a.z), (*this)(a.w); }
    CAIRN_INLINE void operator()(Sym3w& a) {
        (*this)(a.xx), (*this)(a.yy), (*this)(a.zz), (*this)(a.xy), (*this)(a.xz), (*this)(a.yz);
    }
};

struct ColumnStorer {
    float* at;
    CAIRN_INLINE void operator()(Float a) { store(at, a), at += lane_count; }
    CAIRN_INLINE void operator()(Vec3w a) { (*this)(a.x), (*this)(a.y), (*this)(a.z); }
    CAIRN_INLINE void operator()(Quatw a) { (*this)(a.x), (*this)(a.y), (*this)(a.z), (*this)(a.w); }
    CAIRN_INLINE void operator()(const Sym3w& a) {
        (*this)(a.xx), (*this)(a.yy), (*this)(a.zz), (*this)(a.xy), (*this)(a.xz), (*this)(a.yz);
    }
};

template <class Part>
CAIRN_INLINE Part load_part(const float* columns) {
    Part part;
    part.visit(ColumnLoader{columns});
    return part;
}

template <class Part>
CAIRN_INLINE void store_part(float* columns, Part part) {
    part.visit(ColumnStorer{columns});
}

/// Columns a part takes: its size, since it is made of lanes alone.
template <class Part>
inline constexpr int part_columns = static_cast<int>(sizeof(Part) / sizeof(Float));

}  // namespace cairn::CAIRN_WIDE
