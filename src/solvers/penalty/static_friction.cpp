#include "solvers/penalty/static_friction.hpp"

#include <map>

namespace cairn::penalty {

namespace {

struct Motion {
    Vec3d velocity, angular_velocity;  // as they will be at the end of the step
    Frame frame;
    const Body* body = nullptr;

    void push(Vec3d impulse, Vec3d point) {
        if (body->kind != BodyKind::dynamic) return;
        velocity = velocity + impulse / body->mass;
        angular_velocity = angular_velocity + frame.inverse_inertia * cross(point - frame.position, impulse);
    }
    Vec3d at(Vec3d point) const { return velocity + cross(angular_velocity, point - frame.position); }
    /// Change of velocity at the point, along `direction`, by a unit impulse along it there.
    double yield(Vec3d point, Vec3d direction) const {
        if (body->kind != BodyKind::dynamic) return 0;
        const Vec3d turn = cross(point - frame.position, direction);
        return 1 / body->mass + dot(turn, frame.inverse_inertia * turn);
    }
};

struct Held {
    Contact* contact;
    Motion *a, *b;
    Vec3d point, tangent[2];
    double yield[2];
    double impulse[2] = {0, 0};
    double cap;
};

void solve_once(Held& h) {
    double next[2];
    const Vec3d slip = h.a->at(h.point) - h.b->at(h.point);
    for (int i = 0; i < 2; ++i) next[i] = h.impulse[i] - dot(slip, h.tangent[i]) / h.yield[i];
    const double size = std::sqrt(next[0] * next[0] + next[1] * next[1]);
    const double share = size > h.cap ? h.cap / size : 1;
    Vec3d change;
    for (int i = 0; i < 2; ++i) {
        change = change + (share * next[i] - h.impulse[i]) * h.tangent[i];
        h.impulse[i] = share * next[i];
    }
    h.a->push(change, h.point);
    h.b->push(-change, h.point);
}

}  // namespace

void hold_static_contacts(std::span<const Body> bodies, std::span<Contact* const> contacts,
                          const ForceLaw& law, double duration) {
    std::map<int, Motion> motions;
    for (const Contact* c : contacts)
        for (const int i : c->body) {
            const Body& body = bodies[std::size_t(i)];
            if (!motions.try_emplace(i).second) continue;
            Motion& m = motions[i];
            m.body = &body;
            m.frame = frame_of(body, body.state);
            m.velocity = m.frame.velocity;
            m.angular_velocity = m.frame.angular_velocity;
            if (body.kind != BodyKind::dynamic) continue;
            m.velocity = m.velocity + duration * (body.gravity + body.force / body.mass);
            m.angular_velocity = m.angular_velocity + duration * (m.frame.inverse_inertia * body.torque);
        }
    std::vector<Held> all;
    for (Contact* c : contacts) {
        Motion &a = motions[c->body[0]], &b = motions[c->body[1]];
        const Touch<0> t = touch(*c, a.frame, b.frame);
        const double push = normal_force(*c, law, t);
        const Vec3d n = t.normal.value;
        const double slip = length(slip_velocity(*c, t, a.frame, b.frame));
        c->sticks = push > 0 && c->friction > 0 && !c->belt && slip < law.slip_speed;
        c->held = {};
        a.push(duration * push * n, t.point.value);
        b.push(-duration * push * n, t.point.value);
        if (!c->sticks) continue;
        const Vec3d side = std::abs(n.x) > 0.6 ? Vec3d{n.y, -n.x, 0} : Vec3d{0, n.z, -n.y};
        Held h{
            c, &a, &b, t.point.value, {side / length(side), {}}, {}, {0, 0}, duration * c->friction * push};
        h.tangent[1] = cross(n, h.tangent[0]);
        for (int i = 0; i < 2; ++i)
            h.yield[i] = a.yield(h.point, h.tangent[i]) + b.yield(h.point, h.tangent[i]);
        all.push_back(h);
    }
    for (int sweep = 0; sweep < 50; ++sweep)
        for (Held& h : all) solve_once(h);
    for (const Held& h : all)
        h.contact->held = (1 / duration) * (h.impulse[0] * h.tangent[0] + h.impulse[1] * h.tangent[1]);
}

}  // namespace cairn::penalty
