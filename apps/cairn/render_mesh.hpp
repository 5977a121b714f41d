#pragma once
// Triangles of a shape in world space.

#include <map>
#include <vector>

#include "render_item.hpp"

namespace cairn::render {

struct Triangle {
    Vec3 position[3];  // counter-clockwise seen from outside
    Vec3 normal[3];
};

/// Turns shapes into triangles. Round shapes get `segments` around (rounded up to a few steps, whose
/// direction tables are kept). A half-space has no triangles: it is drawn as an exact plane.
class Tessellator {
public:
    void append(const RenderItem& item, int segments, std::vector<Triangle>& out);

private:
    const std::vector<Vec3>& directions(int segments);
    void append_round(Vec3 a, Vec3 b, float radius, int segments, std::vector<Triangle>& out);

    std::map<int, std::vector<Vec3>> directions_;
};

struct Ball {
    Vec3 center;
    float radius = 0;
};

/// A sphere about the item; a half-space has radius 0.
Ball bounding_ball(const RenderItem& item);
/// Balls whose convex hull is the item: corners of a box, ends of a capsule. A half-space has none.
void append_support_balls(const RenderItem& item, std::vector<Ball>& out);

}  // namespace cairn::render
