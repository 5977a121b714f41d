#pragma once
// Rows of a picture are independent, so any number of threads gives the same picture.

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace cairn::render {

/// Calls work(first_row, end_row) for bands that together cover [0, rows) once.
template <class Work>
void for_row_bands(int rows, const Work& work, int band = 16) {
    std::atomic<int> next{0};
    const auto run = [&] {
        for (int first = next.fetch_add(band); first < rows; first = next.fetch_add(band)) {
            work(first, std::min(first + band, rows));
        }
    };
    const int helpers = std::clamp(static_cast<int>(std::thread::hardware_concurrency()) - 1, 0, 15);
    std::vector<std::jthread> threads;
    for (int i = 0; i < helpers; ++i) threads.emplace_back(run);
    run();
}

}  // namespace cairn::render
