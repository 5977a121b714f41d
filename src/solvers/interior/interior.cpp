#include "solvers/interior/interior.hpp"

#include <Eigen/LU>
#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>

#include "solvers/frozen/run.hpp"
#include "solvers/interior/lorentz.hpp"

namespace cairn::lab {

/// The factorisation of V + K H^2, whose pattern never changes.
struct InteriorPoint::Factor {
    bool dense = false;
    Eigen::PartialPivLU<Matrix> dense_factor;
    Eigen::SparseLU<SparseColumnMatrix> sparse_factor;
    SparseColumnMatrix matrix;
    bool analyzed = false;

    bool compute() {
        if (dense) {
            dense_factor.compute(Matrix(matrix));
            return true;
        }
        if (!analyzed) sparse_factor.analyzePattern(matrix);
        analyzed = true;
        sparse_factor.factorize(matrix);
        return sparse_factor.info() == Eigen::Success;
    }
    Vector solve(const Vector& right) {
        if (dense) return dense_factor.solve(right);
        return sparse_factor.solve(right);
    }
};

InteriorPoint::InteriorPoint(const ContactProblem& problem, bool relaxed, double boundary)
    : problem_(problem), relaxed_(relaxed), boundary_(boundary), factor_(std::make_shared<Factor>()) {
    const int n = problem.contacts();
    unit_.resize(n);
    normal_.resize(n);
    Vector scale(3 * n);
    for (int i = 0; i < n; ++i) {
        const double mu = problem.mu[i];
        normal_[i] = mu > 0.0 ? 1.0 / mu : 1.0;
        const auto block = problem.W.diagonal(i);
        // Without friction the tangents drop out of the problem.
        const double tangent = mu > 0.0 ? 1.0 : 0.0;
        const double size =
            std::max({normal_[i] * normal_[i] * block(0, 0), tangent * block(1, 1), tangent * block(2, 2)});
        unit_[i] = size > 0.0 ? 1.0 / std::sqrt(size) : 1.0;
        scale.segment<3>(3 * i) << normal_[i] * unit_[i], tangent * unit_[i], tangent * unit_[i];
    }
    V_ = problem.W.to_sparse();
    for (int row = 0; row < V_.outerSize(); ++row) {
        for (SparseRowMatrix::InnerIterator it(V_, row); it; ++it)
            it.valueRef() *= scale[row] * scale[it.col()];
    }
    p_ = problem.q.cwiseProduct(scale);
    factor_->matrix = SparseColumnMatrix(V_);
    const double size = 3.0 * n;
    factor_->dense =
        size <= 60.0 || (size <= 600.0 && static_cast<double>(V_.nonZeros()) > 0.3 * size * size);
    start();
}

void InteriorPoint::start() {
    // On the axis of the cone, as far out as the data is large: z ~ p because the blocks of V have size one.
    const int n = problem_.contacts();
    const double size = std::max(1e-150, p_.norm() / std::sqrt(static_cast<double>(n)));
    z_ = Vector::Zero(3 * n);
    y_ = Vector::Zero(3 * n);
    for (int i = 0; i < n; ++i) z_[3 * i] = y_[3 * i] = size;
    duality_ = size * size;
    const auto count = static_cast<std::size_t>(n);
    H_.resize(count);
    H_inverse_.resize(count);
    K_.resize(count);
    lambda_.resize(count);
}

void InteriorPoint::scale_all() {
    infeasibility_ = V_ * z_ + p_ - y_;
    duality_ = z_.dot(y_) / problem_.contacts();
    for (int i = 0; i < problem_.contacts(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        const Vector3 z = z_.segment<3>(3 * i);
        const Vector3 y = y_.segment<3>(3 * i);
        const lorentz::Scaling scaling(z, y);
        H_[at] = scaling.H;
        H_inverse_[at] = scaling.inverse;
        lambda_[at] = scaling.H * z;
        K_[at].setIdentity();
        if (relaxed_) continue;
        // y - |y_t| e_n has the derivative K = I - e_n (0, y_t / |y_t|).
        const double tangent = lorentz::tail_norm(y);
        infeasibility_[3 * i] += tangent;
        if (tangent > 0.0) K_[at].row(0) << 1.0, -y[1] / tangent, -y[2] / tangent;
    }
}

bool InteriorPoint::factorize() {
    SparseColumnMatrix& matrix = factor_->matrix;
    matrix = V_;
    for (int i = 0; i < problem_.contacts(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        const Matrix3 block = K_[at] * H_[at] * H_[at];
        for (int a = 0; a < 3; ++a) {
            for (int b = 0; b < 3; ++b) matrix.coeffRef(3 * i + a, 3 * i + b) += block(a, b);
        }
    }
    return factor_->compute();
}

bool InteriorPoint::solve_for(const std::vector<Vector3>& right_complementarity, double share, Vector& dz,
                              Vector& dy) {
    // H dz + H^-1 dy = c and V dz - K dy = -share infeasibility give
    // (V + K H^2) dz = -share infeasibility + K H c.
    Vector right = -share * infeasibility_;
    for (int i = 0; i < problem_.contacts(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        right.segment<3>(3 * i) += K_[at] * (H_[at] * right_complementarity[at]);
    }
    dz = factor_->solve(right);
    if (!dz.allFinite()) return false;
    dy.resize(dz.size());
    for (int i = 0; i < problem_.contacts(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        const Vector3 step = dz.segment<3>(3 * i);
        dy.segment<3>(3 * i) = H_[at] * (right_complementarity[at] - H_[at] * step);
    }
    return true;
}

double InteriorPoint::longest_step(const Vector& dz, const Vector& dy) const {
    double length = 1.0 / boundary_;
    for (int i = 0; i < problem_.contacts(); ++i) {
        length =
            std::min(length, lorentz::step_to_mantle(z_.segment<3>(3 * i), dz.segment<3>(3 * i), length));
        length =
            std::min(length, lorentz::step_to_mantle(y_.segment<3>(3 * i), dy.segment<3>(3 * i), length));
    }
    return std::min(1.0, boundary_ * length);
}

bool InteriorPoint::step() {
    scale_all();
    if (!factorize()) return false;
    const auto count = static_cast<std::size_t>(problem_.contacts());
    std::vector<Vector3> right(count);
    // Predictor: straight at complementarity.
    for (std::size_t i = 0; i < count; ++i) right[i] = -lambda_[i];
    Vector dz;
    Vector dy;
    if (!solve_for(right, 1.0, dz, dy)) return false;
    const double predicted = longest_step(dz, dy);
    const double after = (z_ + predicted * dz).dot(y_ + predicted * dy) / problem_.contacts();
    const double ratio = std::clamp(after / duality_, 0.0, 1.0);
    const double centre = std::max(1e-3, ratio * ratio * ratio) * duality_;
    // Corrector: aims at the central path and makes up for the predictor's second-order error. Infeasibility
    // shrinks with duality and not before it: a point that must be feasible at once where it must first come
    // back to the path is driven into the mantle, and every further step is shorter than the last.
    for (std::size_t i = 0; i < count; ++i) {
        const auto at = static_cast<Index>(3 * i);
        const Vector3 a = H_[i] * dz.segment<3>(at);
        const Vector3 b = H_inverse_[i] * dy.segment<3>(at);
        Vector3 target = -lorentz::product(lambda_[i], lambda_[i]) - lorentz::product(a, b);
        target[0] += centre;
        right[i] = lorentz::divide(target, lambda_[i]);
    }
    if (!solve_for(right, 1.0 - centre / duality_, dz, dy)) return false;
    const double length = longest_step(dz, dy);
    if (!(length > 1e-10)) return false;
    z_ += length * dz;
    y_ += length * dy;
    return z_.allFinite() && y_.allFinite();
}

Vector InteriorPoint::reaction() const {
    Vector r = z_;
    for (int i = 0; i < problem_.contacts(); ++i) {
        r[3 * i] *= normal_[i] * unit_[i];
        r[3 * i + 1] *= unit_[i];
        r[3 * i + 2] *= unit_[i];
    }
    return r;
}

std::size_t InteriorPoint::bytes() const {
    const auto entries = static_cast<std::size_t>(V_.nonZeros());
    return entries * 4 * (sizeof(double) + sizeof(int)) + H_.size() * 4 * sizeof(Matrix3);
}

SolveResult solve(const Interior& solver, const ContactProblem& problem, const SolveOptions& options) {
    if (is_row_model(options.friction)) {
        return not_applicable("interior: only cone and cone-relaxed, not " + to_string(options.friction));
    }
    ConeRun run(problem, options);
    InteriorPoint point(problem, options.friction.kind == FrictionKind::cone_relaxed, solver.boundary);
    std::int64_t iteration = 0;
    // A crawl counts as a stop: each step may still be better than the last by a hair.
    std::int64_t better_at = 0;
    double beaten = run.monitor.residual_now(run.r);
    bool done = run.monitor.observe(0, run.r, beaten);
    while (!done) {
        if (!point.step()) {
            run.monitor.end(Status::stalled, "the linear system or the step length broke down");
            run.monitor.observe(iteration, run.r);
            break;
        }
        run.r = point.reaction();
        const double residual = run.monitor.residual_now(run.r);
        if (residual < 0.9 * beaten) {
            beaten = residual;
            better_at = iteration;
        }
        if (iteration - better_at > 100)
            run.monitor.end(Status::stalled, "no better point in 100 iterations");
        done = run.monitor.observe(++iteration, run.r, residual);
    }
    return run.finish(iteration * 3 * problem.contacts(), point.bytes());
}

}  // namespace cairn::lab
