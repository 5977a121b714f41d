#include "solvers/live/live_sweeps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cairn {

namespace {

size_t at(int32_t index) { return static_cast<size_t>(index); }

double clamped(double value, double bound) { return std::max(-bound, std::min(value, bound)); }

/// The exact values: no library trigonometry may touch the state.
constexpr double cosines_16[8] = {
    1, 0.92387953251128673848,  0.70710678118654752440,  0.38268343236508977173,
    0, -0.38268343236508977173, -0.70710678118654752440, -0.92387953251128673848};

FrictionAxes make_axes(int sides) {
    FrictionAxes axes;
    axes.count = sides / 2;
    const int step = 8 / axes.count;
    for (int i = 0; i < axes.count; ++i) {
        axes.cosine[i] = cosines_16[i * step];
        // sin(x) = cos(x - pi/2), four places further back; cosine is even
        axes.sine[i] = cosines_16[i * step >= 4 ? i * step - 4 : 4 - i * step];
    }
    // tan(pi / sides)
    axes.bound = sides == 4 ? 1.0 : sides == 8 ? 0.41421356237309504880 : 0.19891236737965800691;
    return axes;
}

/// Rows n, t1, t2 one after another.
PointChange visit_rows(LivePoint& p, double relaxation, double mu, bool fixed, double u0, double u1,
                       double u2) {
    PointChange change;
    const double* k = p.k;
    const double n = std::max(0.0, p.impulse[0] - relaxation * u0 / (k[0] + p.compliance));
    change.n = n - p.impulse[0];
    const double bound = fixed ? p.bound : mu * n;
    u1 += k[1] * change.n, u2 += k[2] * change.n;
    const double t1 = clamped(p.impulse[1] - relaxation * u1 / k[3], bound);
    change.t1 = t1 - p.impulse[1];
    u2 += k[4] * change.t1;
    change.t2 = clamped(p.impulse[2] - relaxation * u2 / k[5], bound) - p.impulse[2];
    return change;
}

PointChange visit_polygon(LivePoint& p, int sides, double relaxation, double mu, double u0, double u1,
                          double u2) {
    const FrictionAxes& axes = friction_axes(sides);
    PointChange change;
    const double* k = p.k;
    const double n = std::max(0.0, p.impulse[0] - relaxation * u0 / (k[0] + p.compliance));
    change.n = n - p.impulse[0];
    u1 += k[1] * change.n, u2 += k[2] * change.n;
    const double bound = axes.bound * mu * n;
    for (int i = 0; i < axes.count; ++i) {
        const double c = axes.cosine[i], s = axes.sine[i];
        const double k1 = k[3] * c + k[4] * s, k2 = k[4] * c + k[5] * s;
        const double next =
            clamped(p.axis_impulse[i] - relaxation * (c * u1 + s * u2) / (c * k1 + s * k2), bound);
        const double delta = next - p.axis_impulse[i];
        p.axis_impulse[i] = next;
        u1 += k1 * delta, u2 += k2 * delta;
        change.t1 += c * delta, change.t2 += s * delta;
    }
    return change;
}

/// The normal row, then both friction rows at once (Tamis 4.3). Where the answer leaves the disc it must not
/// be scaled back onto it: that makes friction point along K^-1 u, 16 % of the stopping distance off at a
/// box's corners. A step against u with the largest eigenvalue of K, projected onto the disc, has Coulomb's
/// law as its fixed point.
PointChange visit_cone(LivePoint& p, double mu, double u0, double u1, double u2) {
    PointChange change;
    const double* k = p.k;
    const double n = std::max(0.0, p.impulse[0] - u0 / (k[0] + p.compliance));
    change.n = n - p.impulse[0];
    u1 += k[1] * change.n, u2 += k[2] * change.n;
    const double determinant = k[3] * k[5] - k[4] * k[4];
    if (!(determinant > 0)) return change;
    const double bound = mu * n;
    double t1 = p.impulse[1] - (k[5] * u1 - k[4] * u2) / determinant;
    double t2 = p.impulse[2] - (k[3] * u2 - k[4] * u1) / determinant;
    if (t1 * t1 + t2 * t2 > bound * bound) {
        const double half = 0.5 * (k[3] - k[5]);
        const double largest = 0.5 * (k[3] + k[5]) + std::sqrt(half * half + k[4] * k[4]);
        t1 = p.impulse[1] - u1 / largest, t2 = p.impulse[2] - u2 / largest;
        const double square = t1 * t1 + t2 * t2;
        const double scale = square > bound * bound ? bound / std::sqrt(square) : 1.0;
        t1 *= scale, t2 *= scale;
    }
    change.t1 = t1 - p.impulse[1], change.t2 = t2 - p.impulse[2];
    return change;
}

/// Anitescu and Tasora: a step against the gradient of the convex problem, projected onto the cone.
PointChange visit_relaxed(LivePoint& p, double mu, double u0, double u1, double u2) {
    const double* k = p.k;
    const auto sum = [&](double a, double b, double c) { return std::abs(a) + std::abs(b) + std::abs(c); };
    const double size =
        std::max({sum(k[0] + p.compliance, k[1], k[2]), sum(k[1], k[3], k[4]), sum(k[2], k[4], k[5])});
    const double n = p.impulse[0] - u0 / size, t1 = p.impulse[1] - u1 / size, t2 = p.impulse[2] - u2 / size;
    const double t = std::sqrt(t1 * t1 + t2 * t2);
    double next_n = n, scale = 1;
    if (t > mu * n) {
        next_n = std::max(0.0, (n + mu * t) / (1 + mu * mu));
        scale = t > 0 ? mu * next_n / t : 0;
    }
    return {next_n - p.impulse[0], scale * t1 - p.impulse[1], scale * t2 - p.impulse[2]};
}

enum : int { rows_fixed, rows_pyramid, rows_polygon, block_cone, block_relaxed };

template <int model>
PointChange visit(LivePoint& p, int sides, double relaxation, double mu, double u0, double u1, double u2) {
    if constexpr (model == rows_fixed) return visit_rows(p, relaxation, mu, true, u0, u1, u2);
    if constexpr (model == rows_pyramid) return visit_rows(p, relaxation, mu, false, u0, u1, u2);
    if constexpr (model == rows_polygon) return visit_polygon(p, sides, relaxation, mu, u0, u1, u2);
    if constexpr (model == block_cone) return visit_cone(p, mu, u0, u1, u2);
    return visit_relaxed(p, mu, u0, u1, u2);
}

int model_of(LiveFriction friction, int sides) {
    switch (friction) {
        case LiveFriction::fixed:
            return rows_fixed;
        case LiveFriction::pyramid:
            return sides == 4 ? rows_pyramid : rows_polygon;
        case LiveFriction::cone:
            return block_cone;
        case LiveFriction::cone_relaxed:
            break;
    }
    return block_relaxed;
}

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

const FrictionAxes& friction_axes(int sides) {
    static const FrictionAxes four = make_axes(4), eight = make_axes(8), sixteen = make_axes(16);
    return sides == 4 ? four : sides == 8 ? eight : sixteen;
}

PointChange visit_point(LiveFriction friction, int sides, double relaxation, double mu, LivePoint& point,
                        double u0, double u1, double u2) {
    switch (model_of(friction, sides)) {
        case rows_fixed:
            return visit<rows_fixed>(point, sides, relaxation, mu, u0, u1, u2);
        case rows_pyramid:
            return visit<rows_pyramid>(point, sides, relaxation, mu, u0, u1, u2);
        case rows_polygon:
            return visit<rows_polygon>(point, sides, relaxation, mu, u0, u1, u2);
        case block_cone:
            return visit<block_cone>(point, sides, relaxation, mu, u0, u1, u2);
        default:
            return visit<block_relaxed>(point, sides, relaxation, mu, u0, u1, u2);
    }
}

void LiveSweeps::prepare(const LiveSystem& system) {
    watches_ = options_.rule == LiveRule::fraction;
    if (watches_)
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
}

double LiveSweeps::sweep_rows(LiveSystem& system) {
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
                note(i + k, std::abs(wrong[k]));
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
        note(i, std::abs(change) * diagonal);
    }
    return largest;
}

