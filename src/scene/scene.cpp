#include "scene/scene.hpp"

#include <algorithm>

#include "base/suggest.hpp"
#include "scene/angle.hpp"

namespace cairn {

namespace {

WorldDef world_def(const SceneDescription& description, const RunOptions& options) {
    WorldDef def;
    def.gravity = description.gravity;
    def.solver = description.solver;
    def.stage_solver = description.stage_solver;
    def.sleep = description.sleep;
    def.continuous = description.continuous;
    def.threads = options.threads;
    def.lanes = options.lanes;
    def.tasks = options.tasks;
    return def;
}

/// What the world refused, with the file and the place in it in front.
[[noreturn]] void refuse(const SceneDescription& scene, const std::string& place, const std::string& name,
                         const Error& error) {
    throw Error((scene.file.empty() ? "" : scene.file + ": ") + place + " '" + name + "': " + error.what());
}
[[noreturn]] void refuse(const SceneDescription& scene, const char* list, size_t index,
                         const std::string& name, const Error& error) {
    refuse(scene, std::string(list) + "[" + std::to_string(index) + "]", name, error);
}

void check_index(const char* list, size_t index, const char* field, int value, int lowest, size_t count) {
    if (value >= lowest && value < static_cast<int>(count)) return;
    throw Error(std::string(list) + "[" + std::to_string(index) + "]." + field + ": no such index " +
                std::to_string(value) + ", there are " + std::to_string(count));
}

template <class Named>
void check_names(const char* list, const std::vector<Named>& things) {
    std::vector<const Named*> named;
    for (const Named& thing : things) {
        if (!thing.name.empty()) named.push_back(&thing);
    }
    const auto less = [](const Named* a, const Named* b) { return a->name < b->name; };
    const auto same = [](const Named* a, const Named* b) { return a->name == b->name; };
    std::stable_sort(named.begin(), named.end(), less);
    const auto twice = std::adjacent_find(named.begin(), named.end(), same);
    if (twice == named.end()) return;
    throw Error(std::string(list) + "[" + std::to_string(twice[1] - things.data()) + "].name: two " + list +
                " are named '" + (*twice)->name + "'");
}

void check_joint(const SceneDescription& description, size_t index) {
    const SceneJoint& joint = description.joints[index];
    check_index("joints", index, "body_a", joint.body_a, -1, description.bodies.size());
    check_index("joints", index, "body_b", joint.body_b, -1, description.bodies.size());
    if (joint.body_a == joint.body_b) {
        throw Error("joints[" + std::to_string(index) + "] '" + joint.name + "': joins a body to itself");
    }
}

template <class Id>
Id find_named(const std::unordered_map<std::string, int>& index, const std::vector<Id>& ids, const char* kind,
              const std::string& name) {
    const auto found = index.find(name);
    if (found != index.end()) return ids[static_cast<size_t>(found->second)];
    std::vector<std::string> names;
    for (const auto& entry : index) names.push_back(entry.first);
    std::sort(names.begin(), names.end());
    throw Error(unknown_word(kind, name, names));
}

}  // namespace

void check_references(const SceneDescription& description) {
    const size_t body_count = description.bodies.size();
    check_names("hulls", description.hulls);
    check_names("bodies", description.bodies);
    check_names("joints", description.joints);
    for (size_t i = 0; i < body_count; ++i) {
        for (const SceneShape& shape : description.bodies[i].shapes) {
            const HullReference* hull = std::get_if<HullReference>(&shape.geometry);
            if (hull) check_index("bodies", i, "hull", hull->hull, 0, description.hulls.size());
        }
    }
    for (size_t i = 0; i < description.joints.size(); ++i) check_joint(description, i);
    for (size_t i = 0; i < description.motions.size(); ++i) {
        const int body = description.motions[i].body;
        check_index("motions", i, "body", body, 0, body_count);
        if (description.bodies[static_cast<size_t>(body)].def.type != BodyType::kinematic) {
            throw Error("motions[" + std::to_string(i) + "].body: '" +
                        description.bodies[static_cast<size_t>(body)].name + "' is not kinematic");
        }
    }
    for (size_t i = 0; i < description.inputs.size(); ++i) {
        check_index("inputs", i, "body", description.inputs[i].body, 0, body_count);
    }
}

Scene::Scene(SceneDescription description, const RunOptions& options)
    : description_(std::move(description)), world_(world_def(description_, options)) {
    check_references(description_);
    // A step finds its inputs by binary search; those of one step keep their order.
    std::stable_sort(description_.inputs.begin(), description_.inputs.end(),
                     [](const SceneInput& a, const SceneInput& b) { return a.step < b.step; });
    add_bodies();
    add_joints();
}

void Scene::add_bodies() {
    for (size_t i = 0; i < description_.hulls.size(); ++i) {
        try {
            hulls_.emplace_back(description_.hulls[i].points);
        } catch (const Error& error) {
            refuse(description_, "hulls", i, description_.hulls[i].name, error);
        }
    }
    for (size_t i = 0; i < description_.bodies.size(); ++i) build_body(i);
}

void Scene::build_body(size_t index) {
    const SceneBody& body = description_.bodies[index];
    BodyId id;
    try {
        id = world_.add_body(body.def);
        for (const SceneShape& shape : body.shapes) {
            const auto add = [&](const auto& geometry) {
                if constexpr (std::is_same_v<std::decay_t<decltype(geometry)>, HullReference>) {
                    world_.add_shape(id, hulls_[static_cast<size_t>(geometry.hull)], shape.material);
                } else {
                    world_.add_shape(id, geometry, shape.material);
                }
            };
            std::visit(add, shape.geometry);
        }
    } catch (const Error& error) {
        if (world_.valid(id)) world_.remove_body(id);  // a scene that runs goes on without it
        refuse(description_, "bodies", index, body.name, error);
    }
    bodies_.push_back(id);
    if (!body.name.empty()) body_index_[body.name] = static_cast<int>(index);
}

int Scene::add_body(SceneBody body) {
    const size_t index = bodies_.size();
    if (body.name.empty()) body.name = "body" + std::to_string(index);
    if (body.name == "world" || has_body(body.name)) {
        throw Error("bodies: the name '" + body.name + "' is taken");
    }
    for (const SceneShape& shape : body.shapes) {
        const HullReference* hull = std::get_if<HullReference>(&shape.geometry);
        if (hull) check_index("bodies", index, "hull", hull->hull, 0, hulls_.size());
    }
    description_.bodies.push_back(std::move(body));
    try {
        build_body(index);
    } catch (const Error&) {
        description_.bodies.pop_back();
        throw;
    }
    return static_cast<int>(index);
}

void Scene::add_joints() {
    const auto id_of = [&](int index) { return index < 0 ? BodyId{} : bodies_[static_cast<size_t>(index)]; };
    for (size_t i = 0; i < description_.joints.size(); ++i) {
        const SceneJoint& joint = description_.joints[i];
        JointDef def = joint.def;
        const auto set_bodies = [&](JointBase& base) {
            base.body_a = id_of(joint.body_a);
            base.body_b = id_of(joint.body_b);
        };
        std::visit(set_bodies, def);
        try {
            joints_.push_back(world_.add_joint(def));
        } catch (const Error& error) {
            refuse(description_, "joints", i, joint.name, error);
        }
        if (!joint.name.empty()) joint_index_[joint.name] = static_cast<int>(i);
    }
}

BodyId Scene::body(const std::string& name) const { return find_named(body_index_, bodies_, "body", name); }

JointId Scene::joint(const std::string& name) const {
    return find_named(joint_index_, joints_, "joint", name);
}

void Scene::drive(const SceneMotion& motion) {
    const auto index = static_cast<size_t>(motion.body);
    const BodyId body = bodies_[index];
    const double dt = static_cast<double>(description_.dt);
    const double end =
        static_cast<double>(step_index_ + 1) * dt;  // where the motion should be after this step
    if (motion.speed != 0) {
        const double ramp = static_cast<double>(motion.ramp);
        const float share = end < ramp ? static_cast<float>(end / ramp) : 1.0f;
        world_.set_angular_velocity(body, (share * motion.speed) * normalized(motion.axis));
    }
    if (motion.hertz != 0) {
        double turns = static_cast<double>(motion.hertz) * end;
        turns -= static_cast<double>(static_cast<int64_t>(turns));
        const float angle = static_cast<float>(turns) * (2 * pi);
        const Vec3 target = description_.bodies[index].def.position + direction_of(angle).sine * motion.sway;
        // Aiming at the place, not along the derivative, keeps rounding from adding up over the years.
        world_.set_velocity(body, (target - world_.transform(body).position) / description_.dt);
    }
}

void Scene::apply(const SceneInput& input) {
    if (input.body < 0 || input.body >= static_cast<int>(bodies_.size())) {
        throw Error("input: no body with index " + std::to_string(input.body));
    }
    try {
        give(input, bodies_[static_cast<size_t>(input.body)]);
    } catch (const Error& error) {
        refuse(description_, "the input of step " + std::to_string(step_index_) + " to",
               description_.bodies[static_cast<size_t>(input.body)].name, error);
    }
}

void Scene::give(const SceneInput& input, BodyId body) {
    switch (input.kind) {
        case InputKind::impulse:
            if (input.at) return world_.apply_impulse_at(body, input.value, *input.at);
            return world_.apply_impulse(body, input.value);
        case InputKind::force:
            if (input.at) return world_.apply_force_at(body, input.value, *input.at);
            return world_.apply_force(body, input.value);
        case InputKind::angular_impulse:
            return world_.apply_angular_impulse(body, input.value);
        case InputKind::torque:
            return world_.apply_torque(body, input.value);
        case InputKind::velocity:
            return world_.set_velocity(body, input.value);
        case InputKind::angular_velocity:
            return world_.set_angular_velocity(body, input.value);
    }
}

const StepReport& Scene::step() {
    for (size_t i = 0; i < description_.motions.size(); ++i) {
        const SceneMotion& motion = description_.motions[i];
        try {
            drive(motion);
        } catch (const Error& error) {
            refuse(description_, "motions", i, description_.bodies[static_cast<size_t>(motion.body)].name,
                   error);
        }
    }
    const auto earlier = [](const SceneInput& input, uint64_t step) { return input.step < step; };
    auto input =
        std::lower_bound(description_.inputs.begin(), description_.inputs.end(), step_index_, earlier);
    for (; input != description_.inputs.end() && input->step == step_index_; ++input) apply(*input);
    ++step_index_;
    return world_.step(description_.dt);
}

}  // namespace cairn
