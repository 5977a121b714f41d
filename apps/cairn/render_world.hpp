#pragma once
// What a world looks like now, as a list of coloured shapes.

#include <cairn/world.hpp>

#include "render_item.hpp"
#include "scene/scene.hpp"

namespace cairn::render {

/// Bodies coloured by id, fixed ones grey, sleeping ones darker, sensors as glass, joints as thin rods.
RenderScene scene_of(const World& world);
/// The same with the colours that the description gives, and the fixed boxes it hides as panes of glass;
/// other bodies that it hides are left out.
RenderScene scene_of(const Scene& scene);

/// From the scene to the camera that its description suggests; zero where it suggests none.
Vec3 camera_direction(const SceneDescription& description);

}  // namespace cairn::render
