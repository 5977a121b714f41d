#include <cairn/math.hpp>

#include "scene/scene.hpp"

namespace cairn {

SceneCamera camera_of(const SceneDescription& description) {
    if (description.camera) return *description.camera;
    Bounds seen{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
    bool any = false;
    for (const SceneBody& body : description.bodies) {
        if (body.def.type == BodyType::fixed) continue;  // grounds are far wider than what stands on them
        seen = join(seen, {body.def.position, body.def.position});
        any = true;
    }
    if (!any) seen = {{-1, 0, -1}, {1, 1, 1}};
    const Vec3 target = 0.5f * (seen.lower + seen.upper);
    const float size = length(seen.upper - seen.lower) + 2;
    return {target + size * normalized(Vec3{0.45f, 0.35f, 1}), target};
}

}  // namespace cairn
