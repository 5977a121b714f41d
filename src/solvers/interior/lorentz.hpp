#pragma once
// The Jordan algebra of the three-dimensional Lorentz cone L = { x : x_0 >= |(x_1, x_2)| }.

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/frozen/types.hpp"

namespace cairn::lab::lorentz {

inline double tail_norm(const Vector3& x) { return std::sqrt(x[1] * x[1] + x[2] * x[2]); }

/// x_0^2 - |x_t|^2, by the product of the eigenvalues: no cancellation near the mantle.
inline double determinant(const Vector3& x) {
    const double t = tail_norm(x);
    return (x[0] - t) * (x[0] + t);
}

inline Vector3 product(const Vector3& x, const Vector3& y) {
    return {x.dot(y), x[0] * y[1] + y[0] * x[1], x[0] * y[2] + y[0] * x[2]};
}

/// The w with x o w = d.
inline Vector3 divide(const Vector3& d, const Vector3& x) {
    const double w0 = (x[0] * d[0] - x[1] * d[1] - x[2] * d[2]) / determinant(x);
    return {w0, (d[1] - w0 * x[1]) / x[0], (d[2] - w0 * x[2]) / x[0]};
}

/// The largest t <= most with x + t d in L, for x inside L.
inline double step_to_mantle(const Vector3& x, const Vector3& d, double most) {
    // (x_0 + t d_0)^2 = |x_t + t d_t|^2: a t^2 + 2 b t + c = 0 with c > 0.
    const double a = d[0] * d[0] - d[1] * d[1] - d[2] * d[2];
    const double b = x[0] * d[0] - x[1] * d[1] - x[2] * d[2];
    const double c = determinant(x);
    double t = most;
    const double discriminant = b * b - a * c;
    if (discriminant >= 0.0) {
        const double root = std::sqrt(discriminant);
        // The two roots in their stable forms; the smallest positive one is the exit.
        for (double candidate : {c / (-b + root), c / (-b - root)}) {
            if (candidate > 0.0) t = std::min(t, candidate);
        }
    }
    if (d[0] < 0.0) t = std::min(t, -x[0] / d[0]);
    return t;
}

/// Nesterov-Todd scaling: the symmetric H with H z = H^-1 y, and its inverse.
struct Scaling {
    Matrix3 H;
    Matrix3 inverse;

    Scaling(const Vector3& z, const Vector3& y) {
        const double det_z = determinant(z);
        const double det_y = determinant(y);
        const Vector3 z_unit = z / std::sqrt(det_z);
        const Vector3 y_unit = y / std::sqrt(det_y);
        const double gamma = std::sqrt(0.5 * (1.0 + z_unit.dot(y_unit)));
        const Vector3 flipped(z_unit[0], -z_unit[1], -z_unit[2]);
        Vector3 v = (y_unit + flipped) / (2.0 * gamma);
        v[0] += 1.0;
        v /= std::sqrt(2.0 * v[0]);
        const double eta = std::sqrt(std::sqrt(det_y / det_z));
        const Vector3 mirror(1.0, -1.0, -1.0);
        const Vector3 v_flipped = v.cwiseProduct(mirror);
        H = 2.0 * v * v.transpose();
        H.diagonal() -= mirror;
        H *= eta;
        inverse = 2.0 * v_flipped * v_flipped.transpose();
        inverse.diagonal() -= mirror;
        inverse /= eta;
    }
};

}  // namespace cairn::lab::lorentz
