// Symptom: a picture wrote outside its memory. Cause: where an edge is level but for a float's last digit, it
// meets the row beyond it a hundred thousand million pixels away, which became an integer: the least there
// is, and the row was filled from there.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "render_raster.hpp"

namespace cairn::render {
namespace {

constexpr int side = 64;

ScreenTriangle corners(float x0, float y0, float x1, float y1, float x2, float y2) {
    return {{x0, x1, x2}, {y0, y1, y2}, {1, 1, 1}, {}, 0};
}

int rows_filled(const SurfaceBuffer& buffer, int column) {
    int rows = 0;
    for (int row = 0; row < side; ++row) rows += buffer.item[buffer.at(column, row)] == 0;
    return rows;
}

TEST(LevelEdge, EndsTheTriangleWhereItIs) {
    for (const float reach : {1e3f, 1e5f, 1e6f}) {
        for (const float level : {0.0f, 3.0f, 30.0f, 50.0f}) {
            for (const float next : {-100.0f, 100.0f}) {
                const float nearly = std::nextafter(level, next);
                for (const bool flipped : {false, true}) {
                    const float left = flipped ? reach : -reach;
                    const ScreenTriangle above = corners(left, level, -left, nearly, 0, -reach);
                    SurfaceBuffer buffer(side, side);
                    rasterize(std::span(&above, 1), buffer);
                    EXPECT_EQ(rows_filled(buffer, side / 2), static_cast<int>(level)) << reach;
                }
            }
        }
    }
}

}  // namespace
}  // namespace cairn::render
