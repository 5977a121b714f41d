#include "render_camera.hpp"

#include <algorithm>
#include <cmath>

namespace cairn::render {
namespace {

struct Extent {
    float low = 1e30f, high = -1e30f;

    void add(float center, float radius) {
        low = std::min(low, center - radius);
        high = std::max(high, center + radius);
    }
    float size() const { return std::max(high - low, 0.0f); }
    float middle() const { return 0.5f * (low + high); }
};

// A frustum with given axes holds |x - ex| <= t (z - ez) for every point; with z measured along the view. The
// two sides bound ex - t ez and -ex - t ez from below by A and B, hence ez = -(A + B) / 2t and ex = (A - B) /
// 2 touch both.
struct Fit {
    float tangent, slope;
    float a = -1e30f, b = -1e30f;

    explicit Fit(float half_tangent)
        : tangent(half_tangent), slope(std::sqrt(1 + half_tangent * half_tangent)) {}
    void add(float x, float z, float radius) {
        a = std::max(a, x - tangent * z + slope * radius);
        b = std::max(b, -x - tangent * z + slope * radius);
    }
    float depth() const { return -(a + b) / (2 * tangent); }
    float center() const { return 0.5f * (a - b); }
};

/// Along one axis of the picture.
Fit fit_along(const std::vector<Ball>& balls, Vec3 axis, Vec3 forward, float tangent) {
    Fit fit(tangent);
    for (const Ball& ball : balls) fit.add(dot(ball.center, axis), dot(ball.center, forward), ball.radius);
    return fit;
}

/// The smallest angle that holds everything from an eye that the other axis keeps at this depth: its middle
/// is that of the picture, whereas the middle of a wider one is that of what is near.
float center_from(const std::vector<Ball>& balls, Vec3 axis, Vec3 forward, float tangent, float depth) {
    float low = 0.01f * tangent, high = tangent;
    for (int i = 0; i < 12; ++i) {
        const float middle = 0.5f * (low + high);
        (fit_along(balls, axis, forward, middle).depth() >= depth ? high : low) = middle;
    }
    return fit_along(balls, axis, forward, high).center();
}

/// What stands alone has something around it in the picture, by which to know where it is: so many of its
/// radii.
float room_around(size_t actors, size_t rods) {
    return rods == 0 && actors > 0 ? 2.4f - 0.3f * static_cast<float>(actors - 1) : 1.0f;
}

float percentile(std::vector<float> values, double fraction) {
    const size_t rank = static_cast<size_t>(std::ceil(fraction * static_cast<double>(values.size() - 1)));
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(rank), values.end());
    return values[rank];
}

Vec3 viewing_direction(const std::vector<Ball>& balls, Vec3 up, Vec3 side, Vec3 front) {
    Extent along_side, along_front, along_up;
    for (const Ball& ball : balls) {
        along_side.add(dot(ball.center, side), ball.radius);
        along_front.add(dot(ball.center, front), ball.radius);
        along_up.add(dot(ball.center, up), ball.radius);
    }
    const float breadth = std::max(along_side.size(), along_front.size());
    const bool thin_side = along_front.size() > 1.6f * along_side.size();
    const bool thin_front = along_side.size() > 1.6f * along_front.size();
    const float yaw = thin_side ? 1.12f : thin_front ? 0.45f : 0.62f;
    const float flatness = std::clamp(1 - along_up.size() / std::max(breadth, 1e-6f), 0.0f, 1.0f);
    const float pitch = 0.24f + 0.30f * flatness * flatness;
    const Vec3 level = std::sin(yaw) * side + std::cos(yaw) * front;
    return normalized(std::cos(pitch) * level + std::sin(pitch) * up);
}

}  // namespace

Projector::Projector(const Camera& camera, Size size) : eye_(camera.eye), size_(size) {
    forward_ = normalized(camera.target - camera.eye, {0, 0, -1});
    const Vec3 side = cross(forward_, normalized(camera.up, {0, 1, 0}));
    right_ = normalized(side, perpendicular(forward_));
    up_ = cross(right_, forward_);
    focal_ = 0.5f * static_cast<float>(size.height) / std::tan(0.5f * camera.field_of_view);
}

