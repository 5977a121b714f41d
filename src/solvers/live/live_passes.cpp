#include "solvers/live/live_passes.hpp"

#include <algorithm>

#include "base/index.hpp"

namespace cairn {

namespace {

constexpr int32_t nowhere = 1 << 30;

/// Contacts between a body and the ground; 0 for what does not move.
std::vector<int32_t> levels_of(const LiveSystem& system) {
    std::vector<int32_t> level(system.bodies.size(), nowhere);
    for (size_t i = 0; i < system.bodies.size(); ++i)
        if (system.bodies[i].inverse_mass == 0) level[i] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (const LiveContact& contact : system.contacts) {
            int32_t& a = level[at(contact.body_a)];
            int32_t& b = level[at(contact.body_b)];
            if (b > a + 1) b = a + 1, changed = true;
            if (a > b + 1) a = b + 1, changed = true;
        }
    }
    return level;
}

/// The point as it is when the lower body cannot move: K without its part.
LivePoint held_point(const LiveBody& moving, Vec3d arm, const LiveContact& contact, const LivePoint& point) {
    LivePoint held = point;
    const Vec3d axes[3] = {contact.normal, contact.tangent_1, contact.tangent_2};
    const auto entry = [&](int i, int j) {
        return dot(cross(arm, axes[i]), moving.inverse_inertia * cross(arm, axes[j]));
    };
    held.k[0] = moving.inverse_mass + entry(0, 0), held.k[1] = entry(0, 1), held.k[2] = entry(0, 2);
    held.k[3] = moving.inverse_mass + entry(1, 1), held.k[4] = entry(1, 2);
    held.k[5] = moving.inverse_mass + entry(2, 2);
    return held;
}

VisitChange<double> visit(const LiveOptions& options, double mu, LivePoint& point, double u0, double u1,
                          double u2) {
    const VisitModel model = visit_model(options);
    VisitPoint<double> p = make_visit(model, 1.0, point.k, point.compliance, point.bound);
    std::copy(point.impulse, point.impulse + 3, p.impulse);
    switch (model) {
        case VisitModel::fixed:
            return visit_rows<true>(p, mu, u0, u1, u2);
        case VisitModel::pyramid:
            return visit_rows<false>(p, mu, u0, u1, u2);
        case VisitModel::polygon:
            return visit_polygon(
                p, friction_axes(options.sides), 1.0, mu, u0, u1, u2,
                [&](int i) { return point.axis_impulse[i]; },
                [&](int i, double value) { point.axis_impulse[i] = value; });
        case VisitModel::cone:
            return visit_cone(p, mu, u0, u1, u2);
        case VisitModel::relaxed:
            break;
    }
    return visit_relaxed(p, mu, u0, u1, u2);
}

void shock_contact(const LiveOptions& options, LiveSystem& system, const LiveContact& contact, bool hold_a,
                   bool hold_b) {
    LiveBody a = system.bodies[at(contact.body_a)], b = system.bodies[at(contact.body_b)];
    if (hold_a) a.inverse_mass = 0, a.inverse_inertia = {};
    if (hold_b) b.inverse_mass = 0, b.inverse_inertia = {};
    for (int32_t i = contact.first; i < contact.first + contact.count; ++i) {
        LivePoint& point = system.points[at(i)];
        LivePoint held = hold_a || hold_b
                             ? held_point(hold_a ? b : a, hold_a ? point.arm_b : point.arm_a, contact, point)
                             : point;
        if (!(held.k[0] > 0)) continue;
        const Vec3d u = point_velocity(a, b, point);
        const VisitChange<double> change = visit(
            options, contact.friction, held,
            dot(contact.normal, u) - point.target + point.compliance * point.impulse[0],
            dot(contact.tangent_1, u) + contact.surface_1, dot(contact.tangent_2, u) + contact.surface_2);
        held.impulse[0] += change.n, held.impulse[1] += change.t1, held.impulse[2] += change.t2;
        push_point(a, b, point,
                   change.n * contact.normal + change.t1 * contact.tangent_1 + change.t2 * contact.tangent_2);
        std::copy(held.impulse, held.impulse + 3, point.impulse);
        std::copy(held.axis_impulse, held.axis_impulse + 8, point.axis_impulse);
    }
    LiveBody& to_a = system.bodies[at(contact.body_a)];
    LiveBody& to_b = system.bodies[at(contact.body_b)];
    if (!hold_a) to_a.velocity = a.velocity, to_a.angular = a.angular;
    if (!hold_b) to_b.velocity = b.velocity, to_b.angular = b.angular;
}

}  // namespace

