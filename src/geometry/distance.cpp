#include "geometry/distance.hpp"

#include "geometry/simplex.hpp"

namespace cairn {

namespace {

constexpr int iteration_limit = 64;
constexpr double relative_gap = 1e-9;       // between the upper and the lower bound of the squared distance
constexpr double relative_contact = 1e-10;  // of the size of the difference: below is contact

class Search {
public:
    Search(const ConvexPoints& a, const ConvexPoints& b, const Transform& b_in_a)
        : a_(a), b_(b), rotation_(to_matrix_double(b_in_a.rotation)), position_(b_in_a.position) {}

    DistanceResult run(const SimplexCache& start) {
        begin(start);
        bool overlap = !reduce_to_nearest(simplex_);
        DistanceResult result;
        while (!overlap && result.iterations < iteration_limit) {
            const Vec3d v = simplex_.nearest();
            const double squared = dot(v, v);
            if (squared <= relative_contact * relative_contact * size_) {
                overlap = true;
                break;
            }
            ++result.iterations;
            const SimplexVertex w = support(v, std::sqrt(squared));
            // v.w / |v| is a lower bound of the distance, |v| an upper one; a vertex twice means that floats
            // see no further vertex.
            if (squared - dot(v, w.difference) <= relative_gap * squared ||
                simplex_.has(w.index_a, w.index_b))
                break;
            const Simplex before = simplex_;
            simplex_.vertices[simplex_.count++] = w;
            overlap = !reduce_to_nearest(simplex_);
            if (overlap) break;
            const Vec3d after = simplex_.nearest();
            if (dot(after, after) >= squared) {
                // Rounding has the last word: each step must come nearer, therefore the search ends.
                simplex_ = before;
                break;
            }
        }
        finish(result, overlap);
        return result;
    }

private:
    SimplexVertex vertex(int index_a, int index_b) {
        SimplexVertex v;
        v.index_a = index_a;
        v.index_b = index_b;
        v.on_a = Vec3d(a_.point(index_a));
        v.on_b = position_ + rotation_ * Vec3d(b_.point(index_b));
        v.difference = v.on_a - v.on_b;
        const double squared = dot(v.difference, v.difference);
        size_ = squared > size_ ? squared : size_;
        return v;
    }

    SimplexVertex support(Vec3d v, double size) {
        const Vec3d toward = v / size;
        return vertex(a_.support(to_float(-toward)),
                      b_.support(to_float(transpose_times(rotation_, toward))));
    }

    void begin(const SimplexCache& start) {
        for (int i = 0; i < start.count && i < 4; ++i) {
            const int ia = start.index_a[i], ib = start.index_b[i];
            if (ia >= a_.count || ib >= b_.count || simplex_.has(ia, ib)) continue;
            simplex_.vertices[simplex_.count++] = vertex(ia, ib);
        }
        if (simplex_.count == 0) simplex_.vertices[simplex_.count++] = vertex(0, 0);
    }

    void finish(DistanceResult& result, bool overlap) {
        Vec3d on_a, on_b;
        if (overlap && simplex_.count == 4) {
            for (SimplexVertex& v : simplex_.vertices) v.weight = 0.25;
        }
        for (int i = 0; i < simplex_.count; ++i) {
            const SimplexVertex& v = simplex_.vertices[i];
            on_a = on_a + v.weight * v.on_a;
            on_b = on_b + v.weight * v.on_b;
            result.simplex.index_a[i] = uint8_t(v.index_a);
            result.simplex.index_b[i] = uint8_t(v.index_b);
        }
        result.simplex.count = uint8_t(simplex_.count);
        result.overlap = overlap;
        const Vec3d apart = on_b - on_a;
        const double core = overlap ? 0 : length(apart);
        const Vec3d normal = overlap ? Vec3d{} : apart / core;
        result.distance = float(core - double(a_.radius) - double(b_.radius));
        result.normal = to_float(normal);
        result.point_a = to_float(on_a + double(a_.radius) * normal);
        result.point_b = to_float(on_b - double(b_.radius) * normal);
    }

    const ConvexPoints& a_;
    const ConvexPoints& b_;
    Mat3d rotation_;
    Vec3d position_;
    Simplex simplex_;
    double size_ = 0;  // the longest difference seen, squared
};

// The half space is a, the points are b; exact, and signed without limit.
DistanceResult half_space_distance(const HalfSpace& plane, const Transform& plane_transform,
                                   const ConvexPoints& b, const Transform& transform_b) {
    const Transform b_in_a = relative(plane_transform, transform_b);
    DistanceResult result;
    const int deepest = b.support(inverse_rotate(b_in_a.rotation, -plane.normal));
    const Vec3 point = b_in_a * b.point(deepest);
    const float height = dot(plane.normal, point) - plane.offset;
    result.distance = height - b.radius;
    result.normal = rotate(plane_transform.rotation, plane.normal);
    result.point_a = plane_transform * (point - height * plane.normal);
    result.point_b = plane_transform * (point - b.radius * plane.normal);
    result.simplex.count = 1;
    result.simplex.index_b[0] = uint8_t(deepest);
    return result;
}

/// Only those that face each other can be apart.
DistanceResult half_spaces_distance(const HalfSpace& a, const Transform& transform_a, const HalfSpace& b,
                                    const Transform& transform_b) {
    DistanceResult result;
    const Vec3 normal = rotate(transform_a.rotation, a.normal);
    const Vec3 on_a = transform_a * (a.offset * a.normal), on_b = transform_b * (b.offset * b.normal);
    const float gap = dot(normal, on_b - on_a);
    const bool facing = length(normal + rotate(transform_b.rotation, b.normal)) < 1e-6f;
    result.overlap = !facing || gap <= 0;
    if (result.overlap) return result;
    result.distance = gap, result.normal = normal;
    result.point_a = on_a, result.point_b = on_a + gap * normal;
    return result;
}

DistanceResult swapped(DistanceResult r) {
    const Vec3 point = r.point_a;
    r.point_a = r.point_b;
    r.point_b = point;
    r.normal = -r.normal;
    for (int i = 0; i < 4; ++i) {
        const uint8_t index = r.simplex.index_a[i];
        r.simplex.index_a[i] = r.simplex.index_b[i];
        r.simplex.index_b[i] = index;
    }
    return r;
}

}  // namespace

DistanceResult closest_points(const ConvexPoints& a, const ConvexPoints& b, const Transform& b_in_a,
                              const SimplexCache& start) {
    return Search(a, b, b_in_a).run(start);
}

DistanceResult convex_distance(const ConvexPoints& a, const Transform& transform_a, const ConvexPoints& b,
                               const Transform& transform_b, const SimplexCache& start) {
    if (a.half_space && b.half_space)
        return half_spaces_distance(*a.half_space, transform_a, *b.half_space, transform_b);
    if (a.half_space) return half_space_distance(*a.half_space, transform_a, b, transform_b);
    if (b.half_space) return swapped(half_space_distance(*b.half_space, transform_b, a, transform_a));
    DistanceResult result = closest_points(a, b, relative(transform_a, transform_b), start);
    result.point_a = transform_a * result.point_a;
    result.point_b = transform_a * result.point_b;
    result.normal = rotate(transform_a.rotation, result.normal);
    return result;
}

DistanceResult shape_distance(const Shape& a, const Transform& transform_a, const Shape& b,
                              const Transform& transform_b, const SimplexCache& start) {
    return convex_distance(convex_points(a), transform_a, convex_points(b), transform_b, start);
}

}  // namespace cairn
