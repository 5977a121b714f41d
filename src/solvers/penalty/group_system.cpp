#include "solvers/penalty/group_system.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace cairn::penalty {

namespace {

using Eigen::Index;

/// Columns `first` to `first + 12` of a force and its torque.
template <int N>
ForceRows columns_of(const Vector<N>& force, const Vector<N>& torque, int first, double sign) {
    const Vec3d *f = force.slope.data() + first, *t = torque.slope.data() + first;
    ForceRows rows;
    for (int k = 0; k < state_size; ++k)
        rows.col(k) << sign * f[k].x, sign * f[k].y, sign * f[k].z, t[k].x, t[k].y, t[k].z;
    return rows;
}

Eigen::Vector3d eigen(Vec3d v) { return {v.x, v.y, v.z}; }

/// w -> dq'/dw: q' = (w x v + s w, -w . v) / 2 for q = (v, s).
Eigen::Matrix<double, 4, 3> rate_by_velocity(const Quaternion& q) {
    Eigen::Matrix<double, 4, 3> m;
    m << q.w, q.z, -q.y,  //
        -q.z, q.w, q.x,   //
        q.y, -q.x, q.w,   //
        -q.x, -q.y, -q.z;
    return 0.5 * m;
}

/// dq'/dq while w is held.
Eigen::Matrix4d rate_by_rotation(Vec3d w) {
    Eigen::Matrix4d m;
    m << 0, -w.z, w.y, w.x,  //
        w.z, 0, -w.x, w.y,   //
        -w.y, w.x, 0, w.z,   //
        -w.x, -w.y, -w.z, 0;
    return 0.5 * m;
}

}  // namespace

/// The system without positions and rotations (see keep_all_unknowns).
struct GroupSystem::Reduced {
    std::vector<Eigen::Matrix4d> rotation_inverse;           // (shift I - dq'/dq)^-1
    std::vector<Eigen::Matrix<double, 4, 3>> rotation_by_l;  // that times dq'/dL
};

GroupSystem::GroupSystem(std::span<const Body> bodies, std::vector<int> members,
                         std::vector<const Contact*> contacts, const ForceLaw& law,
                         const LinearOptions& linear, const Tolerances& tolerances)
    : bodies_(bodies),
      members_(std::move(members)),
      contacts_(std::move(contacts)),
      law_(law),
      tolerances_(tolerances),
      linear_(linear),
      reduced_(std::make_unique<Reduced>()) {
    std::map<int, int> local;
    for (std::size_t i = 0; i < members_.size(); ++i) local[members_[i]] = static_cast<int>(i);
    std::map<std::pair<int, int>, int> links;
    const auto link = [&](int row, int column) {
        const auto [place, added] = links.try_emplace({row, column}, static_cast<int>(links.size()));
        if (added) jacobian_.links.push_back({row, column, ForceRows::Zero()});
        return place->second;
    };
    fixed_frames_.resize(2 * contacts_.size());
    for (std::size_t i = 0; i < contacts_.size(); ++i) {
        Ends ends{};
        for (std::size_t side = 0; side < 2; ++side) {
            const int body = contacts_[i]->body[side];
            const auto found = local.find(body);
            ends.local[side] = found == local.end() ? -1 : found->second;
            if (found == local.end())
                fixed_frames_[2 * i + side] =
                    frame_of(bodies_[std::size_t(body)], bodies_[std::size_t(body)].state);
        }
        if (ends.local[0] >= 0 && ends.local[1] >= 0) {
            ends.link[0] = link(ends.local[0], ends.local[1]);
            ends.link[1] = link(ends.local[1], ends.local[0]);
        }
        ends_.push_back(ends);
    }
    frames_.resize(members_.size());
    jacobian_.diagonal.resize(members_.size());
}

GroupSystem::~GroupSystem() = default;

Column GroupSystem::state() const {
    Column y(size());
    for (std::size_t i = 0; i < members_.size(); ++i)
        write_state(bodies_[std::size_t(members_[i])].state, y.data() + state_size * i);
    return y;
}

void GroupSystem::set_frames(const Column& y, bool slopes) {
    for (std::size_t i = 0; i < members_.size(); ++i) {
        const Body& body = bodies_[std::size_t(members_[i])];
        const State state = read_state(y.data() + state_size * i);
        frames_[i] = slopes ? frame_with_slopes(body, state) : frame_of(body, state);
    }
}

