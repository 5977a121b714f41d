#pragma once
// The linear systems of the implicit integrators (Larsen 6.7): biconjugate gradients with a diagonal
// preconditioner as he used, and Eigen's BiCGSTAB and sparse LU to compare.

#include <Eigen/SparseCore>
#include <memory>
#include <string>

namespace cairn::penalty {

using SparseMatrix = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;
using Column = Eigen::VectorXd;

enum class LinearMethod : unsigned char { bicg, bicgstab, sparse_lu };

struct LinearOptions {
    LinearMethod method = LinearMethod::sparse_lu;
    double tolerance = 1e-10;   // of the residual, relative to the right side; iterative methods
    int max_iterations = 1000;  // of those
};

struct LinearResult {
    int iterations = 0;
    bool converged = true;
    /// What stopped it early ("rho vanished", ...); empty where nothing broke. The solution is the best
    /// found.
    std::string breakdown;
    double residual = 0;  // relative
};

/// Biconjugate gradients (Fletcher 1976) preconditioned by the diagonal. Reads A only as A v and A^T v. Stops
/// with the best solution so far when r~ . z or p~ . A p vanishes, the two conditions under which it breaks
/// down, or when a number is no longer finite.
LinearResult bicg(const SparseMatrix& A, const Column& b, Column& x, double tolerance, int max_iterations);

/// One matrix, many right sides.
class LinearSolver {
public:
    explicit LinearSolver(const LinearOptions& options);
    ~LinearSolver();
    LinearSolver(const LinearSolver&) = delete;
    LinearSolver& operator=(const LinearSolver&) = delete;

    /// The matrix must live until the next call. False where it is singular.
    bool factor(const SparseMatrix& A);
    LinearResult solve(const Column& b, Column& x);

private:
    struct Factors;
    LinearOptions options_;
    const SparseMatrix* matrix_ = nullptr;
    std::unique_ptr<Factors> factors_;
};

}  // namespace cairn::penalty
