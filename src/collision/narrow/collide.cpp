#include "collision/narrow/collide.hpp"

#include "collision/narrow/box_box.hpp"
#include "collision/narrow/capsule_hull.hpp"
#include "collision/narrow/half_space.hpp"
#include "collision/narrow/hull_hull.hpp"
#include "collision/narrow/round.hpp"
#include "collision/narrow/sphere_box.hpp"
#include "collision/narrow/sphere_hull.hpp"

namespace cairn {
namespace {

constexpr int pair_of(ShapeKind a, ShapeKind b) {
    return static_cast<int>(a) * shape_kind_count + static_cast<int>(b);
}

}  // namespace

void collide(Manifold& m, const ShapeView& a, const ShapeView& b, const Transform& b_in_a, AxisCache& cache) {
    using namespace narrow;
    using enum ShapeKind;
    switch (pair_of(a.kind, b.kind)) {
        case pair_of(sphere, sphere):
            return collide_sphere_sphere(m, a.sphere, b.sphere, b_in_a);
        case pair_of(sphere, capsule):
            return collide_sphere_capsule(m, a.sphere, b.capsule, b_in_a);
        case pair_of(sphere, box):
            return collide_sphere_box(m, a.sphere, b.box, b_in_a);
        case pair_of(sphere, hull):
            return collide_sphere_hull(m, a.sphere, *b.hull, b_in_a);
        case pair_of(sphere, half_space):
            return collide_sphere_half_space(m, a.sphere, b.half_space, b_in_a);
        case pair_of(capsule, capsule):
            return collide_capsule_capsule(m, a.capsule, b.capsule, b_in_a);
        case pair_of(capsule, box):
            return collide_capsule_box(m, a.capsule, b.box, b_in_a);
        case pair_of(capsule, hull):
            return collide_capsule_hull(m, a.capsule, *b.hull, b_in_a);
        case pair_of(capsule, half_space):
            return collide_capsule_half_space(m, a.capsule, b.half_space, b_in_a);
        case pair_of(box, box):
            return collide_box_box(m, a.box, b.box, b_in_a, cache);
        case pair_of(box, hull):
            return collide_box_hull(m, a.box, *b.hull, b_in_a, cache);
        case pair_of(box, half_space):
            return collide_box_half_space(m, a.box, b.half_space, b_in_a);
        case pair_of(hull, hull):
            return collide_hull_hull(m, *a.hull, *b.hull, b_in_a, cache);
        case pair_of(hull, half_space):
            return collide_hull_half_space(m, *a.hull, b.half_space, b_in_a);
        default:
            m.count = 0;
    }
}

}  // namespace cairn
