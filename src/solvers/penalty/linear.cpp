#include "solvers/penalty/linear.hpp"

#include <Eigen/IterativeLinearSolvers>
#include <Eigen/LU>
#include <Eigen/SparseLU>
#include <cmath>
#include <vector>

namespace cairn::penalty {

namespace {

constexpr Eigen::Index dense_limit = 48;  // below this a dense factor is faster than any sparse one

}  // namespace

LinearResult bicg(const SparseMatrix& A, const Column& b, Column& x, double tolerance, int max_iterations) {
    LinearResult result;
    const double size = b.norm();
    x.setZero(b.size());
    if (size == 0) return result;
    const Column inverse_diagonal = A.diagonal().unaryExpr([](double d) { return d != 0 ? 1 / d : 1.0; });
    Column r = b, shadow = b, p, shadow_p, best = x;
    double rho = 0, best_residual = 1;
    result.residual = 1;
    result.converged = false;
    while (result.iterations < max_iterations) {
        const Column z = inverse_diagonal.cwiseProduct(r), shadow_z = inverse_diagonal.cwiseProduct(shadow);
        const double next_rho = z.dot(shadow);
        if (!(std::abs(next_rho) > 1e-30 * z.norm() * shadow.norm())) {
            result.breakdown = "rho vanished: the residual is at right angles to its shadow";
            break;
        }
        if (result.iterations == 0) {
            p = z;
            shadow_p = shadow_z;
        } else {
            const double beta = next_rho / rho;
            p = z + beta * p;
            shadow_p = shadow_z + beta * shadow_p;
        }
        rho = next_rho;
        const Column q = A * p, shadow_q = A.transpose() * shadow_p;
        const double curvature = shadow_p.dot(q);
        if (!(std::abs(curvature) > 1e-30 * shadow_p.norm() * q.norm())) {
            result.breakdown = "p . A p vanished: there is no step along this direction";
            break;
        }
        const double alpha = rho / curvature;
        x += alpha * p;
        r -= alpha * q;
        shadow -= alpha * shadow_q;
        ++result.iterations;
        const double residual = r.norm() / size;
        if (!std::isfinite(residual)) {
            result.breakdown = "a number is no longer finite";
            break;
        }
        if (residual < best_residual) {
            best_residual = residual;
            best = x;
        }
        if (residual <= tolerance) break;
    }
    x = best;
    result.residual = (b - A * x).norm() / size;  // the true one: the recurrence drifts
    result.converged = result.residual <= 10 * tolerance;
    return result;
}

struct LinearSolver::Factors {
    Eigen::PartialPivLU<Eigen::MatrixXd> dense;
    Eigen::SparseLU<SparseMatrix> sparse;
    Eigen::BiCGSTAB<SparseMatrix, Eigen::DiagonalPreconditioner<double>> bicgstab;
    std::vector<int> outer, inner;  // the pattern that was analysed last
};

LinearSolver::LinearSolver(const LinearOptions& options)
    : options_(options), factors_(std::make_unique<Factors>()) {}

LinearSolver::~LinearSolver() = default;

bool LinearSolver::factor(const SparseMatrix& A) {
    matrix_ = &A;
    if (options_.method == LinearMethod::bicgstab) {
        factors_->bicgstab.setTolerance(options_.tolerance);
        factors_->bicgstab.setMaxIterations(options_.max_iterations);
        factors_->bicgstab.compute(A);
    }
    if (options_.method != LinearMethod::sparse_lu) return true;
    if (A.rows() <= dense_limit) {
        factors_->dense.compute(Eigen::MatrixXd(A));
        return true;
    }
    std::vector<int> outer(A.outerIndexPtr(), A.outerIndexPtr() + A.outerSize() + 1);
    std::vector<int> inner(A.innerIndexPtr(), A.innerIndexPtr() + A.nonZeros());
    if (outer != factors_->outer || inner != factors_->inner) {
        factors_->sparse.analyzePattern(A);
        factors_->outer = std::move(outer);
        factors_->inner = std::move(inner);
    }
    factors_->sparse.factorize(A);
    return factors_->sparse.info() == Eigen::Success;
}

LinearResult LinearSolver::solve(const Column& b, Column& x) {
    LinearResult result;
    switch (options_.method) {
        case LinearMethod::bicg:
            return bicg(*matrix_, b, x, options_.tolerance, options_.max_iterations);
        case LinearMethod::bicgstab:
            x = factors_->bicgstab.solve(b);
            result.iterations = static_cast<int>(factors_->bicgstab.iterations());
            result.residual = factors_->bicgstab.error();
            result.converged = factors_->bicgstab.info() == Eigen::Success;
            break;
        case LinearMethod::sparse_lu:
            if (matrix_->rows() <= dense_limit) {
                x = factors_->dense.solve(b);
            } else {
                x = factors_->sparse.solve(b);
            }
            break;
    }
    if (!x.allFinite()) {
        x.setZero();
        result.converged = false;
        result.breakdown = "the matrix is singular";
    }
    return result;
}

}  // namespace cairn::penalty
