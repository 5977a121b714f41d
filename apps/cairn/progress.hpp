#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace cairn {

/// A bar on standard error while it lives, where that is a terminal; silent otherwise.
class Progress {
public:
    Progress(std::string label, uint64_t total);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void at(uint64_t done);

private:
    std::string label_;
    uint64_t total_;
    bool terminal_;
    bool drawn_ = false;
    std::chrono::steady_clock::time_point begin_, last_;
};

}  // namespace cairn
