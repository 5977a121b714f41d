#include "solvers/penalty/body.hpp"

namespace cairn::penalty {

namespace {

/// The matrix of 6.4 times |q|^2, written for columns.
Mat3d unscaled_matrix(const Quaternion& q) {
    const double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z, ww = q.w * q.w;
    return {{xx - yy - zz + ww, 2 * (q.x * q.y + q.w * q.z), 2 * (q.x * q.z - q.w * q.y)},
            {2 * (q.x * q.y - q.w * q.z), yy - xx - zz + ww, 2 * (q.y * q.z + q.w * q.x)},
            {2 * (q.x * q.z + q.w * q.y), 2 * (q.y * q.z - q.w * q.x), zz - xx - yy + ww}};
}

double squared_length(const Quaternion& q) { return q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w; }

void set_velocities(Frame& frame, const Body& body, const State& state) {
    if (body.kind == BodyKind::dynamic) {
        frame.inverse_inertia = frame.rotation * body.inverse_inertia * transpose(frame.rotation);
        frame.velocity = state.momentum / body.mass;
        frame.angular_velocity = frame.inverse_inertia * state.spin;
    } else {
        frame.inverse_inertia = Mat3d{};  // dw/d(spin), which is w itself here
        frame.velocity = body.kind == BodyKind::kinematic ? state.momentum : Vec3d{};
        frame.angular_velocity = body.kind == BodyKind::kinematic ? state.spin : Vec3d{};
    }
}

}  // namespace

Mat3d rotation_matrix(const Quaternion& q) { return (1 / squared_length(q)) * unscaled_matrix(q); }

std::array<Mat3d, 4> rotation_matrix_slope(const Quaternion& q) {
    const double s = 1 / squared_length(q), x = 2 * q.x, y = 2 * q.y, z = 2 * q.z, w = 2 * q.w;
    const std::array<Mat3d, 4> unscaled{
        Mat3d{{x, y, z}, {y, -x, w}, {z, -w, -x}}, Mat3d{{-y, x, -w}, {x, y, z}, {w, z, -y}},
        Mat3d{{-z, w, x}, {-w, -z, y}, {x, y, z}}, Mat3d{{w, z, -y}, {-z, w, x}, {y, -x, w}}};
    const Mat3d rotation = rotation_matrix(q);
    const double q_[4] = {x, y, z, w};
    // R = U / |q|^2, therefore dR = (dU - d|q|^2 R) / |q|^2.
    std::array<Mat3d, 4> slope;
    for (std::size_t k = 0; k < 4; ++k) slope[k] = s * (unscaled[k] + (-q_[k]) * rotation);
    return slope;
}

Quaternion normalized(const Quaternion& q) {
    const double l = std::sqrt(squared_length(q));
    return l > 0 ? Quaternion{q.x / l, q.y / l, q.z / l, q.w / l} : Quaternion{};
}

Quaternion rotation_rate(Vec3d w, const Quaternion& q) {
    return Quaternion{0.5 * w.x, 0.5 * w.y, 0.5 * w.z, 0} * q;
}

Mat3d inverse(const Mat3d& m) {
    const Vec3d yz = cross(m.y, m.z), zx = cross(m.z, m.x), xy = cross(m.x, m.y);
    return transpose((1 / dot(m.x, yz)) * Mat3d{yz, zx, xy});
}

Frame frame_of(const Body& body, const State& state) {
    Frame frame;
    frame.position = state.position;
    frame.rotation = rotation_matrix(state.rotation);
    set_velocities(frame, body, state);
    return frame;
}

Frame frame_with_slopes(const Body& body, const State& state) {
    Frame frame = frame_of(body, state);
    frame.rotation_slope = rotation_matrix_slope(state.rotation);
    if (body.kind != BodyKind::dynamic) return frame;
    for (std::size_t k = 0; k < 4; ++k) {
        // d(R I R^T)/dq_k = S + S^T with S = dR/dq_k I R^T.
        const Mat3d half = frame.rotation_slope[k] * body.inverse_inertia * transpose(frame.rotation);
        frame.angular_velocity_slope[k] = half * state.spin + transpose_times(half, state.spin);
    }
    return frame;
}

void write_state(const State& s, double* y) {
    const double numbers[state_size] = {s.position.x, s.position.y, s.position.z, s.rotation.x, s.rotation.y,
                                        s.rotation.z, s.rotation.w, s.momentum.x, s.momentum.y, s.momentum.z,
                                        s.spin.x,     s.spin.y,     s.spin.z};
    for (int i = 0; i < state_size; ++i) y[i] = numbers[i];
}

State read_state(const double* y) {
    return {{y[0], y[1], y[2]}, {y[3], y[4], y[5], y[6]}, {y[7], y[8], y[9]}, {y[10], y[11], y[12]}};
}

State state_of(const Body& body, Vec3d position, const Quaternion& rotation, Vec3d velocity,
               Vec3d angular_velocity) {
    if (body.kind != BodyKind::dynamic) return {position, rotation, velocity, angular_velocity};
    const Mat3d r = rotation_matrix(rotation);
    const Vec3d spin = r * (body.inertia * transpose_times(r, angular_velocity));
    return {position, rotation, body.mass * velocity, spin};
}

double kinetic_energy(const Body& body) {
    if (body.kind != BodyKind::dynamic) return 0;
    const Frame frame = frame_of(body, body.state);
    return 0.5 * (dot(frame.velocity, body.state.momentum) + dot(frame.angular_velocity, body.state.spin));
}

State interpolate(const State& a, const State& b, double f) {
    const auto mix = [f](Vec3d u, Vec3d v) { return (1 - f) * u + f * v; };
    const Quaternion &p = a.rotation, &q = b.rotation;
    const double sign = p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w < 0 ? -1 : 1;
    const double g = 1 - f, h = sign * f;
    const Quaternion mixed{g * p.x + h * q.x, g * p.y + h * q.y, g * p.z + h * q.z, g * p.w + h * q.w};
    return {mix(a.position, b.position), normalized(mixed), mix(a.momentum, b.momentum), mix(a.spin, b.spin)};
}

}  // namespace cairn::penalty