template <int model>
double LiveSweeps::sweep_contacts(LiveSystem& system) {
    double largest = 0;
    const size_t count = system.contacts.size();
    for (size_t c = 0; c < count; ++c) {
        const LiveContact& contact = system.contacts[backward_ ? count - 1 - c : c];
        LiveBody& a = system.bodies[at(contact.body_a)];
        LiveBody& b = system.bodies[at(contact.body_b)];
        Vec3d va = a.velocity, wa = a.angular, vb = b.velocity, wb = b.angular;
        for (int32_t k = 0; k < contact.count; ++k) {
            const int32_t i = contact.first + (backward_ ? contact.count - 1 - k : k);
            LivePoint& p = system.points[at(i)];
            if (!(p.k[0] > 0)) continue;
            const Vec3d u = vb + cross(wb, p.arm_b) - va - cross(wa, p.arm_a);
            const PointChange change = visit<model>(
                p, options_.sides, relaxation_, contact.friction,
                dot(contact.normal, u) - p.target + p.compliance * p.impulse[0],
                dot(contact.tangent_1, u) + contact.surface_1, dot(contact.tangent_2, u) + contact.surface_2);
            p.impulse[0] += change.n, p.impulse[1] += change.t1, p.impulse[2] += change.t2;
            const Vec3d impulse =
                change.n * contact.normal + change.t1 * contact.tangent_1 + change.t2 * contact.tangent_2;
            va = va - a.inverse_mass * impulse;
            vb = vb + b.inverse_mass * impulse;
            wa = wa - a.inverse_inertia * cross(p.arm_a, impulse);
            wb = wb + b.inverse_inertia * cross(p.arm_b, impulse);
            const double size =
                std::max({std::abs(change.n), std::abs(change.t1), std::abs(change.t2)}) * p.k[0];
            largest = std::max(largest, size);
            note(system.rows.size() + at(i), size);
        }
        if (contact.body_a) a.velocity = va, a.angular = wa;
        if (contact.body_b) b.velocity = vb, b.angular = wb;
    }
    return largest;
}

