#include "scene/hash_scenes.hpp"

#include "scene/builtin.hpp"

namespace cairn {

std::vector<SceneDescription> hash_scenes() {
    // Small, because the slowest row of the matrix runs them without optimisation on an emulated machine.
    const std::vector<SceneSetting> pyramid{{"base", 8}};
    const std::vector<SceneSetting> mixed_pile{{"columns", 4}, {"layers", 4}};
    const std::vector<SceneSetting> ragdolls{{"count", 6}, {"limits", 1}};
    const std::vector<SceneSetting> card_house{{"storeys", 3}};
    const std::vector<SceneSetting> washer{{"count", 60}, {"radius", 2}, {"depth", 2}};
    return {make_scene("catto-stack"),
            make_scene("pyramid", pyramid),
            make_scene("mixed-pile", mixed_pile),
            make_scene("ragdolls", ragdolls),
            make_scene("card-house", card_house),
            make_scene("washer", washer)};
}

}  // namespace cairn
