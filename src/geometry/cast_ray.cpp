#include "geometry/cast.hpp"
#include "math/vector_double.hpp"

namespace cairn {

namespace {

// Where a ray p(t) = from + t along, t in 0 to 1, enters; t = 0 where it starts inside.
struct Entry {
    bool hit = false;
    double t = 0;
    Vec3d normal;
};

struct Ray {
    Vec3d from, along;
};

Entry inside(const Ray& ray) {
    const double size = length(ray.along);
    return {true, 0, size > 0 ? -(ray.along / size) : Vec3d{0, 1, 0}};
}

// The first root of |m + t d|^2 = r^2 through the point of nearest approach: the usual discriminant loses its
// digits when the ray starts far away.
bool first_root(Vec3d m, Vec3d d, double radius, double& t) {
    const double size = dot(d, d);
    if (size == 0) return false;
    const double nearest = -dot(m, d) / size;
    const Vec3d miss = m + nearest * d;
    const double room = radius * radius - dot(miss, miss);
    if (room < 0) return false;
    t = nearest - std::sqrt(room / size);
    return t >= 0 && t <= 1;
}

Entry enter_ball(const Ray& ray, Vec3d center, double radius) {
    const Vec3d m = ray.from - center;
    if (dot(m, m) <= radius * radius) return inside(ray);
    Entry entry;
    entry.hit = first_root(m, ray.along, radius, entry.t);
    if (entry.hit) entry.normal = (m + entry.t * ray.along) / radius;
    return entry;
}

Entry enter(const Ray& ray, const Sphere& sphere) {
    return enter_ball(ray, Vec3d(sphere.center), double(sphere.radius));
}

// Two balls and the side of a cylinder: whichever comes first.
Entry enter(const Ray& ray, const Capsule& capsule) {
    const Vec3d a(capsule.a), b(capsule.b), axis = b - a;
    const double radius = double(capsule.radius), size = dot(axis, axis);
    Entry best = enter_ball(ray, a, radius);
    const Entry other = enter_ball(ray, b, radius);
    if (other.hit && (!best.hit || other.t < best.t)) best = other;
    if (size == 0) return best;
    const Vec3d m = ray.from - a;
    const double along_m = dot(m, axis) / size, along_d = dot(ray.along, axis) / size;
    const Vec3d across_m = m - along_m * axis, across_d = ray.along - along_d * axis;
    if (along_m >= 0 && along_m <= 1 && dot(across_m, across_m) <= radius * radius) return inside(ray);
    double t = 0;
    if (!first_root(across_m, across_d, radius, t)) return best;
    const double along = along_m + t * along_d;
    if (along < 0 || along > 1 || (best.hit && best.t <= t)) return best;
    return {true, t, (across_m + t * across_d) / radius};
}

// Narrows the part of a ray that is behind planes, one after the other (Cyrus and Beck).
class PlaneClip {
public:
    // The plane is at `height` below the start; `change` is what the motion adds to the height.
    void clip(double height, double change, Vec3d normal) {
        if (height > 0) starts_inside_ = false;
        if (change == 0) {
            if (height > 0) last_ = -1;
            return;
        }
        const double t = -height / change;
        if (change < 0) {
            if (t >= first_) first_ = t, normal_ = normal;
        } else if (t < last_) {
            last_ = t;
        }
    }
    Entry entry(const Ray& ray) const {
        if (starts_inside_) return inside(ray);
        return {first_ <= last_ && first_ >= 0 && first_ <= 1, first_, normal_};
    }

private:
    bool starts_inside_ = true;
    double first_ = 0, last_ = 1;
    Vec3d normal_;
};

Entry enter(const Ray& ray, const Box& box) {
    const Mat3d axes = to_matrix_double(box.rotation);
    const Vec3d from = transpose_times(axes, ray.from - Vec3d(box.center)),
                along = transpose_times(axes, ray.along);
    const Vec3d half(box.half_extents);
    PlaneClip clip;
    clip.clip(from.x - half.x, along.x, axes.x);
    clip.clip(-from.x - half.x, -along.x, -axes.x);
    clip.clip(from.y - half.y, along.y, axes.y);
    clip.clip(-from.y - half.y, -along.y, -axes.y);
    clip.clip(from.z - half.z, along.z, axes.z);
    clip.clip(-from.z - half.z, -along.z, -axes.z);
    return clip.entry(ray);
}

Entry enter(const Ray& ray, const Hull& hull) {
    PlaneClip clip;
    for (const HullFace& face : hull.data().faces) {
        const Vec3d normal(face.normal);
        clip.clip(dot(normal, ray.from) - double(face.offset), dot(normal, ray.along), normal);
    }
    return clip.entry(ray);
}

Entry enter(const Ray& ray, const HalfSpace& half_space) {
    PlaneClip clip;
    const Vec3d normal(half_space.normal);
    clip.clip(dot(normal, ray.from) - double(half_space.offset), dot(normal, ray.along), normal);
    return clip.entry(ray);
}

Entry enter(const Ray& ray, const Shape& shape) {
    return std::visit([&](const auto& s) { return enter(ray, s); }, shape);
}

}  // namespace

bool cast_ray(const Shape& shape, Vec3 from, Vec3 to, float& fraction, Vec3& normal) {
    const Entry entry = enter({Vec3d(from), Vec3d(to) - Vec3d(from)}, shape);
    if (!entry.hit) return false;
    fraction = float(entry.t);
    normal = to_float(entry.normal);
    return true;
}

bool cast_ray(const Shape& shape, const Transform& place, Vec3 from, Vec3 to, float& fraction, Vec3& normal) {
    const Mat3d axes = to_matrix_double(place.rotation);
    const auto turned_back = [&](Vec3d v) { return transpose_times(axes, v); };
    const Entry entry = enter(
        {turned_back(Vec3d(from) - Vec3d(place.position)), turned_back(Vec3d(to) - Vec3d(from))}, shape);
    if (!entry.hit) return false;
    fraction = float(entry.t);
    normal = to_float(axes * entry.normal);
    return true;
}

}  // namespace cairn
