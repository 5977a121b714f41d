#include "solvers/live/live_sweeps.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"

namespace cairn {

namespace {

std::array<double, 9> inverse_of(const std::array<double, 9>& m) {
    const Mat3d a{{m[0], m[1], m[2]}, {m[3], m[4], m[5]}, {m[6], m[7], m[8]}};
    const Vec3d x = cross(a.y, a.z), y = cross(a.z, a.x), z = cross(a.x, a.y);
    const double determinant = dot(a.x, x);
    const double trace = m[0] + m[4] + m[8];
    // a block that cannot move along some axis is left to its rows
    if (!(determinant > 1e-12 * trace * trace * trace)) return {};
    const double s = 1 / determinant;
    return {s * x.x, s * y.x, s * z.x, s * x.y, s * y.y, s * z.y, s * x.z, s * y.z, s * z.z};
}

double between(const LiveSystem& system, const LiveRow& i, const LiveRow& j) {
    const LiveBody& a = system.bodies[at(i.body_a)];
    const LiveBody& b = system.bodies[at(i.body_b)];
    return a.inverse_mass * dot(i.linear_a, j.linear_a) + dot(i.angular_a, j.response_a) +
           b.inverse_mass * dot(i.linear_b, j.linear_b) + dot(i.angular_b, j.response_b);
}

}  // namespace

void LiveSweeps::prepare(LiveSystem& system, const LiveOptions& options, LiveWork& work) {
    watch_ = options.rule == LiveRule::change || options.rule == LiveRule::fraction;
    previous_.clear();
    if (options.rule == LiveRule::fraction)
        previous_.assign(system.rows.size() + system.points.size(),
                         -1.0);  // the first sweep never ends the run
    inverse_.clear();
    for (size_t i = 0; i < system.rows.size(); ++i) {
        if (!blocks_ || !system.rows[i].block) continue;
        std::array<double, 9> k{};
        for (size_t r = 0; r < 3; ++r)
            for (size_t c = 0; c < 3; ++c)
                k[3 * r + c] = between(system, system.rows[i + r], system.rows[i + c]);
        for (size_t r = 0; r < 3; ++r) k[4 * r] += system.rows[i + r].compliance;
        inverse_.push_back(inverse_of(k));
    }
    for (const LiveRow& row : system.rows) push_row(system, row, row.impulse);
    contacts_.pack(system, options, relaxation_, work.crew, work.lanes);
    contacts_.push();
}

double LiveSweeps::sweep_rows(LiveSystem& system, double fraction) {
    double largest = 0;
    size_t block = 0;
    for (size_t i = 0; i < system.rows.size(); ++i) {
        LiveRow& row = system.rows[i];
        if (blocks_ && row.block && inverse_[block][0] > 0) {
            const std::array<double, 9>& m = inverse_[block++];
            double wrong[3];
            for (size_t k = 0; k < 3; ++k) {
                const LiveRow& r = system.rows[i + k];
                wrong[k] = r.target - row_velocity(system, r) - r.compliance * r.impulse;
                largest = std::max(largest, std::abs(wrong[k]));
                note(i + k, std::abs(wrong[k]), fraction);
            }
            for (size_t k = 0; k < 3; ++k) {
                const double change = m[3 * k] * wrong[0] + m[3 * k + 1] * wrong[1] + m[3 * k + 2] * wrong[2];
                system.rows[i + k].impulse += change;
                push_row(system, system.rows[i + k], change);
            }
            i += 2;
            continue;
        }
        block += blocks_ && row.block;
        const double diagonal = row.diagonal + row.compliance;
        if (!(diagonal > 0)) continue;
        const double wrong = row.target - row_velocity(system, row) - row.compliance * row.impulse;
        const double next =
            std::max(row.lower, std::min(row.impulse + relaxation_ * wrong / diagonal, row.upper));
        const double change = next - row.impulse;
        row.impulse = next;
        push_row(system, row, change);
        largest = std::max(largest, std::abs(change) * diagonal);
        note(i, std::abs(change) * diagonal, fraction);
    }
    return largest;
}

double LiveSweeps::sweep(LiveSystem& system, const LiveOptions& options, bool backward) {
    double largest = sweep_rows(system, options.fraction);
    contacts_.sweep(backward, watch_);
    if (!watch_) return largest;
    contacts_.for_changes([&](int32_t point, double change) {
        const double size = change * system.points[at(point)].k[0];
        largest = std::max(largest, size);
        note(system.rows.size() + at(point), size, options.fraction);
    });
    return largest;
}

bool LiveSweeps::ends(LiveSystem& system, const LiveOptions& options, double change) {
    switch (options.rule) {
        case LiveRule::iterations:
            return false;
        case LiveRule::residual:
            contacts_.unpack(system);
            return live_residual(system, options) < options.tolerance;
        case LiveRule::change:
            return change < options.tolerance;
        case LiveRule::fraction:
            return shrunk_;
    }
    return false;
}

void LiveSweeps::run(LiveSystem& system, const LiveOptions& options, LiveWork& work) {
    prepare(system, options, work);
    int sweeps = 0;
    while (sweeps < options.iterations) {
        shrunk_ = true;
        const double change = sweep(system, options, options.symmetric && sweeps % 2 == 1);
        ++sweeps;
        if (ends(system, options, change)) break;
    }
    contacts_.unpack(system);
    work.iterations += sweeps;
    work.row_updates += sweeps * system.row_count(options);
}

}  // namespace cairn
