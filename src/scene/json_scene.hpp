#pragma once
// Scenes as JSON values, for files that hold a scene among other things (recordings).

#include <string>
#include <unordered_map>

#include "scene/json_text.hpp"
#include "scene/scene_json.hpp"

namespace cairn {

/// Paths in complaints begin with `path`.
SceneDescription scene_from_json(const Json& json, const std::string& path = "");
Json scene_to_json(const SceneDescription& scene);

/// Bodies and hulls of a scene by name, for what is read on top of it.
struct SceneNames {
    SceneNames() = default;
    explicit SceneNames(const SceneDescription& scene);

    std::unordered_map<std::string, int> bodies, hulls;
};

/// One input.
SceneInput input_from_json(const Json& json, const std::string& path, const SceneNames& names);
Json input_to_json(const SceneInput& input, const SceneDescription& scene);

/// One body; hulls are known by the names in `scene`.
Json body_to_json(const SceneBody& body, const SceneDescription& scene);
/// Reads one body and puts it at the end of `scene`, whose names these are; hulls written inside it join the
/// scene's.
void append_body(const Json& json, const std::string& path, SceneDescription& scene, SceneNames& names);

/// One body for a scene that runs: it names hulls of the scene and brings none. Where it has no name, the
/// scene gives it one when it is added.
SceneBody added_body_from_json(const Json& json, const std::string& path, const SceneDescription& scene);

inline constexpr const char* shape_type_names[] = {"sphere", "capsule", "box", "hull", "plane"};
inline constexpr const char* joint_type_names[] = {"ball",     "hinge", "slider", "fixed",
                                                   "distance", "wheel", "motor"};

/// Most elements of the lists in a scene file.
struct SceneLimits {
    static constexpr size_t bodies = 1'000'000;
    static constexpr size_t joints = 1'000'000;
    static constexpr size_t hulls = 100'000;
    static constexpr size_t points = 10'000;  ///< of one hull
    static constexpr size_t shapes = 65'536;  ///< of one body
    static constexpr size_t motions = 10'000;
    static constexpr size_t inputs = 1'000'000;
};

}  // namespace cairn
