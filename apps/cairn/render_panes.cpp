#include "render_panes.hpp"

#include <algorithm>
#include <cmath>

#include "render_camera.hpp"

namespace cairn::render {
namespace {

/// A side of a box, counter-clockwise seen from outside.
struct Face {
    Vec3 normal;
    float offset = 0;
    std::vector<Vec3> corners;

    float above(Vec3 p) const { return dot(normal, p) - offset; }
};

Face face_of(const RenderItem& item, const Box& box, int axis, float sign) {
    const auto place = [&](Vec3 p) {
        return item.transform.position +
               rotate(item.transform.rotation, box.center + rotate(box.rotation, p));
    };
    Vec3 out{}, u{}, v{};
    out[axis] = sign * box.half_extents[axis];
    u[(axis + 1) % 3] = box.half_extents[(axis + 1) % 3];
    v[(axis + 2) % 3] = sign * box.half_extents[(axis + 2) % 3];
    Face face;
    face.corners = {place(out - u - v), place(out + u - v), place(out + u + v), place(out - u + v)};
    face.normal =
        normalized(cross(face.corners[1] - face.corners[0], face.corners[2] - face.corners[0]), {0, 1, 0});
    face.offset = dot(face.normal, face.corners[0]);
    return face;
}

/// The face that `seen_from` is farthest in front of.
Face face_toward(const RenderItem& item, const Box& box, Vec3 seen_from) {
    Face best;
    float farthest = -1e30f;
    for (int axis = 0; axis < 3; ++axis) {
        for (const float sign : {-1.0f, 1.0f}) {
            Face face = face_of(item, box, axis, sign);
            const float above = face.above(seen_from);
            if (above <= farthest) continue;
            farthest = above;
            best = std::move(face);
        }
    }
    return best;
}

/// What of the polygon lies in front of the face.
std::vector<Vec3> cut(const std::vector<Vec3>& polygon, const Face& face) {
    std::vector<Vec3> kept;
    for (size_t i = 0; i < polygon.size(); ++i) {
        const Vec3 a = polygon[i], b = polygon[(i + 1) % polygon.size()];
        const float above_a = face.above(a), above_b = face.above(b);
        if (above_a >= 0) kept.push_back(a);
        if ((above_a >= 0) != (above_b >= 0)) kept.push_back(a + above_a / (above_a - above_b) * (b - a));
    }
    return kept;
}

Vec3 middle_of_play(const RenderScene& scene) {
    Vec3 sum{};
    const std::vector<Ball> balls = framed_balls(scene);
    for (const Ball& ball : balls) sum += ball.center;
    return 1 / std::max(static_cast<float>(balls.size()), 1.0f) * sum;
}

float area(const std::vector<Vec3>& polygon) {
    Vec3 sum{};
    for (size_t i = 2; i < polygon.size(); ++i)
        sum += cross(polygon[i - 1] - polygon[0], polygon[i] - polygon[0]);
    return 0.5f * length(sum);
}

}  // namespace

void add_panes(const std::vector<RenderItem>& hidden, RenderScene& scene) {
    const Vec3 middle = middle_of_play(scene);
    std::vector<Face> faces;
    std::vector<const RenderItem*> items;
    for (const RenderItem& item : hidden) {
        const Box* box = std::get_if<Box>(&item.shape);
        if (box == nullptr || !item.scenery) continue;
        Face face = face_toward(item, *box, middle);
        if (face.above(middle) <= 0) continue;
        faces.push_back(std::move(face));
        items.push_back(&item);
    }
    for (size_t i = 0; i < faces.size(); ++i) {
        std::vector<Vec3> points = faces[i].corners;
        for (size_t k = 0; k < faces.size() && !points.empty(); ++k)
            if (k != i) points = cut(points, faces[k]);
        const float size = std::sqrt(area(points));
        if (size == 0) continue;
        // thick enough for its edges to show, which is what tells glass from air
        const size_t corners = points.size();
        for (size_t k = 0; k < corners; ++k) points.push_back(points[k] - 0.005f * size * faces[i].normal);
        RenderItem pane{Hull(points)};
        pane.rgb = items[i]->rgb;
        pane.body = items[i]->body;
        pane.scenery = pane.glass = true;
        scene.items.push_back(std::move(pane));
    }
}

}  // namespace cairn::render
