#include "solvers/frozen/run.hpp"

#include <cmath>

#include "solvers/frozen/cone.hpp"
#include "solvers/frozen/residual.hpp"

namespace cairn::lab {

bool is_row_model(const FrictionModel& model) {
    return model.kind == FrictionKind::fixed || model.kind == FrictionKind::pyramid;
}

double row_model_residual(const RowProblem& problem, const Vector& x) {
    const Vector w = problem.A * x - problem.b;
    double squared = 0.0;
    for (Index i = 0; i < problem.rows(); ++i) {
        // where nothing is clamped the step is w, also where x is so large that w is lost in x - w
        const double wanted = x[i] - w[i], clamped = problem.clamp(i, wanted, x);
        const double step = clamped == wanted ? w[i] : x[i] - clamped;
        squared += step * step;
    }
    return std::sqrt(squared) / residual_scale(problem.b);
}

RowRun::RowRun(const ContactProblem& problem, const SolveOptions& options)
    : monitor(options, [this](const Vector& value) { return row_model_residual(expansion_.rows, value); }),
      expansion_(expand(problem, options.friction)) {
    const RowProblem& target = expansion_.rows;
    diagonal_ = target.A.diagonal();
    x = Vector::Zero(target.rows());
    if (options.warm_start.size() == 3 * problem.contacts()) {
        x = expansion_.row_values(options.warm_start);
        for (Index i = 0; i < x.size(); ++i) x[i] = target.clamp(i, x[i], x);
    }
}

SolveResult RowRun::finish(std::int64_t row_updates, std::size_t bytes) {
    SolveResult result;
    result.row_values = monitor.finish(x, result);
    result.reaction = expansion_.reaction(result.row_values);
    result.row_updates = row_updates;
    result.bytes =
        bytes + static_cast<std::size_t>(expansion_.rows.A.nonZeros()) * (sizeof(double) + sizeof(int));
    return result;
}

ConeRun::ConeRun(const ContactProblem& source, const SolveOptions& options)
    : problem(source), monitor(options, [this, kind = options.friction.kind](const Vector& value) {
          return cone_model_residual(problem, kind, value);
      }) {
    r = Vector::Zero(3 * source.contacts());
    if (options.warm_start.size() == r.size()) {
        for (int i = 0; i < source.contacts(); ++i) {
            r.segment<3>(3 * i) = project_cone(options.warm_start.segment<3>(3 * i), source.mu[i]);
        }
    }
}

SolveResult ConeRun::finish(std::int64_t row_updates, std::size_t bytes) {
    SolveResult result;
    result.reaction = monitor.finish(r, result);
    result.row_updates = row_updates;
    result.bytes = bytes;
    return result;
}

void sweep_rows(const RowProblem& problem, const Vector& diagonal, double relaxation, Vector& x) {
    const int* start = problem.A.outerIndexPtr();
    const int* column = problem.A.innerIndexPtr();
    const double* value = problem.A.valuePtr();
    for (Index i = 0; i < problem.rows(); ++i) {
        if (!(diagonal[i] > 0.0)) continue;
        double w = -problem.b[i];
        for (int k = start[i]; k < start[i + 1]; ++k) w += value[k] * x[column[k]];
        x[i] = problem.clamp(i, x[i] - relaxation * w / diagonal[i], x);
    }
}

}  // namespace cairn::lab
