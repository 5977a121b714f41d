#pragma once
// A pinhole camera, and one that places itself.

#include <vector>

#include "render_mesh.hpp"

namespace cairn::render {

struct Size {
    int width = 640, height = 360;
};

struct Camera {
    Vec3 eye{4, 3, 6};
    Vec3 target{0, 0, 0};
    Vec3 up{0, 1, 0};
    float field_of_view = 0.60f;  ///< vertical, radians
};

/// A point of the picture: pixels from the top left, and one over the depth along the view direction, which
/// unlike the depth is linear across the picture of a plane.
struct ScreenPoint {
    float x = 0, y = 0, inverse_depth = 0;
};

/// A camera with its axes worked out for a picture of some size.
class Projector {
public:
    Projector(const Camera& camera, Size size);

    /// Depth along the view direction; only points in front of `near` can be projected.
    float depth(Vec3 p) const { return dot(p - eye_, forward_); }
    ScreenPoint project(Vec3 p) const;
    /// The ray through the pixel position, of length 1 along the view direction: eye + depth * ray is the
    /// point seen.
    Vec3 ray(float x, float y) const;
    /// Pixels that one metre covers at depth one.
    float focal() const { return focal_; }
    Vec3 eye() const { return eye_; }
    Vec3 right() const { return right_; }
    Vec3 up() const { return up_; }
    Vec3 forward() const { return forward_; }
    Size size() const { return size_; }

private:
    Vec3 eye_, right_, up_, forward_;
    float focal_ = 1;
    Size size_;
};

/// The balls that the camera should frame: everything that is not scenery, without the few that flew far
/// away; the scenery itself where there is nothing else.
std::vector<Ball> framed_balls(const RenderScene& scene);
/// The smallest view of all balls. `back` points from them to the camera; where it is zero the layout
/// decides: a thin row is seen from its broad side, a wide pile from higher up.
Camera frame(const std::vector<Ball>& balls, Vec3 up, Size size, Vec3 back = {});
Camera frame(const RenderScene& scene, Size size, Vec3 back = {});

}  // namespace cairn::render
