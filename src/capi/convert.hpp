#pragma once
// Definitions that are not the same bytes in both languages, both ways. Fields are listed once, in
// each_field_of_..., and copied in either direction.

#include <cairn/cairn.h>
#include <cairn/world.hpp>

#include "capi/guard.hpp"
#include "capi/twins.hpp"

namespace cairn::capi {

/// `tasks` stays null; `stage_solver` is lent for as long as `def` is.
cairn_world_def to_c(const WorldDef& def);
WorldDef to_cpp(const cairn_world_def& def);

cairn_body_def to_c(const BodyDef& def);
BodyDef to_cpp(const cairn_body_def& def);

cairn_shape_def to_c(const ShapeDef& def);
ShapeDef to_cpp(const cairn_shape_def& def);

/// A hull is lent: the handle is good for as long as `shape` is.
cairn_geometry to_c(const Shape& shape);
Shape to_cpp(const cairn_geometry& geometry);
/// Any kind but a hull, of which there is no default.
Shape default_shape(cairn_geometry_type type);

cairn_joint_def to_c(const JointDef& def);
JointDef to_cpp(const cairn_joint_def& def);
JointDef default_joint(cairn_joint_type type);
JointCoordinate joint_coordinate(cairn_joint_coordinate coordinate);

BodyType body_type(cairn_body_type type);

/// The two directions in which a list of fields is copied.
struct ToC {
    template <class C, class Cpp>
    void operator()(C& c, const Cpp& cpp) const {
        c = to_c(cpp);
    }
};

struct ToCpp {
    template <class C, class Cpp>
    void operator()(const C& c, Cpp& cpp) const {
        cpp = to_cpp(c);
    }
};

/// Enumerations come from C as any number.
template <class Enum>
Enum checked_enum(int32_t value, Enum last, const char* name) {
    const int32_t highest = static_cast<int32_t>(last);
    if (value < 0 || value > highest)
        fail(std::string(name) + " must be 0 to " + std::to_string(highest) + ", got " +
             std::to_string(value));
    return static_cast<Enum>(value);
}

/// A null pointer to a definition means its defaults.
template <class Cpp, class C>
Cpp or_default(const C* def) {
    return def ? to_cpp(*def) : Cpp{};
}

/// Copies as many as there is room for and returns how many there are.
template <class C, class List>
int copy_out(const List& list, C* out, int max) {
    if (max < 0) fail("max must not be negative, got " + std::to_string(max));
    if (max > 0) required(out, "the array");
    const int count = static_cast<int>(list.size());
    for (int i = 0; i < count && i < max; ++i) out[i] = to_c(list[static_cast<size_t>(i)]);
    return count;
}

}  // namespace cairn::capi
