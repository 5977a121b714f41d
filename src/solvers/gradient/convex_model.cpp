#include "solvers/gradient/convex_model.hpp"

#include <cmath>

#include "math/vector_double.hpp"
#include "solvers/frozen/cone.hpp"
#include "solvers/frozen/residual.hpp"
#include "solvers/frozen/run.hpp"

namespace cairn::lab {

ConvexModel::ConvexModel(const ContactProblem& problem, const SolveOptions& options)
    : problem_(problem), kind_(options.friction.kind), cone_(!is_row_model(options.friction)) {
    const bool frictionless = problem.mu.size() == 0 || problem.mu.maxCoeff() == 0.0;
    exact_ = frictionless || kind_ == FrictionKind::fixed || kind_ == FrictionKind::cone_relaxed;
    if (cone_) {
        constant_ = problem.q;
    } else {
        expansion_ = expand(problem, options.friction);
        constant_ = -expansion_.rows.b;
        lower_.resize(constant_.size());
        upper_.resize(constant_.size());
    }
    shift_ = Vector::Zero(constant_.size());
    scale_ = residual_scale(constant_);
    const Vector x = start(options);
    Vector y;
    product(x, y);
    refresh(x, y);
}

Vector ConvexModel::start(const SolveOptions& options) const {
    Vector x = Vector::Zero(size());
    if (options.warm_start.size() != 3 * problem_.contacts()) return x;
    if (cone_) {
        x = options.warm_start;
        for (int i = 0; i < problem_.contacts(); ++i) {
            x.segment<3>(3 * i) = project_cone(x.segment<3>(3 * i), problem_.mu[i]);
        }
    } else {
        x = expansion_.row_values(options.warm_start);
        for (Index i = 0; i < x.size(); ++i) x[i] = expansion_.rows.clamp(i, x[i], x);
    }
    return x;
}

void ConvexModel::multiply(const Vector& d, Vector& y) const {
    if (cone_) {
        problem_.W.multiply(d, y);
    } else {
        y.noalias() = expansion_.rows.A * d;
    }
}

void ConvexModel::product(const Vector& x, Vector& y) const {
    multiply(x, y);
    y += constant_;
}

void ConvexModel::project(Vector& x) const {
    if (cone_) {
        for (int i = 0; i < problem_.contacts(); ++i) {
            x.segment<3>(3 * i) = project_cone(x.segment<3>(3 * i), problem_.mu[i]);
        }
    } else {
        x = x.cwiseMax(lower_).cwiseMin(upper_);
    }
}

double ConvexModel::frozen_residual(const Vector& x, const Vector& g) const {
    Vector moved = x - g;
    project(moved);
    return (x - moved).norm() / scale_;
}

double ConvexModel::model_residual(const Vector& x, const Vector& y) const {
    if (kind_ == FrictionKind::cone) return de_saxce_distance(problem_, x, y, 1.0) / scale_;
    if (kind_ == FrictionKind::cone_relaxed) return convex_distance(problem_, x, y, 1.0) / scale_;
    double squared = 0.0;
    for (Index i = 0; i < size(); ++i) {
        const double step = x[i] - expansion_.rows.clamp(i, x[i] - y[i], x);
        squared += step * step;
    }
    return std::sqrt(squared) / scale_;
}

double ConvexModel::model_residual(const Vector& x) const {
    Vector y;
    product(x, y);
    return model_residual(x, y);
}

void ConvexModel::refresh(const Vector& x, const Vector& y) {
    if (kind_ == FrictionKind::cone) {
        for (int i = 0; i < problem_.contacts(); ++i) {
            shift_[3 * i] = problem_.mu[i] * planar_length(y[3 * i + 1], y[3 * i + 2]);
        }
    } else if (!cone_) {
        for (Index i = 0; i < size(); ++i) {
            lower_[i] = expansion_.rows.lower(i, x);
            upper_[i] = expansion_.rows.upper(i, x);
        }
    }
}

double ConvexModel::largest_eigenvalue() const {
    // A fixed, non-symmetric start vector: it has a part along every eigenvector in practice, and runs
    // repeat.
    Vector v(size());
    for (Index i = 0; i < size(); ++i) v[i] = 1.0 + 0.37 * static_cast<double>((i * 7919) % 13);
    Vector product_v;
    double estimate = 0.0;
    for (int iteration = 0; iteration < 30; ++iteration) {
        const double norm = v.norm();
        if (!(norm > 0.0)) return estimate;
        v /= norm;
        multiply(v, product_v);
        estimate = product_v.norm();
        v.swap(product_v);
    }
    return 1.05 * estimate;
}

std::size_t ConvexModel::stored_entries() const {
    return cone_ ? 9 * problem_.W.stored_blocks() : static_cast<std::size_t>(expansion_.rows.A.nonZeros());
}

SolveResult ConvexModel::result(Monitor& monitor, const Vector& x, std::int64_t products, int vectors) const {
    SolveResult result;
    const Vector answer = monitor.finish(x, result);
    result.reaction = cone_ ? answer : expansion_.reaction(answer);
    if (!cone_) result.row_values = answer;
    result.row_updates = products * size();
    result.bytes = static_cast<std::size_t>(vectors) * static_cast<std::size_t>(size()) * sizeof(double);
    if (!cone_) result.bytes += stored_entries() * (sizeof(double) + sizeof(int));
    return result;
}

}  // namespace cairn::lab
