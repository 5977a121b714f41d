// Windows: arrays in the engine's memory that JavaScript reads without copying. They are filled on request
// and stay where they are until the next request.

#include <numeric>
#include <vector>

#include "scene/metrics.hpp"
#include "wasm/export.hpp"

using namespace cairn;
using namespace cairn::capi;

namespace {

// The rows' layout is documented in web/package/index.d.ts.
constexpr size_t row_floats = 8, contact_floats = 12, vertex_floats = 6, point_floats = 8;
enum class BodyState { none, fixed, kinematic, asleep, awake, frozen };

struct Window {
    std::vector<float> transforms, velocities, contacts, lines, points;
    std::vector<int32_t> islands;
    std::vector<double> metrics;
};

BodyState state_of(const World& world, BodyId body) {
    if (world.frozen(body)) return BodyState::frozen;
    switch (world.type(body)) {
        case BodyType::fixed:
            return BodyState::fixed;
        case BodyType::kinematic:
            return BodyState::kinematic;
        case BodyType::dynamic:
            break;
    }
    return world.awake(body) ? BodyState::awake : BodyState::asleep;
}

/// One more than the largest row; bodies come in the order of their ids.
size_t row_count(const std::vector<BodyId>& bodies) { return bodies.empty() ? 0 : bodies.back().index + 1; }

void put(float* to, Vec3 v, float fourth) {
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
    to[3] = fourth;
}

void fill_transforms(std::vector<float>& rows, const World& world) {
    const std::vector<BodyId> bodies = world.bodies();
    rows.assign(row_floats * row_count(bodies), 0);
    for (const BodyId body : bodies) {
        float* row = rows.data() + row_floats * body.index;
        const Transform pose = world.transform(body);
        put(row, pose.position, static_cast<float>(state_of(world, body)));
        const Quat q = pose.rotation;
        put(row + 4, {q.x, q.y, q.z}, q.w);
    }
}

void fill_velocities(std::vector<float>& rows, const World& world) {
    const std::vector<BodyId> bodies = world.bodies();
    rows.assign(row_floats * row_count(bodies), 0);
    for (const BodyId body : bodies) {
        float* row = rows.data() + row_floats * body.index;
        put(row, world.velocity(body), 0);
        put(row + 4, world.angular_velocity(body), 0);
    }
}

void fill_contacts(std::vector<float>& rows, const World& world) {
    rows.clear();
    int pair = 0;
    for (const Contact& contact : world.contacts()) {
        for (int i = 0; i < contact.point_count; ++i) {
            const ContactPoint& point = contact.points[i];
            rows.resize(rows.size() + contact_floats);
            float* row = rows.data() + rows.size() - contact_floats;
            put(row, point.position, point.separation);
            put(row + 4, contact.normal, point.normal_impulse);
            row[8] = static_cast<float>(contact.body_a.index);
            row[9] = static_cast<float>(contact.body_b.index);
            row[10] = static_cast<float>(pair);
            row[11] = static_cast<float>(contact.point_count);
        }
        ++pair;
    }
}

/// Groups of dynamic bodies that touch or are joined, by merging; numbered in the order of their first body.
class Groups {
public:
    explicit Groups(size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }
    uint32_t root(uint32_t i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    void join(uint32_t a, uint32_t b) {
        a = root(a), b = root(b);
        parent_[a < b ? b : a] = a < b ? a : b;
    }

private:
    std::vector<uint32_t> parent_;
};

void fill_islands(std::vector<int32_t>& numbers, const World& world) {
    const std::vector<BodyId> bodies = world.bodies();
    Groups groups(row_count(bodies));
    const auto join = [&](BodyId a, BodyId b) {
        if (a.is_null() || b.is_null()) return;
        if (world.type(a) == BodyType::dynamic && world.type(b) == BodyType::dynamic)
            groups.join(a.index, b.index);
    };
    for (const Contact& contact : world.contacts()) join(contact.body_a, contact.body_b);
    for (const JointId joint : world.joints())
        std::visit([&](const JointBase& base) { join(base.body_a, base.body_b); }, world.definition(joint));
    numbers.assign(row_count(bodies), -1);
    int32_t next = 0;
    for (const BodyId body : bodies) {
        if (world.type(body) != BodyType::dynamic) continue;
        const uint32_t root =
            groups.root(body.index);  // the lowest of the group, so it has its number already
        numbers[body.index] = root == body.index ? next++ : numbers[root];
    }
}

class Lines final : public DebugDraw {
public:
    explicit Lines(Window& window) : window_(window) {
        window.lines.clear();
        window.points.clear();
    }
    void shape(const Shape&, const Transform&, uint32_t) override {}
    void line(Vec3 a, Vec3 b, uint32_t rgb) override {
        for (const Vec3 end : {a, b}) {
            const float vertex[vertex_floats] = {end.x,         end.y,        end.z,
                                                 part(rgb, 16), part(rgb, 8), part(rgb, 0)};
            window_.lines.insert(window_.lines.end(), vertex, vertex + vertex_floats);
        }
    }
    void point(Vec3 p, float size, uint32_t rgb) override {
        const float values[point_floats] = {p.x,           p.y,          p.z,          size,
                                            part(rgb, 16), part(rgb, 8), part(rgb, 0), 1};
        window_.points.insert(window_.points.end(), values, values + point_floats);
    }
    void bounds(const Bounds& box, uint32_t rgb) override {
        const auto corner = [&](int i) {
            return Vec3{i & 1 ? box.upper.x : box.lower.x, i & 2 ? box.upper.y : box.lower.y,
                        i & 4 ? box.upper.z : box.lower.z};
        };
        for (int i = 0; i < 8; ++i)
            for (const int axis : {1, 2, 4})
                if (!(i & axis)) line(corner(i), corner(i | axis), rgb);
    }

private:
    static float part(uint32_t rgb, int shift) { return static_cast<float>(rgb >> shift & 255u) / 255; }

