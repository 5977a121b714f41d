// What stands by balance and friction alone: card houses, arches, round towers.

#include <cmath>

#include <cairn/error.hpp>

#include "base/suggest.hpp"
#include "scene/angle.hpp"
#include "scene/builder.hpp"

namespace cairn {

namespace {

/// A-frames of leaning cards with flat cards between them, one frame fewer a storey.
SceneDescription card_house(const SceneParameters& parameters) {
    SceneBuilder scene("card-house", parameters);
    const ShapeDef material{.density = 200, .friction = parameters.number("friction")};
    const float length = 1, thick = 0.02f, depth = 0.5f;  // half extents of a card
    const float lean = radians(parameters.number("angle"));
    const Direction direction = direction_of(lean);
    // Half of the height and width that a leaning card takes up; so nothing overlaps at the start.
    const float half_height = length * direction.cosine + thick * direction.sine;
    const float half_width = length * direction.sine + thick * direction.cosine;
    const int storeys = parameters.integer("storeys");
    scene.ground(material.friction);

    int number = 0;
    const auto card = [&](float x, float y, float angle, float half) {
        BodyDef def;
        def.position = {x, y, 0};
        def.rotation = axis_angle({0, 0, 1}, angle);
        scene.add(numbered("card", number++), def, Box{{thick, half, depth}}, material);
    };
    float y = half_height;
    for (int storey = 0; storey < storeys; ++storey) {
        const int frames = storeys - storey;
        for (int i = 0; i < frames; ++i) {
            const float x = (static_cast<float>(i) - 0.5f * static_cast<float>(frames - 1)) * 4 * half_width;
            card(x - half_width, y, -lean, length);
            card(x + half_width, y, lean, length);
            if (i + 1 < frames)
                card(x + 2 * half_width, y + half_height + thick, 0.5f * pi, 2 * half_width - 0.005f);
        }
        y += 2 * half_height + 2 * thick;
    }
    scene.camera({0.25f * y, 0.55f * y + 0.5f, 1.35f * y + 3}, {0, 0.42f * y, 0});
    scene.description.steps = 600;
    return scene.description;
}

double hyperbolic_cosine(double x) {
    double term = 1, sum = 1;
    for (int i = 2; i <= 40; i += 2) sum += term *= x * x / (i * (i - 1));
    return sum;
}

double hyperbolic_sine(double x) {
    double term = x, sum = x;
    for (int i = 3; i <= 41; i += 2) sum += term *= x * x / (i * (i - 1));
    return sum;
}

/// The x between 0 and `high` where the growing function is `target`.
template <class Function>
double solve_growing(Function function, double target, double high) {
    double low = 0;
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);
        (function(middle) < target ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

/// A chain turned upside down stands (Hooke 1675): the middle line is y = height - a (cosh(x / a) - 1), cut
/// into stones of equal length at right angles to it, and level where it meets the ground.
struct Catenary {
    double half_span, height, scale;

    Catenary(double half_span_, double height_) : half_span(half_span_), height(height_) {
        const auto steepness = [](double u) { return u > 0 ? (hyperbolic_cosine(u) - 1) / u : 0; };
        scale = half_span / solve_growing(steepness, height / half_span, 8);
    }
    double length() const { return scale * hyperbolic_sine(half_span / scale); }  // from the crown to a foot

    /// The two ends of the cut at signed distance `along` from the crown.
    void cut(double along, double thickness, Vec3& inner, Vec3& outer) const {
        const double distance = along < 0 ? -along : along, side = along < 0 ? -1 : 1;
        const double u = solve_growing(hyperbolic_sine, distance / scale, 8);
        const double x = scale * u, y = height - scale * (hyperbolic_cosine(u) - 1);
        const double slope = hyperbolic_sine(u), size = std::sqrt(1 + slope * slope);
        double normal_x = slope / size, normal_y = 1 / size;
        const bool foot = distance > length() * (1 - 1e-9);
        if (foot) normal_x = 1, normal_y = 0;
        const double half = 0.5 * thickness;
        inner = {static_cast<float>(side * (x - half * normal_x)), static_cast<float>(y - half * normal_y),
                 0};
        outer = {static_cast<float>(side * (x + half * normal_x)), static_cast<float>(y + half * normal_y),
                 0};
        if (foot) inner.y = outer.y = 0;
    }
};

SceneDescription arch(const SceneParameters& parameters) {
    SceneBuilder scene("arch", parameters);
    const ShapeDef material{.density = 200, .friction = parameters.number("friction")};
    const int stones = parameters.integer("stones");
    const float depth = 0.5f, thickness = parameters.number("thickness");
    const double half_span = 0.5 * static_cast<double>(parameters.number("span"));
    const double height = static_cast<double>(parameters.number("height"));
    if (height > 20 * half_span)
        throw Error("arch: height must be at most 10 spans, got " + short_number(height));
    if (static_cast<double>(thickness) > half_span) {
        throw Error("arch: thickness must be at most half the span, got " +
                    short_number(static_cast<double>(thickness)));
    }
    const Catenary line(half_span, height);
    scene.ground(material.friction);
    for (int i = 0; i < stones; ++i) {
        Vec3 ends[4];
        const double length = line.length(), step = 2 * length / stones;
        line.cut(i == 0 ? -length : i * step - length, static_cast<double>(thickness), ends[0], ends[1]);
        line.cut(i + 1 == stones ? length : (i + 1) * step - length, static_cast<double>(thickness), ends[2],
                 ends[3]);
        std::vector<Vec3> points;
        for (const Vec3& end : ends) {
            points.push_back(end + Vec3{0, 0, depth});
            points.push_back(end - Vec3{0, 0, depth});
        }
        BodyDef def;
        def.position = center_points(points);
        const int hull = scene.add_hull("", std::move(points));
        scene.add(numbered("stone", i), def, HullReference{hull}, material);
    }
    const float size = static_cast<float>(height);
    scene.camera({0.5f * size, 0.6f * size, 1.7f * size + 2}, {0, 0.45f * size, 0});
    scene.description.steps = 600;
    return scene.description;
}

/// Rings of bricks, each ring turned by half a brick against the one below.
SceneDescription tower(const SceneParameters& parameters) {
    SceneBuilder scene("tower", parameters);
    const int courses = parameters.integer("courses"), bricks = parameters.integer("bricks");
    const float radius = parameters.number("radius");
    const float turn = 2 * pi / static_cast<float>(bricks);
    const Direction half_turn = direction_of(0.5f * turn);
    const Vec3 half{0.4f, 0.25f, 0};  // depth of the wall, height; the length follows from the inner circle
    const float half_length = 0.98f * (radius - half.x) * half_turn.sine / half_turn.cosine;
    scene.ground();
    int number = 0;
    for (int course = 0; course < courses; ++course) {
        for (int i = 0; i < bricks; ++i) {
            const float angle = turn * (static_cast<float>(i) + (course % 2 ? 0.5f : 0));
            const Direction direction = direction_of(angle);
            BodyDef def;
            def.position = {radius * direction.cosine, half.y + 2 * half.y * static_cast<float>(course),
                            -radius * direction.sine};
            def.rotation = axis_angle({0, 1, 0}, angle);
            scene.add(numbered("brick", number++), def, Box{{half.x, half.y, half_length}});
        }
    }
    const float height = 2 * half.y * static_cast<float>(courses);
    scene.camera({0.6f * height + radius, 0.8f * height + 1, height + 3 * radius}, {0, 0.45f * height, 0});
    return scene.description;
}

}  // namespace

std::vector<BuiltinScene> masonry_scenes() {
    return {
        {"card-house",
         "a house of leaning cards",
         {whole("storeys", 5, 1, 30, "storeys; the lowest has as many frames"),
          real("angle", 25, 5, 45, "lean of a card from the vertical, degrees"),
          real("friction", 0.7, 0, 10, "coefficient of friction"),
          real("gravity", 9.8, 0, 1000, "downward acceleration, m/s^2")},
         card_house},
        {"arch",
         "wedge stones in the shape of a hanging chain turned over",
         {whole("stones", 17, 3, 201, "stones"), real("span", 10, 0.1, 100, "between the feet's middles, m"),
          real("height", 10.4, 0.1, 1000, "of the crown's middle, m"), real("thickness", 1.6, 0.01, 50, "m"),
          real("friction", 0.6, 0, 10, "coefficient of friction"),
          real("gravity", 9.8, 0, 1000, "downward acceleration, m/s^2")},
         arch},
        {"tower",
         "a round tower of bricks",
         {whole("courses", 20, 1, 500, "rings"), whole("bricks", 12, 5, 200, "in a ring"),
          real("radius", 3, 1, 100, "of the ring, m")},
         tower},
    };
}

}  // namespace cairn
