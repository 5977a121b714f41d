#include "bench/peers/engine.hpp"
#include "scene/scene.hpp"

namespace cairn::bench {

namespace {

class CairnEngine final : public Engine {
public:
    CairnEngine(const SceneDescription& description, int threads)
        : scene_(description, {.threads = threads}) {}
    void step() override { scene_.step(); }
    BodyState state(size_t body) const override {
        const BodyId id = scene_.bodies()[body];
        return {scene_.world().transform(id), scene_.world().velocity(id)};
    }

private:
    Scene scene_;
};

}  // namespace

std::unique_ptr<Engine> make_cairn(const PeerScene& scene, int threads) {
    return std::make_unique<CairnEngine>(scene.description, threads);
}

std::vector<EngineKind> engine_kinds() {
    return {
        {"cairn", "soft-step, the scene's own settings", true, make_cairn},
#ifdef CAIRN_HAS_BULLET
        {"bullet", "sequential impulses, 10 iterations, btDbvtBroadphase, margins 0.04", false, make_bullet},
#endif
#ifdef CAIRN_HAS_ODE
        {"ode", "QuickStep, 20 iterations, hash space, at most 4 contacts a pair", true, make_ode},
#endif
    };
}

}  // namespace cairn::bench
