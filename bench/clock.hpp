#pragma once
// Clocks of the benchmarks. Processor time says what the work costs on a machine that others use too; wall
// time says what a user waits.

#include <time.h>

#include <algorithm>
#include <vector>

namespace cairn::bench {

inline double read_clock_ms(clockid_t id) {
    timespec time;
    clock_gettime(id, &time);
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

struct Cost {
    double wall_ms = 0;
    double cpu_ms = 0;  ///< of the calling thread, or of all threads of the process
};

/// What `work` costs. With several threads their processor time is added up, waiting in a spin included.
template <class Work>
Cost cost_of(int threads, Work&& work) {
    const clockid_t cpu = threads > 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_THREAD_CPUTIME_ID;
    const double cpu_start = read_clock_ms(cpu), wall_start = read_clock_ms(CLOCK_MONOTONIC);
    work();
    const double wall_end = read_clock_ms(CLOCK_MONOTONIC);
    return {wall_end - wall_start, read_clock_ms(cpu) - cpu_start};
}

/// The cost of each step of a run, the least of several runs: a step is the same work in every run, so what
/// is more than the least is disturbance.
class LeastCosts {
public:
    void add(size_t step, const Cost& cost) {
        if (step >= costs_.size()) costs_.resize(step + 1, {1e300, 1e300});
        costs_[step].wall_ms = std::min(costs_[step].wall_ms, cost.wall_ms);
        costs_[step].cpu_ms = std::min(costs_[step].cpu_ms, cost.cpu_ms);
    }
    /// Per step, from step `first` on.
    Cost mean(size_t first = 0) const {
        if (first >= costs_.size()) return {};
        Cost sum;
        for (size_t i = first; i < costs_.size(); ++i) {
            sum.wall_ms += costs_[i].wall_ms;
            sum.cpu_ms += costs_[i].cpu_ms;
        }
        const double count = static_cast<double>(costs_.size() - first);
        return {sum.wall_ms / count, sum.cpu_ms / count};
    }

private:
    std::vector<Cost> costs_;
};

}  // namespace cairn::bench
