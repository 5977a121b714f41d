#include "world/joint_graph.hpp"

#include "world/impl.hpp"

namespace cairn {

void remove_joint_at(World::Impl&, int32_t) {}
void retire_joints(Model&, int32_t) {}
void revive_joints(Model&, int32_t) {}
bool joined_without_collision(const Model&, int32_t, int32_t) { return false; }
void hash_joints(Hash&, const Model&) {}

}  // namespace cairn
