#pragma once
// From a list of shapes to a picture, without GPU or display: rasterise, shadow, occlude, shade, average.

#include "image.hpp"
#include "render_camera.hpp"
#include "render_item.hpp"

namespace cairn::render {

Image render_picture(const RenderScene& scene, const Camera& camera, Size size);

}  // namespace cairn::render
