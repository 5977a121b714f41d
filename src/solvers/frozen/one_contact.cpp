#include "solvers/frozen/one_contact.hpp"

#include <Eigen/LU>
#include <cmath>
#include <limits>

#include "math/vector_double.hpp"
#include "solvers/frozen/cone.hpp"

namespace cairn::lab {

OneContact::OneContact(const Matrix3& W, double mu) : mu_(mu), normal_(W(0, 0)) {
    normal_tangent_ = W.block<1, 2>(0, 1).transpose();
    tangent_normal_ = W.block<2, 1>(1, 0);
    if (normal_ > 0.0) schur_ = W.block<2, 2>(1, 1) - tangent_normal_ * normal_tangent_.transpose() / normal_;
    const double scale = W.cwiseAbs().maxCoeff();
    const double determinant = W.determinant();
    // Relative to the block's size: below this the inverse would be rounding noise.
    invertible_ = scale > 0.0 && std::abs(determinant) > 1e-14 * scale * scale * scale;
    if (invertible_) inverse_ = W.inverse();
    const double bound = W.cwiseAbs().rowwise().sum().maxCoeff();
    inverse_bound_ = bound > 0.0 ? 1.0 / bound : 0.0;
}

Vector3 OneContact::solve(const Vector3& q) const {
    if (q[0] >= 0.0 || !(normal_ > 0.0)) return Vector3::Zero();
    if (mu_ <= 0.0) return {-q[0] / normal_, 0.0, 0.0};
    if (invertible_) {
        const Vector3 stick = -(inverse_ * q);
        if (stick[0] >= 0.0 && stick[1] * stick[1] + stick[2] * stick[2] <= mu_ * mu_ * stick[0] * stick[0]) {
            return stick;
        }
    }
    return slide(q);
}

Vector3 OneContact::slide(const Vector3& q) const {
    // (S + alpha I) r_t = -b with b = q_t - W_tn q_n / W_nn;  r_n = -(q_n + W_nt r_t) / W_nn.
    const double b0 = q[1] - tangent_normal_[0] * q[0] / normal_;
    const double b1 = q[2] - tangent_normal_[1] * q[0] / normal_;
    const double s00 = schur_(0, 0);
    const double s01 = schur_(0, 1);
    const double s10 = schur_(1, 0);
    const double s11 = schur_(1, 1);
    double low = 0.0;
    double high = std::numeric_limits<double>::infinity();
    // Start where sliding with the frictionless normal impulse would put it: |r_t| ~ |b| / alpha = mu r_n.
    double alpha = std::sqrt(b0 * b0 + b1 * b1) * normal_ / (mu_ * -q[0]);
    if (!std::isfinite(alpha)) alpha = s00 + s11;
    Vector3 best(-q[0] / normal_, 0.0, 0.0);
    double best_miss = 1.0;
    for (int iteration = 0; iteration < 100; ++iteration) {
        const double a00 = s00 + alpha;
        const double a11 = s11 + alpha;
        const double determinant = a00 * a11 - s01 * s10;
        const double t0 = (-a11 * b0 + s01 * b1) / determinant;
        const double t1 = (s10 * b0 - a00 * b1) / determinant;
        const double n = -(q[0] + normal_tangent_[0] * t0 + normal_tangent_[1] * t1) / normal_;
        const double length = std::sqrt(t0 * t0 + t1 * t1);
        const double excess = length - mu_ * n;
        const bool usable = std::isfinite(excess) && determinant > 0.0;
        const double miss = std::abs(excess) / (length + mu_ * std::abs(n));
        if (usable && n > 0.0 && miss <= best_miss) {
            best = {n, t0, t1};
            best_miss = miss;
            if (miss <= 4e-16) break;
        }
        (usable && excess <= 0.0 ? high : low) = alpha;
        // Newton on the excess: r_t' = -(S + alpha I)^-1 r_t, r_n' = -W_nt r_t' / W_nn.
        const double d0 = (-a11 * t0 + s01 * t1) / determinant;
        const double d1 = (s10 * t0 - a00 * t1) / determinant;
        const double slope = (t0 * d0 + t1 * d1) / length +
                             mu_ * (normal_tangent_[0] * d0 + normal_tangent_[1] * d1) / normal_;
        double next = alpha - excess / slope;
        const bool inside = usable && next > low && next < high;
        if (!inside) next = std::isfinite(high) ? 0.5 * (low + high) : 4.0 * alpha + 1e-300;
        if (std::abs(next - alpha) <= 1e-15 * alpha && std::isfinite(high)) break;
        alpha = next;
    }
    // `best` is off the mantle by rounding; put it there, so that sliding dissipates fully.
    const double length = planar_length(best[1], best[2]);
    if (length > 0.0) {
        const double scale = mu_ * best[0] / length;
        if (std::abs(scale - 1.0) < 1e-6) return {best[0], best[1] * scale, best[2] * scale};
    }
    return best;
}

Vector3 OneContact::convex_step(const Vector3& r, const Vector3& u) const {
    if (!(normal_ > 0.0)) return Vector3::Zero();
    return project_cone(r - inverse_bound_ * u, mu_);
}

}  // namespace cairn::lab