    Window& window_;
};

void fill_metrics(std::vector<double>& values, const World& world) {
    const SceneMetrics m = measure(world);
    const double* linear = m.linear_momentum;
    const double* angular = m.angular_momentum;
    const auto real = [](int count) { return static_cast<double>(count); };
    values = {real(m.bodies),     real(m.contacts),   real(m.contact_points),
              m.max_penetration,  m.mean_penetration, m.kinetic_energy,
              m.potential_energy, linear[0],          linear[1],
              linear[2],          angular[0],         angular[1],
              angular[2],         m.max_speed,        m.max_angular_speed,
              m.max_joint_error,  m.mean_joint_error, real(m.awake),
              real(m.frozen),     real(m.dropped)};
}

/// Where the values are and how many; JavaScript reads the two words.
struct Range {
    const void* data;
    size_t count;
};
Range answer;

template <class T>
const Range* show(const std::vector<T>& values) {
    answer = {values.data(), values.size()};
    return &answer;
}

}  // namespace

extern "C" {

CAIRN_EXPORT Window* cairn_window_create() {
    return guarded(__func__, [] { return new Window; });
}
CAIRN_EXPORT void cairn_window_destroy(Window* window) { delete window; }

#define CAIRN_WINDOW(values)                                                              \
    CAIRN_EXPORT const Range* cairn_window_##values(Window* window, cairn_world* world) { \
        return guarded(__func__, world, [&](const World& w) {                             \
            fill_##values(window->values, w);                                             \
            return show(window->values);                                                  \
        });                                                                               \
    }
CAIRN_WINDOW(transforms)
CAIRN_WINDOW(velocities)
CAIRN_WINDOW(contacts)
CAIRN_WINDOW(islands)
CAIRN_WINDOW(metrics)
#undef CAIRN_WINDOW

/// Fills lines and points; the answer is the lines, cairn_window_points gives the points.
CAIRN_EXPORT const Range* cairn_window_lines(Window* window, cairn_world* world,
                                             const cairn_debug_draw_options* options) {
    return guarded(__func__, world, [&](const World& w) {
        Lines lines(*window);
        w.draw(lines, {.shapes = false,
                       .contacts = options->contacts,
                       .normals = options->normals,
                       .joints = options->joints,
                       .bounds = options->bounds,
                       .centers = options->centers});
        return show(window->lines);
    });
}
CAIRN_EXPORT const Range* cairn_window_points(Window* window) { return show(window->points); }

}  // extern "C"
