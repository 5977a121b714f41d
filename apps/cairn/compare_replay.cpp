#include "compare_replay.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "render_world.hpp"
#include "report_html.hpp"

namespace cairn {

namespace {

using render::RenderItem;
using render::RenderScene;

constexpr render::Size picture_size{400, 260};

/// Not a number, or out of all bounds: as far as the player can go.
int32_t in_quanta(float value, double quantum) {
    const double steps = static_cast<double>(value) / quantum;
    constexpr double most = 1 << 28;
    return std::isfinite(steps) ? static_cast<int32_t>(std::lround(std::clamp(steps, -most, most))) : 1 << 28;
}

std::string triple(Vec3 v) { return fmt::format("{:.5g},{:.5g},{:.5g}", v.x, v.y, v.z); }

std::string shape_text(const Shape& shape) {
    struct Text {
        std::string operator()(const Sphere& s) const {
            return fmt::format(R"(["round",{:.5g},{},{}])", s.radius, triple(s.center), triple(s.center));
        }
        std::string operator()(const Capsule& s) const {
            return fmt::format(R"(["round",{:.5g},{},{}])", s.radius, triple(s.a), triple(s.b));
        }
        std::string operator()(const Box& s) const {
            const Quat& q = s.rotation;
            return fmt::format(R"(["box",{},{},{:.6g},{:.6g},{:.6g},{:.6g}])", triple(s.half_extents),
                               triple(s.center), q.x, q.y, q.z, q.w);
        }
        std::string operator()(const Hull& s) const {
            std::string text = R"(["hull",[)";
            for (const Vec3 v : s.vertices()) text += triple(v) + ",";
            text.back() = ']';
            for (int i = 0; i < s.face_count(); ++i) {
                text += ",[";
                for (const uint8_t vertex : s.face(i)) text += std::to_string(vertex) + ",";
                text.back() = ']';
            }
            return text + "]";
        }
        std::string operator()(const HalfSpace&) const { return {}; }
    };
    return std::visit(Text{}, shape);
}

struct Plane {
    Vec3 normal;
    float offset = 0;
};

/// The floor that a shape is: a half-space, or the top of a box wider than all that happens on it.
bool is_floor(const RenderItem& item, Vec3 up, float reach, Plane& plane) {
    if (!item.scenery) return false;
    if (const auto* half_space = std::get_if<HalfSpace>(&item.shape)) {
        plane.normal = rotate(item.transform.rotation, half_space->normal);
        plane.offset = half_space->offset + dot(plane.normal, item.transform.position);
        return dot(plane.normal, up) > 0.3f;
    }
    const auto* box = std::get_if<Box>(&item.shape);
    if (box == nullptr) return false;
    const Quat turn = item.transform.rotation * box->rotation;
    const Vec3 center = item.transform.position + rotate(item.transform.rotation, box->center);
    const float half[3] = {box->half_extents.x, box->half_extents.y, box->half_extents.z};
    const Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < 3; ++i) {
        const Vec3 axis = rotate(turn, axes[i]);
        const float side = dot(axis, up) < 0 ? -1.0f : 1.0f;
        if (side * dot(axis, up) < 0.95f || std::min(half[(i + 1) % 3], half[(i + 2) % 3]) < reach) continue;
        plane = {side * axis, dot(side * axis, center) + half[i]};
        return true;
    }
    return false;
}

/// What a script element may hold: text that looks like a tag stays text.
std::string quoted(const std::string& text) {
    using Json = nlohmann::json;
    std::string json = Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
    for (size_t at = json.find('<'); at != std::string::npos; at = json.find('<', at))
        json.replace(at, 1, "\\u003c");
    return json;
}

void append_number(std::string& bytes, uint32_t value) {
    for (; value > 127; value >>= 7) bytes += static_cast<char>((value & 127) | 128);
    bytes += static_cast<char>(value);
}

uint32_t zigzag(int64_t difference) {
    return static_cast<uint32_t>(difference > 0 ? 2 * difference : -2 * difference - 1);
}

float radius_of(const std::vector<render::Ball>& balls) {
    Vec3 middle{};
    for (const render::Ball& ball : balls)
        middle = middle + (1.0f / static_cast<float>(balls.size())) * ball.center;
    float radius = 0;
    for (const render::Ball& ball : balls)
        radius = std::max(radius, length(ball.center - middle) + ball.radius);
    return radius > 0 ? radius : 1.0f;
}

}  // namespace

