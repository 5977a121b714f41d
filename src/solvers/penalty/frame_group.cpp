#include "solvers/penalty/frame_group.hpp"

#include <algorithm>

#include "geometry/cast.hpp"
#include "math/trigonometry.hpp"
#include "solvers/penalty/groups.hpp"
#include "solvers/penalty/static_friction.hpp"
#include "solvers/penalty/time_search.hpp"

namespace cairn::penalty {

State FrameGroup::moved(const State& state, double time) {
    State s = state;
    s.position = s.position + time * s.momentum;
    const double speed = length(s.spin), angle = 0.5 * speed * time;
    if (speed > 0) {
        const SineCosine<double> half = sine_cosine(angle);
        const Vec3d axis = (half.sine / speed) * s.spin;
        s.rotation = normalized(Quaternion{axis.x, axis.y, axis.z, half.cosine} * s.rotation);
    }
    return s;
}

State FrameGroup::state_at(int body, double time) const {
    const Body& b = simulator_->bodies_[std::size_t(body)];
    return b.kind == BodyKind::kinematic ? moved(b.state, time) : b.state;
}

PairView FrameGroup::view(const Pair& pair, double time) const {
    const Collider& a = simulator_->colliders_[std::size_t(pair.collider_a)];
    const Collider& b = simulator_->colliders_[std::size_t(pair.collider_b)];
    return {a,
            b,
            simulator_->bodies_[std::size_t(a.body)],
            simulator_->bodies_[std::size_t(b.body)],
            state_at(a.body, time),
            state_at(b.body, time)};
}

/// The pair at a fraction of the way from when the integration began to when it ended.
PairView FrameGroup::view_between(const Pair& pair, double fraction) const {
    PairView v = view(pair, began_ + fraction * (ends_ - began_));
    const auto mix = [&](int body, State& state) {
        const auto place = std::lower_bound(members_.begin(), members_.end(), body);
        if (place == members_.end() || *place != body) return;
        state = interpolate(before_[std::size_t(place - members_.begin())], state, fraction);
    };
    mix(v.a.body, v.state_a);
    mix(v.b.body, v.state_b);
    return v;
}

double FrameGroup::energy(double time) const {
    double sum = 0;
    for (const int i : members_) {
        const Body& body = simulator_->bodies_[std::size_t(i)];
        sum += kinetic_energy(body) - body.mass * dot(body.gravity, body.state.position);
    }
    for (const Pair* pair : pairs_) sum += spring_energy(*pair, view(*pair, time), simulator_->options_.law);
    return sum;
}

void FrameGroup::advance() {
    for (Pair* pair : pairs_) pair->approach = 0;
    update_contacts();
    const double energy_at_start = energy(0);
    while (time_ < duration_) {
        run_impulses();
        ends_ = next_end();
        integrate_all();
        if (!turn_back()) time_ = ends_;
        update_contacts();
    }
    if (simulator_->options_.unstretched) repay_rests(energy_at_start);
    for (const Pair* pair : pairs_) {
        report_.contacts += static_cast<int>(pair->contacts.size());
        if (!pair->contacts.empty())
            report_.max_depth =
                std::max(report_.max_depth, depths_of(*pair, view(*pair, duration_)).features);
    }
}

/// States are interpolated from here to there, which is good for about a radian: what spins faster takes the
/// frame in parts.
double FrameGroup::next_end() const {
    double fastest = 0;
    for (const int i : members_) {
        const Body& body = simulator_->bodies_[std::size_t(i)];
        fastest = std::max(fastest, length(frame_of(body, body.state).angular_velocity));
    }
    if (!(fastest * (duration_ - time_) > 1)) return duration_;
    return std::min(duration_, time_ + std::max(1 / fastest, duration_ / 64));
}

void FrameGroup::update_contacts() {
    const double uniform = simulator_->heaviest();
    for (Pair* pair : pairs_) {
        const PairUpdate u = update(*pair, view(*pair, time_), simulator_->options_, uniform);
        report_.contacts_added += u.added;
        report_.contacts_removed += u.removed;
        report_.attached_deep += u.stretched;
        report_.stretch_energy += u.gained_energy;
    }
}

/// Springs attached deep make bodies rest deeper than they should. Half of the energy that this frame lost
/// pays for raising them again, so that the energy still never rises from one frame to the next.
void FrameGroup::repay_rests(double energy_at_start) {
    double fund = 0.5 * (energy_at_start - energy(duration_));
    for (Pair* pair : pairs_) {
        if (!(fund > 0)) return;
        fund = pay_for_rests(*pair, view(*pair, duration_), fund);
    }
}

void FrameGroup::run_impulses() {
    const Options& options = simulator_->options_;
    std::vector<ContactPoint> points;
    for (Pair* pair : pairs_) {
        for (Contact& c : pair->contacts) {
            const Body &a = simulator_->bodies_[std::size_t(c.body[0])],
                       &b = simulator_->bodies_[std::size_t(c.body[1])];
            const Frame frame_a = frame_of(a, state_at(c.body[0], time_)),
                        frame_b = frame_of(b, state_at(c.body[1], time_));
            const Touch<0> t = touch(c, frame_a, frame_b);
            c.active = options.law.clamped || dot(t.velocity.value, t.normal.value) < options.release_speed;
            pair->approach = std::max(pair->approach, -dot(t.velocity.value, t.normal.value));
            if (t.depth.value <= -options.envelope) continue;
            const Vec3d belt = belt_velocity(c, t, frame_a, frame_b);
            points.push_back({c.body, t.point.value, t.normal.value, c.friction, c.restitution, belt});
        }
    }
    const ImpulseReport r = collide(simulator_->bodies_, points, options.impulses);
    report_.impulses += r.impulses;
    report_.impulse_passes += r.passes;
    if (!r.message.empty()) report_.messages.push_back("impulses: " + r.message);
}

void FrameGroup::integrate_all() {
    before_.clear();
    for (const int body : members_) before_.push_back(simulator_->bodies_[std::size_t(body)].state);
    began_ = time_;
    std::vector<Contact*> contacts;
    for (Pair* pair : pairs_)
        for (Contact& c : pair->contacts) contacts.push_back(&c);
    const Options& options = simulator_->options_;
    if (options.law.friction == FrictionLaw::impulses)
        hold_static_contacts(simulator_->bodies_, contacts, options.law, ends_ - time_);
    // Contact groups, by position in members_.
    std::vector<std::pair<int, int>> touching;
    const auto place = [&](int body) {
        const auto found = std::lower_bound(members_.begin(), members_.end(), body);
        return found != members_.end() && *found == body ? static_cast<int>(found - members_.begin()) : -1;
    };
    for (const Contact* c : contacts) {
        const int a = place(c->body[0]), b = place(c->body[1]);
        if (a >= 0 && b >= 0) touching.emplace_back(a, b);
    }
    if (!options.groups)
        for (std::size_t i = 1; i < members_.size(); ++i) touching.emplace_back(0, static_cast<int>(i));
    const Groups groups = find_groups(std::vector<char>(members_.size(), 1), touching);
    std::vector<std::vector<Contact*>> of_group(groups.members.size());
    for (Contact* c : contacts) {
        const int a = place(c->body[0]), member = a >= 0 ? a : place(c->body[1]);
        of_group[std::size_t(groups.group[std::size_t(member)])].push_back(c);
    }
    report_.groups = static_cast<int>(groups.members.size());  // of the last part
    for (std::size_t g = 0; g < groups.members.size(); ++g) {
        std::vector<int> bodies;
        for (const int i : groups.members[g]) bodies.push_back(members_[std::size_t(i)]);
        report_.largest_group = std::max(report_.largest_group, static_cast<int>(bodies.size()));
        integrate_part(std::move(bodies), of_group[g]);
    }
}

void FrameGroup::integrate_part(std::vector<int> bodies, const std::vector<Contact*>& contacts) {
    const Options& options = simulator_->options_;
    const std::size_t dynamic = bodies.size();
    // Kinematic bodies come along, each group with its own copy: they link nothing.
    for (const Contact* c : contacts)
        for (const int body : c->body)
            if (simulator_->bodies_[std::size_t(body)].kind == BodyKind::kinematic &&
                std::find(bodies.begin(), bodies.end(), body) == bodies.end())
                bodies.push_back(body);
    GroupSystem system(simulator_->bodies_, bodies, {contacts.begin(), contacts.end()}, options.law,
                       options.linear, options.tolerances);
    system.keep_all_unknowns(options.all_unknowns);
    Column y(system.size());
    double hint = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        write_state(state_at(bodies[i], time_), y.data() + state_size * i);
        const double own = simulator_->step_hints_[std::size_t(bodies[i])];
        if (i < dynamic && own > 0) hint = hint > 0 ? std::min(hint, own) : own;
    }
    integrate(system, y, ends_ - time_, hint, options.integrator, report_.integration);
    report_.jacobian_blocks += system.jacobian().blocks();
    for (std::size_t i = 0; i < dynamic; ++i) {
        simulator_->bodies_[std::size_t(bodies[i])].state = read_state(y.data() + state_size * i);
        simulator_->step_hints_[std::size_t(bodies[i])] = hint;
    }
    if (!options.law.clamped) measure_pull(contacts);
}

