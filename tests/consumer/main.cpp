// Drops a crate on the ground and fails unless it comes to rest on it.
#include <cairn/cairn.hpp>
#include <cmath>
#include <cstdio>

int main() {
    cairn::World world;
    const cairn::BodyId ground = world.add_body({.type = cairn::BodyType::fixed});
    world.add_shape(ground, cairn::Box{{50, 1, 50}});
    const cairn::BodyId crate = world.add_body({.position = {0, 4, 0}});
    world.add_shape(crate, cairn::Box{{0.5f, 0.5f, 0.5f}});
    for (int i = 0; i < 300; ++i) world.step(1.0f / 60);
    const float height = world.transform(crate).position.y;
    std::printf("cairn %s: the crate rests at y = %.3f\n", cairn::version(), static_cast<double>(height));
    return std::fabs(height - 1.5f) < 0.02f ? 0 : 1;
}