Replay::Replay(const Scene& scene, int runs, const ReplayLimits& limits)
    : limits_(limits),
      dt_(static_cast<double>(scene.description().dt)),
      camera_direction_(render::camera_direction(scene.description())) {
    const RenderScene look = render::scene_of(scene);
    balls_ = render::framed_balls(look);
    const float reach = radius_of(balls_);
    quantum_ = static_cast<double>(reach) / 4096;  // a tenth of a pixel
    up_ = look.up;
    Plane ground;
    bool has_ground = false;
    std::map<std::string, size_t> numbers;
    std::map<uint32_t, std::string> bodies;
    for (const RenderItem& item : look.items) {
        if (item.glass) continue;
        Plane floor;
        if (is_floor(item, look.up, 1.5f * reach, floor)) {
            if (!has_ground || dot(floor.normal, look.up) * floor.offset > ground.offset) ground = floor;
            has_ground = true;
            continue;
        }
        const std::string text = shape_text(item.shape);
        if (text.empty()) continue;
        const auto [found, fresh] = numbers.emplace(text, numbers.size());
        if (fresh) shapes_ += (shapes_.empty() ? "" : ",") + text;
        std::string& body = bodies[item.body];
        if (body.empty()) body = std::to_string(item.rgb);
        body += "," + std::to_string(found->second);
    }
    std::string list;
    for (size_t i = 0; i < scene.bodies().size(); ++i) {
        const auto found = bodies.find(scene.bodies()[i].index);
        if (found == bodies.end()) continue;
        bodies_.push_back(static_cast<int>(i));
        list += (list.empty() ? "[" : ",[") + found->second + "]";
    }
    shapes_ = "\"shapes\":[" + shapes_ + "],\"bodies\":[" + list + "]";
    ground_ = has_ground ? fmt::format("[{},{:.6g}]", triple(ground.normal), ground.offset) : "null";
    const size_t most = limits_.poses / std::max<size_t>(1, bodies_.size() * static_cast<size_t>(runs));
    const int frames = std::clamp(static_cast<int>(std::min<size_t>(most, 1 << 20)), 2, limits_.frames);
    stride_ = std::max(1, (scene.description().steps + frames - 2) / (frames - 1));
}

void Replay::begin(const Scene& scene) {
    films_.emplace_back();
    take(scene);
}

void Replay::stepped(const Scene& scene, int steps) {
    if (steps % stride_ == 0) take(scene);
}

void Replay::take(const Scene& scene) {
    ReplayFilm& film = films_.back();
    const size_t before = film.poses.size() - bodies_.size();
    for (size_t i = 0; i < bodies_.size(); ++i) {
        const Transform at = scene.world().transform(scene.bodies()[static_cast<size_t>(bodies_[i])]);
        const Quat& q = at.rotation;
        const double part = 1.0 / turn;
        ReplayPose pose{in_quanta(at.position.x, quantum_),
                        in_quanta(at.position.y, quantum_),
                        in_quanta(at.position.z, quantum_),
                        in_quanta(q.x, part),
                        in_quanta(q.y, part),
                        in_quanta(q.z, part),
                        in_quanta(q.w, part)};
        // q and -q turn alike: the nearer one is between the frames, too
        int64_t agreement = 0;
        for (size_t k = 3; k < 7 && film.frames > 0; ++k)
            agreement += static_cast<int64_t>(pose[k]) * film.poses[before + i][k];
        for (size_t k = 3; k < 7 && agreement < 0; ++k) pose[k] = -pose[k];
        film.poses.push_back(pose);
    }
    ++film.frames;
    if (films_.size() > 1 || film.frames % 30 != 0) return;
    const std::vector<render::Ball> balls = render::framed_balls(render::scene_of(scene));
    balls_.insert(balls_.end(), balls.begin(), balls.end());
}

std::string replay_bytes(const ReplayFilm& film, int bodies, int every) {
    std::string bytes;
    const auto count = static_cast<size_t>(bodies);
    for (int frame = 0; frame < film.frames; frame += every) {
        const ReplayPose* now = film.poses.data() + static_cast<size_t>(frame) * count;
        const ReplayPose* before = frame == 0 ? nullptr : now - static_cast<size_t>(every) * count;
        uint32_t zeros = 0;
        const auto end_of_zeros = [&] {
            if (zeros == 0) return;
            append_number(bytes, 0);
            append_number(bytes, zeros);
            zeros = 0;
        };
        for (size_t k = 0; k < 7; ++k) {
            for (size_t i = 0; i < count; ++i) {
                const int64_t difference = static_cast<int64_t>(now[i][k]) - (before ? before[i][k] : 0);
                if (difference == 0) {
                    ++zeros;
                    continue;
                }
                end_of_zeros();
                append_number(bytes, zigzag(difference));
            }
        }
        end_of_zeros();
    }
    return bytes;
}

std::string Replay::look() const {
    const render::Camera camera = render::frame(balls_, up_, picture_size, camera_direction_);
    return fmt::format(R"("camera":{{"eye":[{}],"target":[{}],"up":[{}],"angle":{:.5g}}},"ground":{},{})",
                       triple(camera.eye), triple(camera.target), triple(camera.up), camera.field_of_view,
                       ground_, shapes_);
}

std::string Replay::json(const std::vector<std::string>& captions) const {
    int longest = 0;
    for (const ReplayFilm& film : films_) longest = std::max(longest, film.frames);
    if (longest < 2 || bodies_.empty()) return {};
    const std::string scenery = look();
    for (int every = 1; every < longest; every *= 2) {
        size_t size = scenery.size();
        std::vector<std::string> frames;
        for (const ReplayFilm& film : films_) {
            frames.push_back(report::base64(replay_bytes(film, bodies(), every)));
            size += frames.back().size();
            if (size > limits_.characters) break;
        }
        if (size > limits_.characters) continue;
        std::string runs;
        for (size_t i = 0; i < films_.size(); ++i) {
            runs += fmt::format(R"({}{{"caption":{},"frames":{},"data":"{}"}})", i == 0 ? "" : ",",
                                quoted(i < captions.size() ? captions[i] : ""),
                                (films_[i].frames + every - 1) / every, frames[i]);
        }
        return fmt::format(R"({{"seconds":{:.9g},"quantum":{:.9g},"turn":{},{},"runs":[{}]}})",
                           dt_ * stride_ * every, quantum_, turn, scenery, runs);
    }
    return {};
}

}  // namespace cairn
