#include "capi/convert.hpp"
#include "world/impl.hpp"

using namespace cairn;
using namespace cairn::capi;

cairn_hull* cairn_hull_create(const cairn_vec3* points, int count) {
    return guarded(__func__, [&] {
        if (count < 1) fail("count must be positive, got " + std::to_string(count));
        required(points, "points");
        std::vector<Vec3> copies;
        copies.reserve(static_cast<size_t>(count));
        for (int i = 0; i < count; ++i) copies.push_back(to_cpp(points[i]));
        return reinterpret_cast<cairn_hull*>(new Hull(copies));
    });
}

cairn_hull* cairn_hull_share(const cairn_hull* hull) {
    return guarded(__func__,
                   [&] { return reinterpret_cast<cairn_hull*>(new Hull(required(hull_of(hull), "hull"))); });
}

void cairn_hull_destroy(cairn_hull* hull) {
    guarded(__func__, [&] { delete hull_of(hull); });
}

int cairn_hull_vertices(const cairn_hull* hull, cairn_vec3* vertices, int max) {
    return guarded(__func__,
                   [&] { return copy_out(required(hull_of(hull), "hull").vertices(), vertices, max); });
}

int cairn_hull_face_count(const cairn_hull* hull) {
    return guarded(__func__, [&] { return required(hull_of(hull), "hull").face_count(); });
}

int cairn_hull_face(const cairn_hull* hull, int face, uint8_t* indices, int max) {
    return guarded(__func__, [&] {
        const Hull& of = required(hull_of(hull), "hull");
        if (face < 0 || face >= of.face_count())
            fail("face must be 0 to " + std::to_string(of.face_count() - 1) + ", got " +
                 std::to_string(face));
        return copy_out(of.face(face), indices, max);
    });
}

cairn_mass_properties cairn_geometry_mass_properties(const cairn_geometry* geometry, float density) {
    return guarded(__func__, [&] {
        const Shape shape = checked_shape(to_cpp(required(geometry, "geometry")));
        require_not_negative(density, "density");
        return to_c(mass_properties(shape, density));
    });
}
