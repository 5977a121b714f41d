#pragma once
// An engine that runs a scene. Cairn and its peers stand behind the same four functions.

#include <memory>
#include <string>
#include <vector>

#include "bench/peers/peer_scene.hpp"

namespace cairn::bench {

struct BodyState {
    Transform transform;  ///< of the body's own frame
    Vec3 velocity;        ///< of the centre of mass
};

class Engine {
public:
    virtual ~Engine() = default;
    virtual void step() = 0;
    /// Of the body with this index in the description.
    virtual BodyState state(size_t body) const = 0;
};

struct EngineKind {
    const char* name;
    const char* settings;
    /// Whether more than one thread is of use.
    bool threads;
    std::unique_ptr<Engine> (*make)(const PeerScene& scene, int threads);
};

/// Cairn first, then the peers this program was built with.
std::vector<EngineKind> engine_kinds();

std::unique_ptr<Engine> make_cairn(const PeerScene& scene, int threads);
std::unique_ptr<Engine> make_bullet(const PeerScene& scene, int threads);
std::unique_ptr<Engine> make_ode(const PeerScene& scene, int threads);

}  // namespace cairn::bench
