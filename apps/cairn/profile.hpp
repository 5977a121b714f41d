#pragma once
// --profile: the stages of every step in the format of Chrome's tracing page and Perfetto.

#include <string>

#include <cairn/report.hpp>

#include "scene/output_file.hpp"

namespace cairn {

class Profile {
public:
    /// Throws Error where the file cannot be written.
    explicit Profile(const std::string& path);
    /// A run that ended early leaves a file that can be read.
    ~Profile();
    Profile(const Profile&) = delete;
    Profile& operator=(const Profile&) = delete;

    void step(const StepReport& report);
    void finish();

private:
    void event(const char* name, double begin_seconds, double seconds);
    void counter(const char* name, int value);
    void end() { std::fputs("\n]}\n", file_.get()); }

    std::string path_;
    OutputFile file_;
    double now_ = 0;  ///< seconds of stepping so far: pauses between steps do not show
    bool first_ = true;
};

}  // namespace cairn
