#include "capi/convert.hpp"

using namespace cairn;
using namespace cairn::capi;

namespace {

class FunctionDraw final : public DebugDraw {
public:
    explicit FunctionDraw(const cairn_debug_draw& functions) : functions_(functions) {}

    void shape(const Shape& shape, const Transform& transform, uint32_t rgb) override {
        if (!functions_.shape) return;
        const cairn_geometry geometry = to_c(shape);
        const cairn_transform at = to_c(transform);
        functions_.shape(functions_.context, &geometry, &at, rgb);
    }
    void line(Vec3 a, Vec3 b, uint32_t rgb) override {
        if (functions_.line) functions_.line(functions_.context, to_c(a), to_c(b), rgb);
    }
    void point(Vec3 p, float size, uint32_t rgb) override {
        if (functions_.point) functions_.point(functions_.context, to_c(p), size, rgb);
    }
    void bounds(const Bounds& box, uint32_t rgb) override {
        if (!functions_.bounds) return;
        const cairn_bounds c = to_c(box);
        functions_.bounds(functions_.context, &c, rgb);
    }

private:
    const cairn_debug_draw& functions_;
};

}  // namespace

bool cairn_world_draw(const cairn_world* world, const cairn_debug_draw* draw,
                      const cairn_debug_draw_options* options) {
    return guarded(__func__, world, [&](const World& w) {
        FunctionDraw functions(required(draw, "draw"));
        w.draw(functions, or_default<DebugDrawOptions>(options));
    });
}
