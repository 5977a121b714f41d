#pragma once
// --profile: the stages of every step in the format of Chrome's tracing page and Perfetto.

#include <cstdio>
#include <string>

#include <cairn/report.hpp>

namespace cairn {

class Profile {
public:
    /// Throws Error where the file cannot be written.
    explicit Profile(const std::string& path);
    ~Profile();
    Profile(const Profile&) = delete;
    Profile& operator=(const Profile&) = delete;

    void step(const StepReport& report);
    void finish();

private:
    void event(const char* name, double begin_seconds, double seconds);
    void counter(const char* name, int value);

    std::string path_;
    std::FILE* file_;
    double now_ = 0;  ///< seconds of stepping so far: pauses between steps do not show
    bool first_ = true;
};

}  // namespace cairn
