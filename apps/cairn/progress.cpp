#include "progress.hpp"

#include <cstdio>

#include <unistd.h>

namespace cairn {

Progress::Progress(std::string label, uint64_t total)
    : label_(std::move(label)),
      total_(total),
      terminal_(isatty(STDERR_FILENO) != 0),
      begin_(std::chrono::steady_clock::now()),
      last_(begin_) {}

Progress::~Progress() {
    if (drawn_) std::fputs("\r\033[K", stderr);
}

void Progress::at(uint64_t done) {
    if (!terminal_ || total_ == 0) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    drawn_ = true;
    const int width = 30;
    const int filled = static_cast<int>(done * width / total_);
    std::string bar;
    for (int i = 0; i < width; ++i) bar += i < filled ? '#' : '.';
    const double elapsed = std::chrono::duration<double>(now - begin_).count();
    const double left = done ? elapsed * static_cast<double>(total_ - done) / static_cast<double>(done) : 0;
    std::fprintf(stderr, "\r\033[K%s [%s] %llu/%llu, %.0f s left", label_.c_str(), bar.c_str(),
                 static_cast<unsigned long long>(done), static_cast<unsigned long long>(total_), left);
    std::fflush(stderr);
}

}  // namespace cairn