/// What the springs pull at the end of the step, as if for all of it (5.2).
void FrameGroup::measure_pull(const std::vector<Contact*>& contacts) {
    for (const Contact* c : contacts) {
        const Body &a = simulator_->bodies_[std::size_t(c->body[0])],
                   &b = simulator_->bodies_[std::size_t(c->body[1])];
        const Touch<0> t =
            touch(*c, frame_of(a, state_at(c->body[0], ends_)), frame_of(b, state_at(c->body[1], ends_)));
        const double pull = -normal_force(*c, simulator_->options_.law, t);
        report_.adhesive_impulse = std::max(report_.adhesive_impulse, pull * (ends_ - time_));
    }
}

/// The fraction of the way at which a fast pair meets though it is apart at both ends; 2 where it does not.
double FrameGroup::swept_fraction(const Pair& pair) const {
    const PairView start = view_between(pair, 0), end = view_between(pair, 1);
    const Vec3d way =
        (end.state_a.position - start.state_a.position) - (end.state_b.position - start.state_b.position);
    const bool plane = start.a.polytope.vertices.empty() || start.b.polytope.vertices.empty();
    if (plane || length(way) < 0.5 * std::min(start.body_a.radius, start.body_b.radius)) return 2;
    if (!sweeps_meet(start.a, start.state_a, end.state_a, start.b, start.state_b, end.state_b)) return 2;
    const auto sweep = [&](const Collider& c, const State& s0, const State& s1) {
        return sweep_between(float_pose(c, s0), float_pose(c, s1), to_float(c.center));
    };
    const Impact impact = time_of_impact(
        start.a.shape, sweep(start.a, start.state_a, end.state_a), start.b.shape,
        sweep(start.b, start.state_b, end.state_b),
        {float(0.5 * simulator_->options_.envelope), float(0.25 * simulator_->options_.envelope), 128});
    return impact.state == ImpactState::hit ? double(impact.fraction) : 2;
}

