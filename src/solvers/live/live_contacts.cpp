// From manifolds and joints to points and rows.

#include <algorithm>

#include "base/index.hpp"
#include "joints/joint_rows.hpp"
#include "solvers/live/live_kernels.hpp"
#include "solvers/live/live_system.hpp"

namespace cairn {

namespace {

namespace mc = manifold_column;

/// Everything of a contact that is no vector, and how many points all have.
void add_contacts(const Model& model, int color, int point_class, LiveSystem& system) {
    const LaneGroup& group = model.columns.groups[color][point_class];
    const int width = model.columns.lanes_of(color), columns = class_columns(point_class);
    for (int32_t slot = 0; slot < group.count(); ++slot) {
        const ContactRecord& record = model.contacts[at(group.members[at(slot)])];
        LiveContact contact;
        contact.body_a = system.body_of_slot[at(record.body_a)];
        contact.body_b = system.body_of_slot[at(record.body_b)];
        contact.index = group.members[at(slot)];
        contact.first = system.point_begin.back(), contact.count = record.count;
        const float* lane = group.columns.data() + at(slot / width * columns * width + slot % width);
        contact.friction = double(lane[mc::friction * width]);
        system.resists_rolling =
            system.resists_rolling || lane[mc::rolling * width] > 0 || lane[mc::spinning * width] > 0;
        system.bodies[at(contact.body_a)].points += record.count;
        system.bodies[at(contact.body_b)].points += record.count;
        system.point_begin.push_back(contact.first + contact.count);
        system.contacts.push_back(contact);
    }
}

struct RowSoftness {
    double bias_rate, compliance;
};

/// A spring of this frequency on a row, integrated implicitly with step h: J V + compliance * impulse =
/// -bias_rate C. (Catto, GDC 2011, with the effective mass 1 / diagonal.)
RowSoftness soften(double hertz, double damping, double h, double diagonal) {
    const double omega = 2 * 3.14159265358979323846 * hertz;
    const double a1 = 2 * damping + h * omega;
    return {omega / a1, diagonal / (h * omega * a1)};
}

/// What a row does to itself by the masses of the two bodies alone, were there no arms.
double reduced_diagonal(const LiveSystem& system, const LiveRow& row) {
    const double masses =
        system.bodies[at(row.body_a)].inverse_mass + system.bodies[at(row.body_b)].inverse_mass;
    return masses > 0 ? masses : row.diagonal;
}

void set_row_target(const JointRow& source, const LiveOptions& options, const LiveSystem& system,
                    LiveRow& row) {
    const double h = system.h;
    const double error = double(source.error);
    row.target = double(source.speed);
    if (source.kind == JointRowKind::motor) {
        // no faster than its limits let it go (speed_within in joints/rows.hpp)
        row.target = std::max(row.target, -std::max(0.0, double(source.room_below)) / h);
        row.target = std::min(row.target, std::max(0.0, double(source.room_above)) / h);
        return;
    }
    if (source.hertz > 0) {
        const RowSoftness soft = soften(double(source.hertz), double(source.damping), h,
                                        source.reduced ? reduced_diagonal(system, row) : row.diagonal);
        const bool ahead = source.kind == JointRowKind::limit && error > 0;
        row.target -= ahead ? error / h : soft.bias_rate * error;
        row.compliance = ahead ? 0 : soft.compliance;
        return;
    }
    if (source.kind == JointRowKind::limit) {
        // C >= 0 with lower = 0; a user's row may keep C <= 0 with upper = 0 instead
        const double sign = source.lower == 0 ? 1 : -1;
        if (sign * error > 0) {
            row.target -= error / h;  // may go there, but no further
            return;
        }
    }
    const double rate = options.correction == LiveCorrection::off          ? 0
                        : options.correction == LiveCorrection::projection ? options.gamma
                                                                           : options.joint_beta;
    if (options.correction == LiveCorrection::split) {
        row.push = rate * error / h;
    } else {
        row.target -= rate * error / h;
    }
}

void add_more(const JointRow& source, const JointRecord& joint, LiveSystem& system, LiveRow& row) {
    LiveRowMore more;
    more.body[0] = system.body_of_slot[at(joint.body_c)],
    more.body[1] = system.body_of_slot[at(joint.body_d)];
    more.linear[0] = Vec3d(source.linear_c), more.angular[0] = Vec3d(source.angular_c);
    more.linear[1] = Vec3d(source.linear_d), more.angular[1] = Vec3d(source.angular_d);
    for (int i = 0; i < 2; ++i) {
        const LiveBody& body = system.bodies[at(more.body[i])];
        more.response[i] = body.inverse_inertia * more.angular[i];
        row.diagonal +=
            body.inverse_mass * dot(more.linear[i], more.linear[i]) + dot(more.angular[i], more.response[i]);
    }
    row.more = static_cast<int32_t>(system.more.size());
    system.more.push_back(more);
}

/// A row that locked axes leave no more of its mass than rounding does has none (joints/rows.hpp).
void drop_rounding(const JointRow& source, const JointRecord& joint, const Model& model, double& diagonal) {
    const Vec3 linear[] = {source.linear_a, source.linear_b, source.linear_c, source.linear_d};
    const Vec3 angular[] = {source.angular_a, source.angular_b, source.angular_c, source.angular_d};
    float least = 0;
    for (int side = 0; side < joint.sides(); ++side) {
        const Pose& pose = model.poses[at(joint.body(side))];
        least += pose.least_push * dot(linear[side], linear[side]) +
                 pose.least_turn * dot(angular[side], angular[side]);
    }
    if (!(diagonal > double(least))) diagonal = 0;
}

void add_row(const JointRow& source, const JointRecord& joint, int32_t index, const LiveOptions& options,
             const Model& model, LiveSystem& system) {
    LiveRow row;
    row.body_a = system.body_of_slot[at(joint.body_a)], row.body_b = system.body_of_slot[at(joint.body_b)];
    row.linear_a = Vec3d(source.linear_a), row.angular_a = Vec3d(source.angular_a);
    row.linear_b = Vec3d(source.linear_b), row.angular_b = Vec3d(source.angular_b);
    const LiveBody& a = system.bodies[at(row.body_a)];
    const LiveBody& b = system.bodies[at(row.body_b)];
    row.response_a = a.inverse_inertia * row.angular_a;
    row.response_b = b.inverse_inertia * row.angular_b;
    row.diagonal = a.inverse_mass * dot(row.linear_a, row.linear_a) + dot(row.angular_a, row.response_a) +
                   b.inverse_mass * dot(row.linear_b, row.linear_b) + dot(row.angular_b, row.response_b);
    if (joint.body_c != 0) add_more(source, joint, system, row);
    drop_rounding(source, joint, model, row.diagonal);
    row.joint = index, row.column = source.column, row.block = source.block;
    row.lower = system.h * double(source.lower), row.upper = system.h * double(source.upper);
    row.hold = source.lower == -infinity && source.upper == infinity;
    set_row_target(source, options, system, row);
    system.rows.push_back(row);
}

/// Catto 4.2: the bound mu m_c g. A body's mass is shared out among its contact points; a point between two
/// moving bodies has a share of both.
double fixed_bound(const LiveBody& a, const LiveBody& b, double friction, double gravity, double h) {
    double mass = 0;
    for (const LiveBody* body : {&a, &b})
        if (body->inverse_mass > 0) mass += 1 / (body->inverse_mass * body->points);
    return friction * gravity * h * mass;
}

void set_target(const LiveOptions& options, double h, double restitution, LivePoint& point) {
    const double s = point.separation;
    point.push = point.compliance = 0;
    if (s > 0 || options.correction == LiveCorrection::off) {
        point.target = s > 0 ? -s / h : 0;  // may close the gap, but no more
    } else if (options.correction == LiveCorrection::projection) {
        point.target = -options.gamma * s / h;
    } else if (options.correction == LiveCorrection::soft) {
        const RowSoftness soft = soften(std::min(options.hertz, 0.25 / h), options.damping, h, point.k[0]);
        point.target = std::min(-soft.bias_rate * s, options.push_speed);
        point.compliance = soft.compliance;
    } else {
        const double depth = std::max(0.0, -s - options.slop);
        const double push = std::min(options.beta * depth / h, options.push_speed);
        (options.correction == LiveCorrection::split ? point.push : point.target) = push;
        if (options.correction == LiveCorrection::split) point.target = 0;
    }
    if (!(restitution > 0)) return;
    const bool meets = s + h * point.approach < 0;
    if (meets && point.approach < -options.restitution_speed)
        point.target = std::max(point.target, -restitution * point.approach);
    // Moreau's law v+ >= -e v- is for points that part, too: pushed from elsewhere they may come back. With
    // v+ >= 0 for these alone a row of balls gains energy, sum of lambda (1 - e) v- / 2 with e = 0 and v- >
    // 0.
    if (point.approach > options.restitution_speed)
        point.target = std::min(point.target, -restitution * point.approach);
}

}  // namespace

void gather_contacts(const Model& model, const LiveOptions& options, LiveSystem& system) {
    system.contacts.clear();
    system.resists_rolling = false;
    system.point_begin.assign(1, 0);
    for (int color = 0; color <= overflow_color; ++color)
        for (int k = 0; k < point_classes; ++k) add_contacts(model, color, k, system);
    system.points.resize(at(system.point_begin.back()));
    GatherArrays arrays;
    arrays.poses = model.poses.data(), arrays.body_of_slot = system.body_of_slot.data();
    arrays.bodies = &system.bodies.data()->velocity.x;
    arrays.points = system.points.empty() ? nullptr : &system.points.data()->arm_a.x;
    arrays.speculative = options.speculative;
    size_t first = 0;
    for (int color = 0; color <= overflow_color; ++color)
        for (int k = 0; k < point_classes; ++k) {
            const LaneGroup& group = model.columns.groups[color][k];
            if (group.count() == 0) continue;
            arrays.manifold = group.columns.data();
            arrays.body_a = group.body_a.data(), arrays.body_b = group.body_b.data();
            arrays.contacts = reinterpret_cast<double*>(system.contacts.data() + first);
            arrays.point_begin = system.point_begin.data() + first;
            arrays.count = group.count();
            arrays.most_points = class_points[k], arrays.columns = class_columns(k);
            live_kernels(model.columns.lanes_of(color)).gather(arrays);
            first += at(group.count());
        }
}

void gather_joints(const Model& model, const LiveOptions& options, LiveSystem& system) {
    system.rows.clear(), system.more.clear();
    JointRow rows[max_joint_rows];
    for (size_t i = 0; i < model.joints.size(); ++i) {
        const JointRecord& joint = model.joints[i];
        if (!joint.alive || joint.color == none) continue;
        const int count = joint_rows(model, joint, rows);
        for (int k = 0; k < count; ++k)
            add_row(rows[k], joint, static_cast<int32_t>(i), options, model, system);
    }
}

void set_targets(const Model& model, const LiveOptions& options, LiveSystem& system) {
    const double gravity = double(length(model.gravity));
    // after sequential impacts the rest of the step is inelastic
    const bool bounces = options.restitution != LiveRestitution::sequential;
    for (const LiveContact& contact : system.contacts) {
        const LiveBody& a = system.bodies[at(contact.body_a)];
        const LiveBody& b = system.bodies[at(contact.body_b)];
        const double bound = fixed_bound(a, b, contact.friction, gravity, system.h);
        for (int32_t i = contact.first; i < contact.first + contact.count; ++i) {
            LivePoint& point = system.points[at(i)];
            point.bound = bound;
            set_target(options, system.h, bounces ? contact.restitution : 0, point);
        }
    }
}

}  // namespace cairn
