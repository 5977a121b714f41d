#include "trace.hpp"

#include <algorithm>

#include <cairn/error.hpp>

#include "base/suggest.hpp"

namespace cairn {

namespace {

void write_vector(std::FILE* file, Vec3 v) {
    std::fprintf(file, ",%.9g,%.9g,%.9g", static_cast<double>(v.x), static_cast<double>(v.y),
                 static_cast<double>(v.z));
}

/// Quotes a name that holds a comma or a quote, as CSV asks for.
std::string csv_field(const std::string& name) {
    if (name.find_first_of(",\"") == std::string::npos) return name;
    std::string quoted = "\"";
    for (const char letter : name) quoted += letter == '"' ? "\"\"" : std::string(1, letter);
    return quoted + "\"";
}

OutputFile open_table(const std::string& path, const char* header) {
    OutputFile file = open_output_file(path);
    std::fprintf(file.get(), "%s\n", header);
    return file;
}

/// "A,B" are two names, unless something bears that very name.
std::vector<std::string> one_by_one(const Scene& scene, const std::vector<std::string>& texts) {
    std::vector<std::string> names;
    for (const std::string& text : texts) {
        size_t begin = scene.has_body(text) || scene.has_joint(text) ? text.size() : 0;
        if (begin > 0) names.push_back(text);
        while (begin < text.size()) {
            const size_t end = std::min(text.find(',', begin), text.size());
            names.push_back(text.substr(begin, end - begin));
            begin = end + 1;
        }
    }
    return names;
}

}  // namespace

std::string joints_file_name(const std::string& file) {
    const std::string ending = ".csv";
    const bool ends =
        file.size() > ending.size() && file.compare(file.size() - ending.size(), ending.size(), ending) == 0;
    return (ends ? file.substr(0, file.size() - ending.size()) : file) + ".joints.csv";
}

Trace::Trace(const Scene& scene, const std::vector<std::string>& names, const std::string& file)
    : path_(file) {
    for (const std::string& name : one_by_one(scene, names)) {
        const bool is_body = scene.has_body(name), is_joint = scene.has_joint(name);  // a name may be of both
        if (is_body) bodies_.push_back({csv_field(name), scene.body(name)});
        if (is_joint) joints_.push_back({csv_field(name), scene.joint(name)});
        if (!is_body && !is_joint) {
            std::vector<std::string> known;
            for (const SceneBody& body : scene.description().bodies) known.push_back(body.name);
            for (const SceneJoint& joint : scene.description().joints) known.push_back(joint.name);
            throw Error("--trace: " + unknown_word("body or joint", name, known));
        }
    }
    if (!bodies_.empty())
        body_file_ = open_table(file, "step,time,body,px,py,pz,qx,qy,qz,qw,vx,vy,vz,wx,wy,wz");
    if (!joints_.empty())
        joint_file_ = open_table(joints_file_name(file), "step,time,joint,fx,fy,fz,tx,ty,tz");
}

void Trace::step(const Scene& scene) {
    const World& world = scene.world();
    const auto step = static_cast<unsigned long long>(scene.step_index());
    const double time = static_cast<double>(scene.step_index()) * static_cast<double>(scene.description().dt);
    for (const NamedBody& body : bodies_) {
        std::FILE* file = body_file_.get();
        const Transform pose = world.transform(body.id);
        std::fprintf(file, "%llu,%.9g,%s", step, time, body.name.c_str());
        write_vector(file, pose.position);
        write_vector(file, {pose.rotation.x, pose.rotation.y, pose.rotation.z});
        std::fprintf(file, ",%.9g", static_cast<double>(pose.rotation.w));
        write_vector(file, world.velocity(body.id));
        write_vector(file, world.angular_velocity(body.id));
        std::fputc('\n', file);
    }
    for (const NamedJoint& joint : joints_) {
        if (!world.valid(joint.id)) continue;  // broken: its rows end
        const Reaction reaction = world.reaction(joint.id);
        std::fprintf(joint_file_.get(), "%llu,%.9g,%s", step, time, joint.name.c_str());
        write_vector(joint_file_.get(), reaction.force);
        write_vector(joint_file_.get(), reaction.torque);
        std::fputc('\n', joint_file_.get());
    }
}

void Trace::finish() {
    for (std::FILE* file : {body_file_.get(), joint_file_.get()}) {
        if (file && (std::fflush(file) != 0 || std::ferror(file)))
            cannot_write(file == body_file_.get() ? path_ : joints_file_name(path_));
    }
}

}  // namespace cairn