/// Where the frame ended in a contact that its start did not know: back to when that came about. False where
/// there is none, or where the clock was turned back often enough.
bool FrameGroup::turn_back() {
    const Options& options = simulator_->options_;
    struct Candidate {
        const Pair* pair;
        Vec3d axis;
        double at_end;
    };
    std::vector<Candidate> missed;
    double fraction = 2;
    for (const Pair* pair : pairs_) {
        const double at_end = gap_to_new_contact(*pair, view(*pair, ends_), options, pair->normal);
        if (at_end <= 0) {
            missed.push_back({pair, pair->normal, at_end});
        } else if (options.continuous && pair->contacts.empty()) {
            const double swept = swept_fraction(*pair);
            report_.swept_hits += swept < fraction ? 1 : 0;
            fraction = std::min(fraction, swept);
        }
    }
    if (missed.empty() && fraction > 1) return false;
    if (report_.backups >= options.max_backups && fraction > 1) {
        report_.backups_left_out += static_cast<int>(missed.size());
        return false;
    }
    double first_gap = 0, last_gap = 0;
    for (Candidate& c : missed) {
        const PairView start = view_between(*c.pair, 0);
        if (c.pair->contacts.empty()) {
            const Nearest found = nearest(start.a, start.state_a, start.b, start.state_b, {}, {});
            if (!found.overlap) c.axis = found.normal;
        }
        const double at_start = gap_to_new_contact(*c.pair, start, options, c.axis);
        if (&c == &missed.front() || at_start < first_gap) first_gap = at_start;
        if (&c == &missed.front() || c.at_end < last_gap) last_gap = c.at_end;
    }
    if (!missed.empty() && first_gap > 0) {
        const auto gap = [&](double f) {
            double least = 1e30;
            for (const Candidate& c : missed)
                least =
                    std::min(least, gap_to_new_contact(*c.pair, view_between(*c.pair, f), options, c.axis));
            return least;
        };
        const SearchResult r = search_time(gap, first_gap, last_gap, options.envelope, options.time_search);
        report_.search_evaluations += r.evaluations;
        fraction = std::min(fraction, r.fraction);
    } else if (!missed.empty()) {
        return false;  // met before the integration began: the next update attaches it where it is
    }
    for (std::size_t i = 0; i < members_.size(); ++i) {
        State& state = simulator_->bodies_[std::size_t(members_[i])].state;
        state = interpolate(before_[i], state, fraction);
    }
    time_ = began_ + fraction * (ends_ - began_);
    ++report_.backups;
    return true;
}

}  // namespace cairn::penalty