const Frame& GroupSystem::frame(const Contact&, int index, int side) const {
    const int local = ends_[std::size_t(index)].local[side];
    return local >= 0 ? frames_[std::size_t(local)] : fixed_frames_[std::size_t(2 * index + side)];
}

void GroupSystem::derivative(const Column& y, Column& f) {
    set_frames(y, false);
    f.setZero(y.size());
    for (std::size_t i = 0; i < members_.size(); ++i) {
        const Body& body = bodies_[std::size_t(members_[i])];
        const State state = read_state(y.data() + state_size * i);
        State rate;
        rate.position = frames_[i].velocity;
        rate.rotation = rotation_rate(frames_[i].angular_velocity, state.rotation);
        if (body.kind == BodyKind::dynamic) {
            rate.momentum = body.mass * body.gravity + body.force;
            rate.spin = body.torque;
        }
        write_state(rate, f.data() + state_size * i);
    }
    for (std::size_t i = 0; i < contacts_.size(); ++i) {
        const Contact& contact = *contacts_[i];
        const int index = static_cast<int>(i);
        const Force<0> force =
            contact_force(contact, law_, frame(contact, index, 0), frame(contact, index, 1));
        for (int side = 0; side < 2; ++side) {
            const int local = ends_[i].local[side];
            if (local < 0 || bodies_[std::size_t(contact.body[std::size_t(side)])].kind != BodyKind::dynamic)
                continue;
            const double sign = side == 0 ? 1 : -1;
            f.segment<3>(state_size * local + at_momentum) += sign * eigen(force.force.value);
            f.segment<3>(state_size * local + at_spin) +=
                eigen(side == 0 ? force.torque_a.value : force.torque_b.value);
        }
    }
}

void GroupSystem::add_free_motion(std::size_t index, const State& state) {
    Block& block = jacobian_.diagonal[index];
    const Body& body = bodies_[std::size_t(members_[index])];
    const Frame& f = frames_[index];
    const bool dynamic = body.kind == BodyKind::dynamic;
    block.setZero();
    block.block<3, 3>(at_position, at_momentum).diagonal().setConstant(dynamic ? 1 / body.mass : 1);
    const Eigen::Matrix<double, 4, 3> by_velocity = rate_by_velocity(state.rotation);
    block.block<4, 4>(at_rotation, at_rotation) = rate_by_rotation(f.angular_velocity);
    for (int k = 0; k < 4; ++k)
        block.block<4, 1>(at_rotation, at_rotation + k) +=
            by_velocity * eigen(f.angular_velocity_slope[std::size_t(k)]);
    Eigen::Matrix3d velocity_by_spin;
    velocity_by_spin << eigen(f.inverse_inertia.x), eigen(f.inverse_inertia.y), eigen(f.inverse_inertia.z);
    block.block<4, 3>(at_rotation, at_spin) = by_velocity * velocity_by_spin;
}

void GroupSystem::add_contact_slopes(std::size_t index) {
    const Contact& contact = *contacts_[index];
    const Ends& ends = ends_[index];
    const Frame &a = frame(contact, int(index), 0), &b = frame(contact, int(index), 1);
    const Body& body_a = bodies_[std::size_t(contact.body[0])];
    const Body& body_b = bodies_[std::size_t(contact.body[1])];
    const auto diagonal = [&](int local) { return jacobian_.diagonal[std::size_t(local)].bottomRows<6>(); };
    if (ends.local[0] >= 0 && ends.local[1] >= 0) {
        const Force<26> f = contact_force_slopes(contact, law_, a, b, body_a, body_b);
        if (body_a.kind == BodyKind::dynamic) {
            diagonal(ends.local[0]) += columns_of(f.force, f.torque_a, 0, 1);
            jacobian_.links[std::size_t(ends.link[0])].rows += columns_of(f.force, f.torque_a, state_size, 1);
        }
        if (body_b.kind == BodyKind::dynamic) {
            diagonal(ends.local[1]) += columns_of(f.force, f.torque_b, state_size, -1);
            jacobian_.links[std::size_t(ends.link[1])].rows += columns_of(f.force, f.torque_b, 0, -1);
        }
        return;
    }
    const int moving = ends.local[0] >= 0 ? 0 : 1;
    if (ends.local[moving] < 0) return;
    const Body& body = moving == 0 ? body_a : body_b;
    if (body.kind != BodyKind::dynamic) return;
    const Force<13> f = contact_force_slopes_one(contact, law_, a, b, moving, body);
    diagonal(ends.local[moving]) +=
        moving == 0 ? columns_of(f.force, f.torque_a, 0, 1) : columns_of(f.force, f.torque_b, 0, -1);
}

