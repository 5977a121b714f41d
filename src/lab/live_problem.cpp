#include "lab/live_problem.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/live/live_sweeps.hpp"

namespace cairn::lab {
namespace {

using Triplets = std::vector<Eigen::Triplet<double, int>>;

void add_vector(Triplets& triplets, int row, int column, Vec3d v) {
    triplets.emplace_back(row, column, v.x);
    triplets.emplace_back(row + 1, column, v.y);
    triplets.emplace_back(row + 2, column, v.z);
}

void put(Vector& target, Index row, Vec3d v) { target.segment<3>(row) = Vector3(v.x, v.y, v.z); }

bool is_limit(const LiveRow& row) {
    return (row.lower == 0 && std::isinf(row.upper)) || (row.upper == 0 && std::isinf(row.lower));
}
/// +1 where the multiplier is not negative.
double sign_of_limit(const LiveRow& row) { return row.lower == 0 ? 1.0 : -1.0; }

SparseColumnMatrix matrix_from(Index rows, Index columns, const Triplets& triplets) {
    SparseColumnMatrix matrix(rows, columns);
    matrix.setFromTriplets(triplets.begin(), triplets.end());
    return matrix;
}

/// The column of a scalar row in H: +J^T.
void add_row_column(const LiveSystem& system, const LiveRow& row, const std::vector<int>& body, int column,
                    double sign, Triplets& triplets) {
    const int a = body[static_cast<std::size_t>(row.body_a)], b = body[static_cast<std::size_t>(row.body_b)];
    if (a >= 0) {
        add_vector(triplets, 6 * a, column, sign * row.linear_a);
        add_vector(triplets, 6 * a + 3, column, sign * row.angular_a);
    }
    if (b >= 0) {
        add_vector(triplets, 6 * b, column, sign * row.linear_b);
        add_vector(triplets, 6 * b + 3, column, sign * row.angular_b);
    }
    for (int i = 0; row.more >= 0 && i < 2; ++i) {
        const LiveRowMore& more = system.more[static_cast<std::size_t>(row.more)];
        const int c = body[static_cast<std::size_t>(more.body[i])];
        if (c < 0) continue;
        add_vector(triplets, 6 * c, column, sign * more.linear[i]);
        add_vector(triplets, 6 * c + 3, column, sign * more.angular[i]);
    }
}

/// Velocity along a row of those of its bodies that are not among the unknowns: kinematic ones.
double moved_of_itself(const LiveSystem& system, const LiveRow& row, const std::vector<int>& body) {
    double sum = 0;
    const auto add = [&](int index, Vec3d linear, Vec3d angular) {
        const LiveBody& mover = system.bodies[static_cast<std::size_t>(index)];
        if (body[static_cast<std::size_t>(index)] < 0)
            sum += dot(linear, mover.velocity) + dot(angular, mover.angular);
    };
    add(row.body_a, row.linear_a, row.angular_a);
    add(row.body_b, row.linear_b, row.angular_b);
    for (int i = 0; row.more >= 0 && i < 2; ++i) {
        const LiveRowMore& more = system.more[static_cast<std::size_t>(row.more)];
        add(more.body[i], more.linear[i], more.angular[i]);
    }
    return sum;
}

BlockMatrix to_blocks(const SparseColumnMatrix& W, int count) {
    // Column by column: the three columns of a block lie side by side, so each block is gathered from three
    // places.
    std::vector<BlockMatrix::Entry> entries;
    std::vector<int> place(static_cast<std::size_t>(count), -1);
    for (int block = 0; block < count; ++block) {
        const std::size_t first = entries.size();
        for (int k = 0; k < 3; ++k) {
            for (SparseColumnMatrix::InnerIterator it(W, 3 * block + k); it; ++it) {
                const int row = static_cast<int>(it.row()) / 3;
                int& slot = place[static_cast<std::size_t>(row)];
                if (slot < static_cast<int>(first)) {
                    slot = static_cast<int>(entries.size());
                    entries.push_back({row, block, Matrix3::Zero()});
                }
                entries[static_cast<std::size_t>(slot)].block(static_cast<int>(it.row()) % 3, k) = it.value();
            }
        }
    }
    return BlockMatrix(count, std::move(entries));
}

}  // namespace

FrictionModel friction_of(const LiveOptions& options) {
    switch (options.friction) {
        case LiveFriction::fixed:
            return {FrictionKind::fixed, 4, 0.0};
        case LiveFriction::pyramid:
            return {FrictionKind::pyramid, options.sides, 0.0};
        case LiveFriction::cone:
            return {FrictionKind::cone, 4, 0.0};
        case LiveFriction::cone_relaxed:
            break;
    }
    return {FrictionKind::cone_relaxed, 4, 0.0};
}

LiveProblem::LiveProblem(const LiveSystem& system) {
    number_bodies(system);
    sort_rows(system);
    build_matrix(system);
    build_vectors(system);
}

Index LiveProblem::contact_count() const {
    return static_cast<Index>(points_.size() + limits_.size() + motors_.size());
}

void LiveProblem::number_bodies(const LiveSystem& system) {
    body_.assign(system.bodies.size(), -1);
    Triplets triplets;
    for (std::size_t i = 0; i < system.bodies.size(); ++i) {
        const LiveBody& body = system.bodies[i];
        if (!(body.inverse_mass > 0)) continue;
        const int row = 6 * static_cast<int>(moving_);
        body_[i] = static_cast<int>(moving_++);
        for (int k = 0; k < 3; ++k) triplets.emplace_back(row + k, row + k, body.inverse_mass);
        for (int k = 0; k < 3; ++k)
            add_vector(
                triplets, row + 3, row + 3 + k,
                body.inverse_inertia * Vec3d{k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0});
    }
    inverse_mass_ = matrix_from(6 * moving_, 6 * moving_, triplets);
    free_ = Vector::Zero(6 * moving_);
    for (std::size_t i = 0; i < system.bodies.size(); ++i) {
        if (body_[i] < 0) continue;
        put(free_, 6 * body_[i], system.bodies[i].velocity);
        put(free_, 6 * body_[i] + 3, system.bodies[i].angular);
    }
}

void LiveProblem::sort_rows(const LiveSystem& system) {
    for (std::size_t i = 0; i < system.points.size(); ++i)
        if (system.points[i].k[0] > 0) points_.push_back(static_cast<int>(i));
    for (std::size_t i = 0; i < system.rows.size(); ++i) {
        const LiveRow& row = system.rows[i];
        if (!(row.diagonal > 0)) continue;
        if (row.hold) {
            holds_.push_back(static_cast<int>(i));
        } else if (is_limit(row)) {
            limits_.push_back(static_cast<int>(i));
        } else if (row.upper > row.lower) {
            motors_.push_back(static_cast<int>(i));
            Triplets triplets;
            add_row_column(system, row, body_, 0, 0.5 * (row.lower + row.upper), triplets);
            free_ += inverse_mass_ * matrix_from(6 * moving_, 1, triplets);
        }
    }
}

SparseColumnMatrix LiveProblem::hold_jacobian(const LiveSystem& system) const {
    Triplets triplets;
    for (std::size_t k = 0; k < holds_.size(); ++k)
        add_row_column(system, system.rows[static_cast<std::size_t>(holds_[k])], body_, static_cast<int>(k),
                       1.0, triplets);
    return matrix_from(6 * moving_, static_cast<Index>(holds_.size()), triplets);  // E^T
}

/// One column a direction of each contact, limit and motor: what its impulse does to the bodies.
SparseColumnMatrix LiveProblem::contact_jacobian(const LiveSystem& system) const {
    Triplets triplets;
    std::vector<const LiveContact*> contact_of(system.points.size(), nullptr);
    for (const LiveContact& contact : system.contacts)
        for (int i = contact.first; i < contact.first + contact.count; ++i)
            contact_of[static_cast<std::size_t>(i)] = &contact;
    int column = 0;
    for (const int index : points_) {
        const LiveContact& contact = *contact_of[static_cast<std::size_t>(index)];
        const LivePoint& point = system.points[static_cast<std::size_t>(index)];
        const int a = body_[static_cast<std::size_t>(contact.body_a)];
        const int b = body_[static_cast<std::size_t>(contact.body_b)];
        for (const Vec3d& axis : {contact.normal, contact.tangent_1, contact.tangent_2}) {
            if (a >= 0) add_vector(triplets, 6 * a, column, -axis);
            if (a >= 0) add_vector(triplets, 6 * a + 3, column, -cross(point.arm_a, axis));
            if (b >= 0) add_vector(triplets, 6 * b, column, axis);
            if (b >= 0) add_vector(triplets, 6 * b + 3, column, cross(point.arm_b, axis));
            ++column;
        }
    }
    for (const int row : limits_) {
        const LiveRow& limit = system.rows[static_cast<std::size_t>(row)];
        add_row_column(system, limit, body_, column, sign_of_limit(limit), triplets);
        column += 3;
    }
    for (const int row : motors_) {
        add_row_column(system, system.rows[static_cast<std::size_t>(row)], body_, column + 1, 1.0, triplets);
        column += 3;
    }
    return matrix_from(6 * moving_, 3 * contact_count(), triplets);
}

/// Takes the joints' rows that always hold out of the problem: W becomes its Schur complement.
void LiveProblem::eliminate_holds(const LiveSystem& system, SparseColumnMatrix& W) {
    const SparseColumnMatrix Et = hold_jacobian(system);
    response_ = inverse_mass_ * Et;
    SparseColumnMatrix A = SparseColumnMatrix(Et.transpose()) * response_;
    for (std::size_t k = 0; k < holds_.size(); ++k) {
        const LiveRow& row = system.rows[static_cast<std::size_t>(holds_[k])];
        // A part in 1e10 keeps redundant joints (a door on two hinges) from making A singular.
        A.coeffRef(static_cast<Index>(k), static_cast<Index>(k)) += row.compliance + 1e-10 * row.diagonal;
    }
    hold_factor_.compute(A);
    coupling_ = SparseColumnMatrix(response_.transpose()) * H_;
    const SparseColumnMatrix solved = hold_factor_.solve(coupling_);
    W = W - SparseColumnMatrix(SparseColumnMatrix(coupling_.transpose()) * solved);
}

/// Compliance of points, limits and motors; directions that are none are kept from being singular.
SparseColumnMatrix LiveProblem::softness(const LiveSystem& system) const {
    Triplets diagonal;
    for (std::size_t k = 0; k < points_.size(); ++k)
        diagonal.emplace_back(3 * static_cast<int>(k), 3 * static_cast<int>(k),
                              system.points[static_cast<std::size_t>(points_[k])].compliance);
    int at = 3 * static_cast<int>(points_.size());
    for (const int row : limits_) {
        const LiveRow& limit = system.rows[static_cast<std::size_t>(row)];
        diagonal.emplace_back(at, at, limit.compliance);
        diagonal.emplace_back(at + 1, at + 1, limit.diagonal);
        diagonal.emplace_back(at + 2, at + 2, limit.diagonal);
        at += 3;
    }
    for (const int row : motors_) {
        const LiveRow& motor = system.rows[static_cast<std::size_t>(row)];
        diagonal.emplace_back(at, at, motor.diagonal);
        diagonal.emplace_back(at + 1, at + 1, motor.compliance);
        diagonal.emplace_back(at + 2, at + 2, motor.diagonal);
        at += 3;
    }
    return matrix_from(3 * contact_count(), 3 * contact_count(), diagonal);
}

void LiveProblem::build_matrix(const LiveSystem& system) {
    H_ = contact_jacobian(system);
    SparseColumnMatrix W = SparseColumnMatrix(H_.transpose()) * (inverse_mass_ * H_);
    if (!holds_.empty()) eliminate_holds(system, W);
    W = W + softness(system);
    problem_.W = to_blocks(W, static_cast<int>(contact_count()));
}

void LiveProblem::build_vectors(const LiveSystem& system) {
    const Index count = contact_count();
    Vector velocity = free_;
    if (!holds_.empty()) {
        hold_wanted_ = Vector::Zero(static_cast<Index>(holds_.size()));
        for (std::size_t k = 0; k < holds_.size(); ++k) {
            const LiveRow& row = system.rows[static_cast<std::size_t>(holds_[k])];
            hold_wanted_[static_cast<Index>(k)] = row.target - moved_of_itself(system, row, body_);
        }
        const SparseColumnMatrix Et = hold_jacobian(system);
        hold_free_ = hold_factor_.solve(hold_wanted_ - Et.transpose() * free_);
        velocity += response_ * hold_free_;
    }
    problem_.q = H_.transpose() * velocity;
    problem_.mu = Vector::Zero(count);
    problem_.fixed_bound = Vector::Zero(count);
    std::vector<const LiveContact*> contact_of(system.points.size(), nullptr);
    for (const LiveContact& contact : system.contacts)
        for (int i = contact.first; i < contact.first + contact.count; ++i)
            contact_of[static_cast<std::size_t>(i)] = &contact;
    Index k = 0;
    for (const int index : points_) {
        const LiveContact& contact = *contact_of[static_cast<std::size_t>(index)];
        const LivePoint& point = system.points[static_cast<std::size_t>(index)];
        LiveBody a = system.bodies[static_cast<std::size_t>(contact.body_a)];
        LiveBody b = system.bodies[static_cast<std::size_t>(contact.body_b)];
        if (a.inverse_mass > 0) a.velocity = a.angular = {};
        if (b.inverse_mass > 0) b.velocity = b.angular = {};
        const Vec3d driven = point_velocity(a, b, point);
        problem_.q[3 * k] += dot(contact.normal, driven) - point.target;
        problem_.q[3 * k + 1] += dot(contact.tangent_1, driven) + contact.surface_1;
        problem_.q[3 * k + 2] += dot(contact.tangent_2, driven) + contact.surface_2;
        problem_.mu[k] = contact.friction;
        problem_.fixed_bound[k++] = point.bound;
    }
    for (const int row : limits_) {
        const LiveRow& limit = system.rows[static_cast<std::size_t>(row)];
        problem_.q[3 * k++] -= sign_of_limit(limit) * (limit.target - moved_of_itself(system, limit, body_));
    }
    for (const int row : motors_) {
        const LiveRow& motor = system.rows[static_cast<std::size_t>(row)];
        const double half = 0.5 * (motor.upper - motor.lower);
        problem_.q[3 * k] = -motor.diagonal * half;
        problem_.q[3 * k + 1] += motor.compliance * 0.5 * (motor.upper + motor.lower) - motor.target +
                                 moved_of_itself(system, motor, body_);
        problem_.mu[k] = 1.0;
        problem_.fixed_bound[k++] = half;
    }
}

Vector LiveProblem::warm_start(const LiveSystem& system) const {
    Vector start = Vector::Zero(3 * contact_count());
    Index k = 0;
    for (const int index : points_) {
        const LivePoint& point = system.points[static_cast<std::size_t>(index)];
        start.segment<3>(3 * k++) = Vector3(point.impulse[0], point.impulse[1], point.impulse[2]);
    }
    for (const int row : limits_)
        start[3 * k++] = std::abs(system.rows[static_cast<std::size_t>(row)].impulse);
    for (const int row : motors_) {
        const LiveRow& motor = system.rows[static_cast<std::size_t>(row)];
        start[3 * k] = 0.5 * (motor.upper - motor.lower);
        start[3 * k++ + 1] = motor.impulse - 0.5 * (motor.upper + motor.lower);
    }
    return start;
}

void LiveProblem::apply(const SolveResult& result, const FrictionModel& friction, LiveSystem& system) const {
    const Vector& r = result.reaction;
    Index k = 0;
    const bool polygon = friction.kind == FrictionKind::pyramid && friction.sides > 4;
    const Index axes = friction.sides / 2;
    for (const int index : points_) {
        LivePoint& point = system.points[static_cast<std::size_t>(index)];
        for (Index i = 0; i < 3; ++i) point.impulse[i] = r[3 * k + i];
        for (Index i = 0; polygon && i < axes; ++i)
            point.axis_impulse[i] = result.row_values[k * (1 + axes) + 1 + i];
        ++k;
    }
    for (const int row : limits_) {
        LiveRow& limit = system.rows[static_cast<std::size_t>(row)];
        limit.impulse = sign_of_limit(limit) * r[3 * k++];
    }
    for (const int row : motors_) {
        LiveRow& motor = system.rows[static_cast<std::size_t>(row)];
        motor.impulse = 0.5 * (motor.upper + motor.lower) + r[3 * k++ + 1];
        motor.impulse = std::max(motor.lower, std::min(motor.impulse, motor.upper));
    }
    if (!holds_.empty()) {
        const Vector impulses = hold_free_ - hold_factor_.solve(Vector(coupling_ * r));
        for (std::size_t i = 0; i < holds_.size(); ++i)
            system.rows[static_cast<std::size_t>(holds_[i])].impulse = impulses[static_cast<Index>(i)];
    }
    apply_impulses(system);
}

}  // namespace cairn::lab