double LiveSweeps::sweep(LiveSystem& system) {
    const double rows = sweep_rows(system);
    switch (model_of(options_.friction, options_.sides)) {
        case rows_fixed:
            return std::max(rows, sweep_contacts<rows_fixed>(system));
        case rows_pyramid:
            return std::max(rows, sweep_contacts<rows_pyramid>(system));
        case rows_polygon:
            return std::max(rows, sweep_contacts<rows_polygon>(system));
        case block_cone:
            return std::max(rows, sweep_contacts<block_cone>(system));
        default:
            return std::max(rows, sweep_contacts<block_relaxed>(system));
    }
}

bool LiveSweeps::ends(const LiveSystem& system, double change) {
    switch (options_.rule) {
        case LiveRule::iterations:
            return false;
        case LiveRule::residual:
            return live_residual(system, options_) < options_.tolerance;
        case LiveRule::change:
            return change < options_.tolerance;
        case LiveRule::fraction:
            return shrunk_;
    }
    return false;
}

void LiveSweeps::run(LiveSystem& system, LiveWork& work) {
    prepare(system);
    while (work.iterations < options_.iterations) {
        shrunk_ = true;
        backward_ = options_.symmetric && work.iterations % 2 == 1;
        const double change = sweep(system);
        ++work.iterations;
        if (ends(system, change)) break;
    }
    work.row_updates += work.iterations * system.row_count(options_);
}

}  // namespace cairn
