// Manifolds written a lane each: every width gives the bits of one lane, and those follow from the manifold.

#include <gtest/gtest.h>

#include "base/widths.hpp"
#include "model/contact_columns.hpp"
#include "tests/support/random.hpp"
#include "world/manifold_writer.hpp"

namespace cairn {
namespace {

namespace mc = manifold_column;

constexpr int manifolds = 13, stride = 3;  // some lanes are left over

struct WriterScene {
    std::vector<Body> bodies;
    std::vector<PendingManifold> pending;
    std::vector<float> columns;
    test::Random random{5};

    WriterScene() : bodies(2 * manifolds), pending(manifolds), columns(manifolds * columns_each) {
        for (float& column : columns) column = random.between(-1, 1);
        for (Body& body : bodies) body.center_of_mass = random.in_cube(1);
        for (int i = 0; i < manifolds; ++i) fill(i);
    }
    float& column(int manifold, int index) {
        return columns[static_cast<size_t>(manifold * columns_each + index * stride)];
    }
    Vec3 vector(int manifold, int index) {
        return {column(manifold, index), column(manifold, index + 1), column(manifold, index + 2)};
    }
    void write(int lanes) { manifold_writer(lanes).write(pending.data(), manifolds, bodies.data()); }

private:
    static constexpr int columns_each = class_columns(2) * stride;

    Vec3 direction() { return normalized(random.in_cube(1), Vec3{1, 0, 0}); }
    void fill(int i) {
        const Vec3 stored = direction();
        for (int k = 0; k < 3; ++k) column(i, mc::normal + k) = stored[k];
        PendingManifold& manifold = pending[static_cast<size_t>(i)];
        manifold.normal = i % 4 == 0 ? stored : direction();
        manifold.in_b = i % 2 == 0 ? 0.0f : 1.0f;
        manifold.old_in_b = i % 5 == 0 ? -1.0f : i % 3 == 0 ? 1.0f : 0.0f;
        manifold.b_position = random.in_cube(2), manifold.b_rotation = random.rotation();
        manifold.columns = &column(i, 0), manifold.stride = stride, manifold.count = 1 + i % 4;
        manifold.body_a = 2 * i, manifold.body_b = 2 * i + 1;
        for (PendingManifold::Point& point : manifold.points)
            point = {random.in_cube(1), random.between(-0.02f, 0.02f)};
    }
};

TEST(ManifoldWriter, every_width_writes_the_same_bits) {
    WriterScene one;
    one.write(1);
    for (const int lanes : {4, 8, 16}) {
        if (!lanes_supported(lanes)) continue;
        WriterScene scene;
        scene.write(lanes);
        EXPECT_EQ(scene.columns, one.columns) << lanes;
    }
}

TEST(ManifoldWriter, anchors_are_half_a_separation_from_the_points_and_others_stay) {
    WriterScene before, scene;
    scene.write(16);
    for (int i = 0; i < manifolds; ++i) {
        const PendingManifold& m = scene.pending[static_cast<size_t>(i)];
        const Transform b_in_a{m.b_position, m.b_rotation};
        EXPECT_EQ(scene.vector(i, mc::normal),
                  m.in_b > 0 ? inverse_rotate(m.b_rotation, m.normal) : m.normal);
        for (int k = 0; k < 4; ++k) {
            const int at = mc::header + k * mc::point_columns;
            const Vec3 half = (0.5f * m.points[k].separation) * m.normal, middle = m.points[k].position;
            const Vec3 on_a = middle - half - scene.bodies[static_cast<size_t>(m.body_a)].center_of_mass;
            const Vec3 on_b = inverse_times(b_in_a, middle + half) -
                              scene.bodies[static_cast<size_t>(m.body_b)].center_of_mass;
            EXPECT_EQ(scene.vector(i, at + mc::anchor_a), k < m.count ? on_a : before.vector(i, at));
            EXPECT_EQ(scene.vector(i, at + mc::anchor_b), k < m.count ? on_b : before.vector(i, at + 3));
            EXPECT_EQ(scene.column(i, at + mc::impulse), before.column(i, at + mc::impulse));
        }
    }
}

TEST(ManifoldWriter, friction_is_the_same_force_along_new_tangents_or_stays) {
    WriterScene before, scene;
    scene.write(16);
    for (int i = 0; i < manifolds; ++i) {
        const PendingManifold& m = scene.pending[static_cast<size_t>(i)];
        const float x = scene.column(i, mc::tangent_impulse), y = scene.column(i, mc::tangent_impulse + 1);
        const float old_x = before.column(i, mc::tangent_impulse),
                    old_y = before.column(i, mc::tangent_impulse + 1);
        const bool same_normal =
            m.old_in_b == m.in_b && scene.vector(i, mc::normal) == before.vector(i, mc::normal);
        if (m.old_in_b < 0 || same_normal) {
            EXPECT_EQ(x, old_x);
            EXPECT_EQ(y, old_y);
            continue;
        }
        const auto in_a = [&](Vec3 normal, float along, float across, bool of_b) {
            const Vec3 tangent = perpendicular(normal),
                       force = along * tangent + across * cross(normal, tangent);
            return of_b ? rotate(m.b_rotation, force) : force;
        };
        const Vec3 old_force = in_a(before.vector(i, mc::normal), old_x, old_y, m.old_in_b > 0);
        const Vec3 force = in_a(scene.vector(i, mc::normal), x, y, m.in_b > 0);
        const Vec3 expected = old_force - dot(old_force, m.normal) * m.normal;
        EXPECT_LT(length(force - expected), 1e-5f) << i;
    }
}

}  // namespace
}  // namespace cairn