void GroupSystem::linearize(const Column& y) {
    set_frames(y, true);
    for (std::size_t i = 0; i < members_.size(); ++i)
        add_free_motion(i, read_state(y.data() + state_size * i));
    for (GroupJacobian::Link& link : jacobian_.links) link.rows.setZero();
    for (std::size_t i = 0; i < contacts_.size(); ++i) add_contact_slopes(i);
    shift_ = 0;
}

SparseMatrix GroupJacobian::assemble() const {
    std::vector<Eigen::Triplet<double>> entries;
    for (std::size_t i = 0; i < diagonal.size(); ++i) {
        const int first = state_size * static_cast<int>(i);
        for (int r = 0; r < state_size; ++r)
            for (int c = 0; c < state_size; ++c)
                if (diagonal[i](r, c) != 0) entries.emplace_back(first + r, first + c, diagonal[i](r, c));
    }
    for (const Link& link : links)
        for (int r = 0; r < 6; ++r)
            for (int c = 0; c < state_size; ++c)
                entries.emplace_back(state_size * link.row + at_momentum + r, state_size * link.column + c,
                                     link.rows(r, c));
    const int size = state_size * static_cast<int>(diagonal.size());
    SparseMatrix matrix(size, size);
    matrix.setFromTriplets(entries.begin(), entries.end());
    return matrix;
}

// The rows of x and q of (shift I - J) d = b read
//     dx = (bx + dP / m) / shift,   dq = (shift I - dq'/dq)^-1 (bq + dq'/dL dL),
// put into the rows of P and L they leave 6 n equations in dP and dL.
void GroupSystem::factor(double shift) {
    shift_ = shift;
    const std::size_t n = members_.size();
    if (!reduce_) {
        SparseMatrix identity(size(), size());
        identity.setIdentity();
        matrix_ = shift * identity - jacobian_.assemble();
        linear_.factor(matrix_);
        return;
    }
    reduced_->rotation_inverse.resize(n);
    reduced_->rotation_by_l.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        const Block& block = jacobian_.diagonal[i];
        const Eigen::Matrix4d free =
            shift * Eigen::Matrix4d::Identity() - block.block<4, 4>(at_rotation, at_rotation);
        reduced_->rotation_inverse[i] = free.inverse();
        reduced_->rotation_by_l[i] = reduced_->rotation_inverse[i] * block.block<4, 3>(at_rotation, at_spin);
    }
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(36 * (n + jacobian_.links.size()));
    const auto add = [&](int row, int column, const ForceRows& rows, bool diagonal) {
        const auto j = std::size_t(column);
        Eigen::Matrix<double, 6, 6> s = -rows.rightCols<6>();
        s.leftCols<3>() -= jacobian_.diagonal[j](at_position, at_momentum) / shift * rows.leftCols<3>();
        s.rightCols<3>() -= rows.middleCols<4>(at_rotation) * reduced_->rotation_by_l[j];
        if (diagonal) s.diagonal().array() += shift;
        for (int r = 0; r < 6; ++r)
            for (int c = 0; c < 6; ++c) entries.emplace_back(6 * row + r, 6 * column + c, s(r, c));
    };
    for (std::size_t i = 0; i < n; ++i) {
        const ForceRows rows = jacobian_.diagonal[i].bottomRows<6>();
        add(int(i), int(i), rows, true);
    }
    for (const GroupJacobian::Link& link : jacobian_.links) add(link.row, link.column, link.rows, false);
    matrix_.resize(Index(6 * n), Index(6 * n));
    matrix_.setFromTriplets(entries.begin(), entries.end());
    linear_.factor(matrix_);
}

