#include <Eigen/LU>
#include <cmath>
#include <stdexcept>

#include "solvers/direct/lcp.hpp"

namespace cairn::lab {
namespace {

enum class Kind { free, lower, upper, both, tied };

Kind kind_of(const RowProblem& problem, Index row) {
    if (problem.normal[static_cast<std::size_t>(row)] >= 0) return Kind::tied;
    const bool low = std::isfinite(problem.lo[row]);
    const bool high = std::isfinite(problem.hi[row]);
    if (low && high) return Kind::both;
    return low ? Kind::lower : (high ? Kind::upper : Kind::free);
}

Index variables_of(Kind kind) {
    switch (kind) {
        case Kind::free:
            return 0;
        case Kind::lower:
        case Kind::upper:
            return 1;
        case Kind::both:
            return 2;
        case Kind::tied:
            return 3;
    }
    return 0;
}

}  // namespace

Index StandardLcp::size(const RowProblem& problem) {
    Index total = 0;
    for (Index row = 0; row < problem.rows(); ++row) total += variables_of(kind_of(problem, row));
    return total;
}

StandardLcp::StandardLcp(const RowProblem& problem) : rows_(problem.rows()) {
    for (Index row = 0; row < rows_; ++row) {
        (kind_of(problem, row) == Kind::free ? free_ : bounded_).push_back(row);
    }
    // Impulses are measured in units that make A of size one, like the ones of the friction triples.
    const double mean = problem.rows() > 0 ? problem.A.diagonal().cwiseAbs().mean() : 1.0;
    unit_ = mean > 0.0 ? 1.0 / mean : 1.0;
    Matrix reduced;
    Vector right;
    eliminate_free_rows(problem, reduced, right);
    Matrix extra;
    Vector constant;
    map_variables(problem, extra, constant);
    M_ = from_z_.transpose() * reduced * from_z_ + extra;
    q_ = from_z_.transpose() * (reduced * offset_ - right) + constant;
}

/// x_f = A_ff^-1 (b_f - A_fb x_b): equality rows leave the problem.
void StandardLcp::eliminate_free_rows(const RowProblem& problem, Matrix& reduced, Vector& right) {
    const Matrix A = unit_ * Matrix(problem.A);
    reduced = A(bounded_, bounded_);
    right = problem.b(bounded_);
    if (free_.empty()) return;
    const Eigen::FullPivLU<Matrix> factor(A(free_, free_));
    if (!factor.isInvertible()) throw std::runtime_error("the unbounded rows are singular");
    free_from_bounded_ = -factor.solve(Matrix(A(free_, bounded_)));
    free_constant_ = factor.solve(Vector(problem.b(free_)));
    const Matrix coupling = A(bounded_, free_);
    reduced += coupling * free_from_bounded_;
    right -= coupling * free_constant_;
}

/// Fills x = from_z z + offset and the parts of w = from_z^T (A x - b) + extra z + constant that bounds add.
void StandardLcp::map_variables(const RowProblem& problem, Matrix& extra, Vector& constant) {
    const Index size = StandardLcp::size(problem);
    const auto count = static_cast<Index>(bounded_.size());
    from_z_ = Matrix::Zero(count, size);
    offset_ = Vector::Zero(count);
    extra = Matrix::Zero(size, size);
    constant = Vector::Zero(size);
    std::vector<Index> first(static_cast<std::size_t>(rows_), -1);
    Index next = 0;
    for (Index row : bounded_) {
        first[static_cast<std::size_t>(row)] = next;
        next += variables_of(kind_of(problem, row));
    }
    for (Index k = 0; k < count; ++k) {
        const Index row = bounded_[static_cast<std::size_t>(k)];
        const Index z = first[static_cast<std::size_t>(row)];
        const Kind kind = kind_of(problem, row);
        from_z_(k, z) = kind == Kind::upper ? -1.0 : 1.0;
        if (kind == Kind::lower || kind == Kind::both) offset_[k] = problem.lo[row] / unit_;
        if (kind == Kind::upper) offset_[k] = problem.hi[row] / unit_;
        if (kind == Kind::both) {
            // The multiplier of the upper bound, complementary to hi - lo - z.
            extra(z, z + 1) = 1.0;
            extra(z + 1, z) = -1.0;
            constant[z + 1] = (problem.hi[row] - problem.lo[row]) / unit_;
        } else if (kind == Kind::tied) {
            // Push, pull and slack: |x| = push + pull <= coefficient * x_normal.
            const auto normal_row = static_cast<std::size_t>(problem.normal[static_cast<std::size_t>(row)]);
            from_z_(k, z + 1) = -1.0;
            extra(z, z + 2) = 1.0;
            extra(z + 1, z + 2) = 1.0;
            extra(z + 2, z) = -1.0;
            extra(z + 2, z + 1) = -1.0;
            extra(z + 2, first[normal_row]) = problem.coefficient[row];
        }
    }
}

Vector StandardLcp::row_values(const Vector& z) const {
    const Vector bounded = from_z_ * z + offset_;
    Vector x(rows_);
    x(bounded_) = bounded;
    if (!free_.empty()) x(free_) = free_from_bounded_ * bounded + free_constant_;
    return unit_ * x;
}

}  // namespace cairn::lab