ScreenPoint Projector::project(Vec3 p) const {
    const Vec3 offset = p - eye_;
    const float inverse = 1 / dot(offset, forward_);
    const float scale = focal_ * inverse;
    return {0.5f * static_cast<float>(size_.width) + scale * dot(offset, right_),
            0.5f * static_cast<float>(size_.height) - scale * dot(offset, up_), inverse};
}

Vec3 Projector::ray(float x, float y) const {
    const float u = (x - 0.5f * static_cast<float>(size_.width)) / focal_;
    const float v = (0.5f * static_cast<float>(size_.height) - y) / focal_;
    return forward_ + u * right_ + v * up_;
}

std::vector<Ball> framed_balls(const RenderScene& scene) {
    std::vector<const RenderItem*> actors, stage, rods;
    for (const RenderItem& item : scene.items) {
        const Ball ball = bounding_ball(item);
        if (ball.radius > 0 && std::isfinite(length(ball.center))) {
            (item.rod ? rods : item.scenery ? stage : actors).push_back(&item);
        }
    }
    const float room = room_around(actors.size(), rods.size());
    if (actors.empty()) actors = std::move(stage);
    std::vector<Ball> result;
    if (actors.empty()) return result;
    std::vector<float> x, y, z, distance;
    for (const RenderItem* item : actors) {
        const Vec3 center = bounding_ball(*item).center;
        x.push_back(center.x);
        y.push_back(center.y);
        z.push_back(center.z);
    }
    const Vec3 middle{percentile(x, 0.5), percentile(y, 0.5), percentile(z, 0.5)};
    for (const RenderItem* item : actors) {
        const Ball ball = bounding_ball(*item);
        distance.push_back(length(ball.center - middle) + ball.radius);
    }
    const float reach = 3 * percentile(distance, 0.9);
    for (size_t i = 0; i < actors.size(); ++i) {
        if (distance[i] <= reach) append_support_balls(*actors[i], result);
    }
    for (const RenderItem* rod : rods) {
        const Ball ball = bounding_ball(*rod);
        if (length(ball.center - middle) <= reach + ball.radius) append_support_balls(*rod, result);
    }
    if (room > 1) {
        for (const RenderItem* item : actors) {
            const Ball ball = bounding_ball(*item);
            result.push_back({ball.center, room * ball.radius});
        }
    }
    return result;
}

Camera frame(const std::vector<Ball>& balls, Vec3 up, Size size, Vec3 back) {
    Camera camera;
    camera.up = normalized(up, {0, 1, 0});
    if (balls.empty()) return camera;
    // Seen from +z with x to the right when y is up.
    const Vec3 front = abs_of(camera.up.z) > 0.9f ? Vec3{0, -1, 0} : Vec3{0, 0, 1};
    const Vec3 side = normalized(cross(camera.up, front), {1, 0, 0});
    if (length(back) < 1e-6f) back = viewing_direction(balls, camera.up, side, cross(side, camera.up));
    const Vec3 forward = -1.0f * normalized(back);
    const Vec3 right = normalized(cross(forward, camera.up), side);
    const Vec3 top = cross(right, forward);
    const float tangent = 0.86f * std::tan(0.5f * camera.field_of_view);  // leaves a margin
    const float wide = tangent * static_cast<float>(size.width) / static_cast<float>(size.height);
    Extent depth;
    for (const Ball& ball : balls) depth.add(dot(ball.center, forward), ball.radius);
    const float eye_depth = std::min(fit_along(balls, right, forward, wide).depth(),
                                     fit_along(balls, top, forward, tangent).depth());
    camera.eye = center_from(balls, right, forward, wide, eye_depth) * right +
                 center_from(balls, top, forward, tangent, eye_depth) * top + eye_depth * forward;
    camera.target = camera.eye + (depth.middle() - eye_depth) * forward;
    return camera;
}

Camera frame(const RenderScene& scene, Size size, Vec3 back) {
    return frame(framed_balls(scene), scene.up, size, back);
}

}  // namespace cairn::render