void propagate_shock(const LiveOptions& options, LiveSystem& system, LiveWork& work) {
    const std::vector<int32_t> level = levels_of(system);
    const auto layer_of = [&](const LiveContact& contact) {
        return std::min(level[at(contact.body_a)], level[at(contact.body_b)]);
    };
    std::vector<int32_t> order;
    for (size_t i = 0; i < system.contacts.size(); ++i)
        if (layer_of(system.contacts[i]) < nowhere) order.push_back(static_cast<int32_t>(i));
    std::stable_sort(order.begin(), order.end(), [&](int32_t i, int32_t j) {
        return layer_of(system.contacts[at(i)]) < layer_of(system.contacts[at(j)]);
    });
    for (size_t begin = 0; begin < order.size();) {
        const int32_t layer = layer_of(system.contacts[at(order[begin])]);
        size_t end = begin;
        while (end < order.size() && layer_of(system.contacts[at(order[end])]) == layer) ++end;
        for (int k = 0; k < options.iterations; ++k)
            for (size_t i = begin; i < end; ++i) {
                const LiveContact& contact = system.contacts[at(order[i])];
                const int32_t a = level[at(contact.body_a)], b = level[at(contact.body_b)];
                shock_contact(options, system, contact, a < b, b < a);
                work.row_updates += 3 * contact.count;
            }
        begin = end;
    }
}

namespace {

/// The pass of split_impulses: what pushes bodies apart or together is of its own, apart from velocities.
class PushSweep {
public:
    PushSweep(const LiveSystem& system, std::vector<LivePush>& push)
        : system_(system), push_(push), of_rows_(system.rows.size()), of_points_(system.points.size()) {}

    void sweep() {
        for (size_t i = 0; i < system_.rows.size(); ++i) solve(system_.rows[i], of_rows_[i]);
        for (const LiveContact& contact : system_.contacts) solve(contact);
    }

private:
    void solve(const LiveRow& row, double& total) {
        if (row.push == 0 && !row.hold) return;
        if (!(row.diagonal > 0)) return;
        const double next =
            std::max(row.lower, std::min(total - (speed_of(row) + row.push) / row.diagonal, row.upper));
        push(row, next - total);
        total = next;
    }

    void solve(const LiveContact& contact) {
        LiveBody a = pushed(contact.body_a), b = pushed(contact.body_b);
        for (int32_t i = contact.first; i < contact.first + contact.count; ++i) {
            const LivePoint& p = system_.points[at(i)];
            if (!(p.k[0] > 0) || p.separation > 0) continue;
            double& total = of_points_[at(i)];
            const double speed = dot(contact.normal, point_velocity(a, b, p));
            const double next = std::max(0.0, total - (speed - p.push) / p.k[0]);
            push_point(a, b, p, (next - total) * contact.normal);
            total = next;
        }
        push_[at(contact.body_a)] = {a.velocity, a.angular};
        push_[at(contact.body_b)] = {b.velocity, b.angular};
    }

    /// The body, with what it was pushed as its velocity.
    LiveBody pushed(int32_t index) const {
        LiveBody body = system_.bodies[at(index)];
        body.velocity = push_[at(index)].velocity, body.angular = push_[at(index)].angular;
        return body;
    }

    void push(int32_t index, double impulse, Vec3d linear, Vec3d response) {
        LivePush& body = push_[at(index)];
        body.velocity = body.velocity + (system_.bodies[at(index)].inverse_mass * impulse) * linear;
        body.angular = body.angular + impulse * response;
    }
    void push(const LiveRow& row, double impulse) {
        push(row.body_a, impulse, row.linear_a, row.response_a);
        push(row.body_b, impulse, row.linear_b, row.response_b);
        for (int i = 0; row.more >= 0 && i < 2; ++i) {
            const LiveRowMore& more = system_.more[at(row.more)];
            push(more.body[i], impulse, more.linear[i], more.response[i]);
        }
    }
    double speed_of(const LiveRow& row) const {
        const LivePush& a = push_[at(row.body_a)];
        const LivePush& b = push_[at(row.body_b)];
        double speed = dot(row.linear_a, a.velocity) + dot(row.angular_a, a.angular) +
                       dot(row.linear_b, b.velocity) + dot(row.angular_b, b.angular);
        for (int i = 0; row.more >= 0 && i < 2; ++i) {
            const LiveRowMore& more = system_.more[at(row.more)];
            const LivePush& c = push_[at(more.body[i])];
            speed += dot(more.linear[i], c.velocity) + dot(more.angular[i], c.angular);
        }
        return speed;
    }

    const LiveSystem& system_;
    std::vector<LivePush>& push_;
    std::vector<double> of_rows_, of_points_;
};

}  // namespace

void split_impulses(const LiveOptions& options, const LiveSystem& system, std::vector<LivePush>& push,
                    LiveWork& work) {
    push.assign(system.bodies.size(), LivePush{});
    PushSweep pass(system, push);
    for (int k = 0; k < options.iterations; ++k) {
        pass.sweep();
        work.row_updates += static_cast<int64_t>(system.rows.size() + system.points.size());
    }
    push[0] = {};
}

}  // namespace cairn
