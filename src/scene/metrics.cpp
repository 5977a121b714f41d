#include "scene/metrics.hpp"

#include <cmath>

namespace cairn {

namespace {

struct Double3 {
    double x = 0, y = 0, z = 0;
};

Double3 wide(Vec3 v) {
    return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}
double dot(Double3 a, Double3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Double3 cross(Double3 a, Double3 b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
void add_to(double (&sum)[3], double factor, Double3 v) {
    sum[0] += factor * v.x;
    sum[1] += factor * v.y;
    sum[2] += factor * v.z;
}

void add_body(SceneMetrics& metrics, const World& world, BodyId body) {
    ++metrics.bodies;
    metrics.awake += world.awake(body) ? 1 : 0;
    metrics.frozen += world.frozen(body) ? 1 : 0;
    const MassProperties properties = world.mass_properties(body);
    const Quat rotation = world.transform(body).rotation;
    const Vec3 spin = world.angular_velocity(body);
    const double mass = static_cast<double>(properties.mass);
    const Double3 velocity = wide(world.velocity(body));
    const Double3 position = wide(world.center_of_mass(body));
    // The inertia is constant in the body's axes: turn the spin into them, and the angular momentum back.
    const Vec3 own_momentum = rotate(rotation, properties.inertia * inverse_rotate(rotation, spin));

    metrics.kinetic_energy += 0.5 * (mass * dot(velocity, velocity) + dot(wide(spin), wide(own_momentum)));
    metrics.potential_energy -=
        mass * static_cast<double>(world.gravity_scale(body)) * dot(wide(world.gravity()), position);
    add_to(metrics.linear_momentum, mass, velocity);
    add_to(metrics.angular_momentum, mass, cross(position, velocity));
    add_to(metrics.angular_momentum, 1, wide(own_momentum));
    metrics.max_speed = std::fmax(metrics.max_speed, std::sqrt(dot(velocity, velocity)));
    metrics.max_angular_speed = std::fmax(metrics.max_angular_speed, std::sqrt(dot(wide(spin), wide(spin))));
}

void add_contacts(SceneMetrics& metrics, const World& world) {
    double sum = 0;
    int overlapping = 0;
    for (const Contact& contact : world.contacts()) {
        ++metrics.contacts;
        metrics.contact_points += contact.point_count;
        for (int i = 0; i < contact.point_count; ++i) {
            const double depth = -static_cast<double>(contact.points[i].separation);
            if (depth <= 0) continue;
            metrics.max_penetration = std::fmax(metrics.max_penetration, depth);
            sum += depth;
            ++overlapping;
        }
    }
    metrics.mean_penetration = overlapping ? sum / overlapping : 0;
}

}  // namespace

SceneMetrics measure(const World& world) {
    SceneMetrics metrics;
    for (const BodyId body : world.bodies())
        if (world.type(body) == BodyType::dynamic) add_body(metrics, world, body);
    add_contacts(metrics, world);
    const std::vector<JointId> joints = world.joints();
    for (const JointId joint : joints) {
        const double error = static_cast<double>(world.joint_error(joint));
        metrics.max_joint_error = std::fmax(metrics.max_joint_error, error);
        metrics.mean_joint_error += error;
    }
    if (!joints.empty()) metrics.mean_joint_error /= static_cast<double>(joints.size());
    metrics.dropped = world.report().dropped;
    metrics.hash = world.hash();
    return metrics;
}

}  // namespace cairn