LinearResult GroupSystem::solve(double shift, const Column& b, Column& x) {
    if (shift != shift_) factor(shift);
    if (!reduce_) return linear_.solve(b, x);
    const std::size_t n = members_.size();
    Column right(Index(6 * n)), x_part(Index(3 * n)), q_part(Index(4 * n)), solution;
    for (std::size_t i = 0; i < n; ++i) {
        const auto own = b.segment<state_size>(Index(state_size * i));
        right.segment<6>(Index(6 * i)) = own.tail<6>();
        x_part.segment<3>(Index(3 * i)) = own.head<3>() / shift;
        q_part.segment<4>(Index(4 * i)) = reduced_->rotation_inverse[i] * own.segment<4>(at_rotation);
    }
    const auto carry = [&](int row, int column, const auto& rows) {
        right.segment<6>(6 * row) += rows.template leftCols<3>() * x_part.segment<3>(3 * column) +
                                     rows.template middleCols<4>(at_rotation) * q_part.segment<4>(4 * column);
    };
    for (std::size_t i = 0; i < n; ++i) carry(int(i), int(i), jacobian_.diagonal[i].bottomRows<6>());
    for (const GroupJacobian::Link& link : jacobian_.links) carry(link.row, link.column, link.rows);
    const LinearResult result = linear_.solve(right, solution);
    x.resize(b.size());
    for (std::size_t i = 0; i < n; ++i) {
        auto own = x.segment<state_size>(Index(state_size * i));
        own.tail<6>() = solution.segment<6>(Index(6 * i));
        own.head<3>() = x_part.segment<3>(Index(3 * i)) +
                        jacobian_.diagonal[i](at_position, at_momentum) / shift * own.segment<3>(at_momentum);
        own.segment<4>(at_rotation) =
            q_part.segment<4>(Index(4 * i)) + reduced_->rotation_by_l[i] * own.segment<3>(at_spin);
    }
    return result;
}

double GroupSystem::error_ratio(const Column& before, const Column& after, const Column& error) const {
    double worst = 0;
    for (std::size_t i = 0; i < members_.size(); ++i) {
        const Body& body = bodies_[std::size_t(members_[i])];
        if (body.kind != BodyKind::dynamic) continue;
        const auto e = error.segment<state_size>(Index(state_size * i));
        const auto y0 = before.segment<state_size>(Index(state_size * i));
        const auto y1 = after.segment<state_size>(Index(state_size * i));
        const double speed =
            std::max(y0.segment<3>(at_momentum).norm(), y1.segment<3>(at_momentum).norm()) / body.mass;
        const double velocity = std::max(tolerances_.velocity, tolerances_.relative * speed);
        // The largest entry of the inertia stands for a length squared: m k^2.
        const double inertia = std::max({body.inertia.x.x, body.inertia.y.y, body.inertia.z.z});
        const double ratios[] = {e.segment<3>(at_position).norm() / tolerances_.position,
                                 2 * e.segment<4>(at_rotation).norm() * body.radius / tolerances_.position,
                                 e.segment<3>(at_momentum).norm() / (body.mass * velocity),
                                 e.segment<3>(at_spin).norm() * body.radius / (inertia * velocity)};
        for (const double ratio : ratios) {
            if (!(ratio <= worst)) worst = ratio;  // keeps a NaN
        }
        if (!std::isfinite(worst)) return worst;
    }
    return tolerances_.slip > 0 ? std::max(worst, slip_error(after, error)) : worst;
}

/// Larsen 7.3: what the two embedded solutions say about the slip at each contact.
double GroupSystem::slip_error(const Column& after, const Column& error) const {
    const Column other = after - error;
    double worst = 0;
    for (std::size_t i = 0; i < contacts_.size(); ++i) {
        Vec3d slip[2];
        for (int which = 0; which < 2; ++which) {
            Frame frames[2];
            for (std::size_t side = 0; side < 2; ++side) {
                const int local = ends_[i].local[side];
                frames[side] =
                    local < 0
                        ? fixed_frames_[2 * i + side]
                        : frame_of(bodies_[std::size_t(contacts_[i]->body[side])],
                                   read_state((which == 0 ? after : other).data() + state_size * local));
            }
            const Touch<0> t = touch(*contacts_[i], frames[0], frames[1]);
            slip[which] = slip_velocity(*contacts_[i], t, frames[0], frames[1]);
        }
        const double allowed = std::max(0.5 * law_.slip_speed, tolerances_.slip * length(slip[0]));
        worst = std::max(worst, length(slip[0] - slip[1]) / allowed);
    }
    return worst;
}

void GroupSystem::settle(Column& y) const {
    for (std::size_t i = 0; i < members_.size(); ++i) {
        State state = read_state(y.data() + state_size * i);
        state.rotation = normalized(state.rotation);
        write_state(state, y.data() + state_size * i);
    }
}

}  // namespace cairn::penalty
