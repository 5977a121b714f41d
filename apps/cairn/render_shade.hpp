#pragma once
// Light and colour: what a surface sample looks like.

#include <vector>

#include "render_camera.hpp"
#include "render_raster.hpp"
#include "render_shadow.hpp"

namespace cairn::render {

/// The stage set for one picture: where the light comes from and around what it is built.
struct Stage {
    Ball focus;  ///< what the picture is about; grid and haze are measured from it
    Vec3 up{0, 1, 0};
    Vec3 to_sun{0, 1, 0};
    float cell = 1;  ///< side of a cell of the ground grid
};

Stage set_stage(const RenderScene& scene, const Projector& projector);

/// Colours are linear and relative to the display's white until `to_srgb`.
Vec3 sky_color(Vec3 direction, Vec3 up);
Vec3 to_linear(uint32_t rgb);
uint8_t to_srgb(float linear);

class Shader {
public:
    /// `projector` is that of the samples.
    Shader(const RenderScene& scene, const Stage& stage, const Projector& projector,
           const ShadowMap& shadows);

    /// The colour of a patch of surface `width` metres wide; `ambient` is the share of sky light it gets,
    /// `turn` see ShadowMap::sunlight.
    struct Patch {
        uint32_t item = 0;
        Vec3 position, normal;
        float width = 0, ambient = 1, turn = 0;
    };
    Vec3 surface(const Patch& patch) const;
    /// Whether the item is painted with sharp edges, which only several samples a pixel make smooth.
    bool painted(uint32_t item) const { return looks_[item].striped; }
    /// How strongly the item's outline is drawn: not at all on things of a few pixels.
    float outline(uint32_t item) const { return looks_[item].outline; }

private:
    struct Look {
        Vec3 albedo;
        float outline = 0;
        bool grid = false;
        bool striped = false;
        Quat rotation{};
    };
    Vec3 grid_albedo(Vec3 albedo, Vec3 position, Vec3 normal, float width) const;

    Stage stage_;
    const Projector& projector_;
    const ShadowMap& shadows_;
    std::vector<Look> looks_;
};

}  // namespace cairn::render
