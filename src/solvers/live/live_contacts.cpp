// From manifolds and joints to points and rows.

#include <algorithm>

#include "joints/joint_rows.hpp"
#include "solvers/live/live_system.hpp"

namespace cairn {

namespace {

namespace mc = manifold_column;

size_t at(int32_t index) { return static_cast<size_t>(index); }

/// Reads one contact's lane.
struct LaneReader {
    const ContactColumns& columns;
    const ContactRecord& record;

    double operator()(int column) const {
        return double(columns.at(record.color, record.point_class, record.slot, column));
    }
    Vec3 vector(int column) const {
        const auto value = [&](int i) {
            return columns.at(record.color, record.point_class, record.slot, column + i);
        };
        return {value(0), value(1), value(2)};
    }
};

/// K in the contact's axes.
void set_matrix(const LiveBody& a, const LiveBody& b, const LiveContact& contact, LivePoint& point) {
    const Vec3d axes[3] = {contact.normal, contact.tangent_1, contact.tangent_2};
    Vec3d ja[3], jb[3], ka[3], kb[3];
    for (int i = 0; i < 3; ++i) {
        ja[i] = cross(point.arm_a, axes[i]), jb[i] = cross(point.arm_b, axes[i]);
        ka[i] = a.inverse_inertia * ja[i], kb[i] = b.inverse_inertia * jb[i];
    }
    const double mass = a.inverse_mass + b.inverse_mass;
    const auto entry = [&](int i, int j) { return dot(ja[i], ka[j]) + dot(jb[i], kb[j]); };
    point.k[0] = mass + entry(0, 0), point.k[1] = entry(0, 1), point.k[2] = entry(0, 2);
    point.k[3] = mass + entry(1, 1), point.k[4] = entry(1, 2), point.k[5] = mass + entry(2, 2);
}

void add_contact(const Model& model, int32_t index, bool speculative, LiveSystem& system) {
    const ContactRecord& record = model.contacts[at(index)];
    const LaneReader lane{model.columns, record};
    const Pose& pose_a = model.poses[at(record.body_a)];
    const Pose& pose_b = model.poses[at(record.body_b)];
    LiveContact contact;
    contact.body_a = system.body_of_slot[at(record.body_a)];
    contact.body_b = system.body_of_slot[at(record.body_b)];
    contact.index = index;
    contact.first = static_cast<int32_t>(system.points.size()), contact.count = record.count;
    const Mat3d ra = to_matrix_double(pose_a.rotation), rb = to_matrix_double(pose_b.rotation);
    const Vec3 local = lane.vector(mc::normal);
    const Mat3d& turn = lane(mc::frame) > 0 ? rb : ra;
    // unit and at right angles to the last bit of a double: K takes them so
    contact.normal = turn * Vec3d(local);
    contact.normal = contact.normal / length(contact.normal);
    contact.tangent_1 = turn * Vec3d(perpendicular(local));
    contact.tangent_1 = contact.tangent_1 - dot(contact.tangent_1, contact.normal) * contact.normal;
    contact.tangent_1 = contact.tangent_1 / length(contact.tangent_1);
    contact.tangent_2 = cross(contact.normal, contact.tangent_1);
    contact.friction = lane(mc::friction), contact.restitution = lane(mc::restitution);
    system.resists_rolling = system.resists_rolling || lane(mc::rolling) > 0 || lane(mc::spinning) > 0;
    const Vec3d surface = ra * Vec3d(lane.vector(mc::surface));
    contact.surface_1 = dot(surface, contact.tangent_1), contact.surface_2 = dot(surface, contact.tangent_2);
    LiveBody& a = system.bodies[at(contact.body_a)];
    LiveBody& b = system.bodies[at(contact.body_b)];
    for (int i = 0; i < record.count; ++i) {
        const int column = mc::header + i * mc::point_columns;
        const Vec3d on_a = ra * Vec3d(lane.vector(column + mc::anchor_a));
        const Vec3d on_b = rb * Vec3d(lane.vector(column + mc::anchor_b));
        const Vec3d centers = Vec3d(pose_b.center) - Vec3d(pose_a.center);
        const Vec3d gap = centers + on_b - on_a;
        LivePoint point;
        point.arm_a = on_a + 0.5 * gap, point.arm_b = on_b - 0.5 * gap;
        point.separation = dot(gap, contact.normal);
        point.met = point.approach = dot(contact.normal, point_velocity(a, b, point));
        // a point without a matrix is visited by nobody
        if (speculative || point.separation <= 0) set_matrix(a, b, contact, point);
        system.points.push_back(point);
    }
    a.points += record.count, b.points += record.count;
    system.contacts.push_back(contact);
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

void set_row_target(const JointRow& source, const LiveOptions& options, double h, LiveRow& row) {
    const double error = double(source.error);
    row.target = double(source.speed);
    if (source.kind == JointRowKind::motor) return;
    if (source.hertz > 0) {
        const RowSoftness soft = soften(double(source.hertz), double(source.damping), h, row.diagonal);
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

void add_row(const JointRow& source, const JointRecord& joint, int32_t index, const LiveOptions& options,
             LiveSystem& system) {
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
    row.joint = index, row.column = source.column, row.block = source.block;
    row.lower = system.h * double(source.lower), row.upper = system.h * double(source.upper);
    row.hold = source.lower == -infinity && source.upper == infinity;
    set_row_target(source, options, system.h, row);
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
    const bool meets = s + h * point.approach < 0;
    if (restitution > 0 && meets && point.approach < -options.restitution_speed)
        point.target = std::max(point.target, -restitution * point.approach);
}

}  // namespace

void gather_contacts(const Model& model, const LiveOptions& options, LiveSystem& system) {
    system.contacts.clear(), system.points.clear();
    system.resists_rolling = false;
    for (int color = 0; color <= overflow_color; ++color)
        for (const ContactGroup& group : model.columns.groups[color])
            for (int32_t contact : group.contacts) add_contact(model, contact, options.speculative, system);
}

void gather_joints(const Model& model, const LiveOptions& options, LiveSystem& system) {
    system.rows.clear();
    JointRow rows[max_joint_rows];
    for (size_t i = 0; i < model.joints.size(); ++i) {
        const JointRecord& joint = model.joints[i];
        if (!joint.alive || joint.color == none) continue;
        const int count = joint_rows(model, joint, rows);
        for (int k = 0; k < count; ++k) add_row(rows[k], joint, static_cast<int32_t>(i), options, system);
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
