#pragma once
// Shadows of the sun by a depth map seen from it, with edges that soften away from what casts them.

#include <vector>

#include "render_camera.hpp"
#include "render_raster.hpp"

namespace cairn::render {

class ShadowMap {
public:
    /// The map covers the focus, a ball around everything that matters; things outside of it cast no shadow.
    ShadowMap(const RenderScene& scene, Vec3 to_sun, Ball focus);

    /// Share of the sun seen from a point (0: in shadow). `turn` in [0, 1) rotates the sampling pattern;
    /// neighbouring samples with different turns blur into one soft edge, which is at least `blur` metres
    /// wide.
    float sunlight(Vec3 position, Vec3 normal, float turn, float blur) const;

private:
    Vec3 to_map(Vec3 position) const;
    float nearness(float x, float y) const;

    Vec3 to_sun_, side_, top_, center_;
    float scale_ = 1;  // texels per metre
    DepthBuffer depth_;
};

}  // namespace cairn::render
