#pragma once
// --trace: a row a step and body, in CSV; joints go to a file of their own.

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "scene/output_file.hpp"
#include "scene/scene.hpp"

namespace cairn {

class Trace {
public:
    /// `names` of bodies and joints, or several with commas between them; joints are written to
    /// FILE.joints.csv beside FILE.csv. Throws Error on an unknown name (before any file is touched) or a
    /// file that cannot be written.
    Trace(const Scene& scene, const std::vector<std::string>& names, const std::string& file);
    /// Writes the rows of the step just taken.
    void step(const Scene& scene);
    /// Throws Error where something could not be written.
    void finish();

private:
    struct NamedBody {
        std::string name;
        BodyId id;
    };
    struct NamedJoint {
        std::string name;
        JointId id;
    };
    std::vector<NamedBody> bodies_;
    std::vector<NamedJoint> joints_;
    std::string path_;
    OutputFile body_file_, joint_file_;
};

/// "run.csv" gives "run.joints.csv".
std::string joints_file_name(const std::string& file);

}  // namespace cairn
