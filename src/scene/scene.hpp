#pragma once
// A scene that runs: a world built from a description, with names for its bodies and joints.

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include <cairn/world.hpp>

#include "scene/description.hpp"

namespace cairn {

/// What is chosen per run and does not belong to the scene: none of it changes a bit of the result.
struct RunOptions {
    int threads = 1;
    int lanes = 0;
    TaskSystem* tasks = nullptr;
};

class Scene {
public:
    /// Throws Error naming the body, shape or joint that the world refused.
    explicit Scene(SceneDescription description, const RunOptions& options = {});

    World& world() { return world_; }
    const World& world() const { return world_; }
    const SceneDescription& description() const { return description_; }

    /// Bodies and joints in the order of the description. A joint that broke leaves a stale id behind.
    std::span<const BodyId> bodies() const { return bodies_; }
    std::span<const JointId> joints() const { return joints_; }
    bool has_body(const std::string& name) const { return body_index_.count(name) != 0; }
    bool has_joint(const std::string& name) const { return joint_index_.count(name) != 0; }
    /// By name; an unknown name throws an Error that suggests the nearest.
    BodyId body(const std::string& name) const;
    JointId joint(const std::string& name) const;

    /// Applies the motions and inputs that are due, then steps the world by the description's dt.
    const StepReport& step();
    /// Does `input` to its body now, whatever its `step` says.
    void apply(const SceneInput& input);

    /// Adds a body while the scene runs, at the end of the order; its index. A body without a name gets one.
    int add_body(SceneBody body);

    /// Steps taken so far. After World::restore, set it back to what it was at the snapshot.
    uint64_t step_index() const { return step_index_; }
    void set_step_index(uint64_t index) { step_index_ = index; }

private:
    void build_body(size_t index);
    void add_bodies();
    void add_joints();
    void drive(const SceneMotion& motion);
    void give(const SceneInput& input, BodyId body);

    SceneDescription description_;
    World world_;
    std::vector<Hull> hulls_;
    std::vector<BodyId> bodies_;
    std::vector<JointId> joints_;
    std::unordered_map<std::string, int> body_index_;
    std::unordered_map<std::string, int> joint_index_;
    uint64_t step_index_ = 0;
};

/// Throws Error when the description refers to bodies or hulls that do not exist, or names two things alike.
void check_references(const SceneDescription& description);

/// The description's camera, or one that sees all moving bodies.
SceneCamera camera_of(const SceneDescription& description);

}  // namespace cairn
