#include "solvers/pgs/pgs.hpp"

#include <algorithm>
#include <vector>

#include "solvers/frozen/run.hpp"

namespace cairn::lab {
namespace {

/// The rows in single precision; x is float too, so nothing of double survives between iterations.
class FloatRows {
public:
    FloatRows(const RowProblem& problem, const Vector& diagonal) : problem_(problem) {
        values_.assign(problem.A.valuePtr(), problem.A.valuePtr() + problem.A.nonZeros());
        b_ = problem.b.cast<float>();
        diagonal_ = diagonal.cast<float>();
        lo_ = problem.lo.cast<float>();
        hi_ = problem.hi.cast<float>();
        coefficient_ = problem.coefficient.cast<float>();
    }

    void sweep(float relaxation, Eigen::VectorXf& x) const {
        const int* start = problem_.A.outerIndexPtr();
        const int* column = problem_.A.innerIndexPtr();
        for (Index i = 0; i < x.size(); ++i) {
            if (!(diagonal_[i] > 0.0f)) continue;
            float w = -b_[i];
            for (int k = start[i]; k < start[i + 1]; ++k)
                w += values_[static_cast<std::size_t>(k)] * x[column[k]];
            const int normal = problem_.normal[static_cast<std::size_t>(i)];
            const float bound = normal < 0 ? 0.0f : coefficient_[i] * std::max(0.0f, x[normal]);
            const float low = normal < 0 ? lo_[i] : -bound;
            const float high = normal < 0 ? hi_[i] : bound;
            x[i] = std::max(low, std::min(x[i] - relaxation * w / diagonal_[i], high));
        }
    }

    std::size_t bytes() const { return values_.size() * sizeof(float); }

private:
    const RowProblem& problem_;
    std::vector<float> values_;
    Eigen::VectorXf b_, diagonal_, lo_, hi_, coefficient_;
};

void sweep_dense(const Matrix& A, const RowProblem& problem, double relaxation, Vector& x) {
    for (Index i = 0; i < x.size(); ++i) {
        if (!(A(i, i) > 0.0)) continue;
        const double w = A.row(i).dot(x) - problem.b[i];
        x[i] = problem.clamp(i, x[i] - relaxation * w / A(i, i), x);
    }
}

}  // namespace

SolveResult solve(const Pgs& solver, const ContactProblem& problem, const SolveOptions& options) {
    const std::string bad = expansion_defect(problem, options.friction);
    if (!bad.empty()) return not_applicable("pgs: " + bad);
    RowRun run(problem, options);
    std::int64_t iteration = 0;
    std::size_t bytes = static_cast<std::size_t>(run.x.size()) * sizeof(double);
    if (solver.single_precision) {
        const FloatRows rows(run.rows(), run.diagonal());
        Eigen::VectorXf x = run.x.cast<float>();
        bytes = rows.bytes() + static_cast<std::size_t>(x.size()) * sizeof(float);
        while (!run.monitor.observe(iteration, run.x)) {
            rows.sweep(static_cast<float>(solver.relaxation), x);
            run.x = x.cast<double>();
            ++iteration;
        }
    } else if (solver.dense) {
        const Matrix A = Matrix(run.rows().A);
        bytes += static_cast<std::size_t>(A.size()) * sizeof(double);
        while (!run.monitor.observe(iteration, run.x)) {
            sweep_dense(A, run.rows(), solver.relaxation, run.x);
            ++iteration;
        }
    } else {
        while (!run.monitor.observe(iteration, run.x)) {
            sweep_rows(run.rows(), run.diagonal(), solver.relaxation, run.x);
            ++iteration;
        }
    }
    return run.finish(iteration * run.rows().rows(), bytes);
}

}  // namespace cairn::lab
