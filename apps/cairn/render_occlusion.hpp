#pragma once
// Ambient occlusion in screen space: corners and contacts get less light from the sky.

#include <vector>

#include "render_camera.hpp"
#include "render_raster.hpp"

namespace cairn::render {

/// Share of the ambient light that reaches each pixel, where a pixel is 2x2 samples of the surface;
/// `projector` is that of the samples and `radius` how far, in metres, a neighbour may be and still shade.
std::vector<float> ambient_light(const SurfaceBuffer& surface, const Projector& projector, float radius);

}  // namespace cairn::render
