#include "profile.hpp"

namespace cairn {

Profile::Profile(const std::string& path) : path_(path), file_(open_output_file(path)) {
    std::fputs("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[", file_.get());
}

Profile::~Profile() {
    if (file_) end();
}

void Profile::event(const char* name, double begin_seconds, double seconds) {
    std::fprintf(file_.get(),
                 "%s\n{\"name\":\"%s\",\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":%.3f,\"dur\":%.3f}",
                 first_ ? "" : ",", name, begin_seconds * 1e6, seconds * 1e6);
    first_ = false;
}

void Profile::counter(const char* name, int value) {
    std::fprintf(file_.get(), ",\n{\"name\":\"%s\",\"ph\":\"C\",\"pid\":1,\"ts\":%.3f,\"args\":{\"%s\":%d}}",
                 name, now_ * 1e6, name, value);
}

void Profile::step(const StepReport& report) {
    event("step", now_, report.total_seconds);
    for (int i = 0; i < static_cast<int>(Stage::count); ++i) {
        event(stage_name(static_cast<Stage>(i)), now_ + report.begin[i], report.seconds[i]);
    }
    counter("awake bodies", report.awake_bodies);
    counter("contacts", report.contacts);
    counter("contact points", report.contact_points);
    counter("colors", report.colors);
    now_ += report.total_seconds;
}

void Profile::finish() {
    end();
    if (std::fflush(file_.get()) != 0 || std::ferror(file_.get())) cannot_write(path_);
    file_.reset();
}

}  // namespace cairn
