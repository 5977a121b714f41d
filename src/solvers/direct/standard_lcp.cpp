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
        case Kind::free: return 0;
        case Kind::lower:
        case Kind::upper: return 1;
        case Kind::both: return 2;
        case Kind::tied: return 3;
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
    std::vector<Index> position(static_cast<std::size_t>(rows_), -1);
    for (Index row = 0; row < rows_; ++row) {
        const bool is_free = kind_of(problem, row) == Kind::free;
        position[static_cast<std::size_t>(row)] = static_cast<Index>(is_free ? free_.size() : bounded_.size());
        (is_free ? free_ : bounded_).push_back(row);
    }
    // Impulses are measured in units that make A of size one, like the ones of the friction triples.
    const double mean = problem.rows() > 0 ? problem.A.diagonal().cwiseAbs().mean() : 1.0;
    unit_ = mean > 0.0 ? 1.0 / mean : 1.0;
    const Matrix A = unit_ * Matrix(problem.A);
    Matrix reduced = A(bounded_, bounded_);
    Vector right = problem.b(bounded_);
    if (!free_.empty()) {
        // x_f = A_ff^-1 (b_f - A_fb x_b): equality rows leave the problem.
        const Eigen::FullPivLU<Matrix> factor(A(free_, free_));
        if (!factor.isInvertible()) throw std::runtime_error("the unbounded rows are singular");
        free_from_bounded_ = -factor.solve(Matrix(A(free_, bounded_)));
        free_constant_ = factor.solve(Vector(problem.b(free_)));
        const Matrix coupling = A(bounded_, free_);
        reduced += coupling * free_from_bounded_;
        right -= coupling * free_constant_;
    }
    const Index size = StandardLcp::size(problem);
    const auto count = static_cast<Index>(bounded_.size());
    from_z_ = Matrix::Zero(count, size);
    offset_ = Vector::Zero(count);
    // x = from_z z + offset; row conditions w = T (A x - b) + S z + s with T = from_z^T and S, s filled below.
    Matrix extra = Matrix::Zero(size, size);
    Vector constant = Vector::Zero(size);
    std::vector<Index> first(static_cast<std::size_t>(count));
    Index next = 0;
    for (Index k = 0; k < count; ++k) {
        first[static_cast<std::size_t>(k)] = next;
        next += variables_of(kind_of(problem, bounded_[static_cast<std::size_t>(k)]));
    }
    for (Index k = 0; k < count; ++k) {
        const Index row = bounded_[static_cast<std::size_t>(k)];
        const Index z = first[static_cast<std::size_t>(k)];
        switch (kind_of(problem, row)) {
            case Kind::lower:
            case Kind::both:
                from_z_(k, z) = 1.0;
                offset_[k] = problem.lo[row] / unit_;
                break;
            case Kind::upper:
                from_z_(k, z) = -1.0;
                offset_[k] = problem.hi[row] / unit_;
                break;
            case Kind::tied:
                from_z_(k, z) = 1.0;
                from_z_(k, z + 1) = -1.0;
                break;
            case Kind::free: break;
        }
        if (kind_of(problem, row) == Kind::both) {
            // y + v: the multiplier v of the upper bound, complementary to hi - lo - y.
            extra(z, z + 1) = 1.0;
            extra(z + 1, z) = -1.0;
            constant[z + 1] = (problem.hi[row] - problem.lo[row]) / unit_;
        } else if (kind_of(problem, row) == Kind::tied) {
            const Index normal_row = problem.normal[static_cast<std::size_t>(row)];
            const Index normal = first[static_cast<std::size_t>(position[static_cast<std::size_t>(normal_row)])];
            extra(z, z + 2) = 1.0;
            extra(z + 1, z + 2) = 1.0;
            extra(z + 2, z) = -1.0;
            extra(z + 2, z + 1) = -1.0;
            extra(z + 2, normal) = problem.coefficient[row];
        }
    }
    M_ = from_z_.transpose() * reduced * from_z_ + extra;
    q_ = from_z_.transpose() * (reduced * offset_ - right) + constant;
}

Vector StandardLcp::row_values(const Vector& z) const {
    const Vector bounded = from_z_ * z + offset_;
    Vector x(rows_);
    x(bounded_) = bounded;
    if (!free_.empty()) x(free_) = free_from_bounded_ * bounded + free_constant_;
    return unit_ * x;
}

}  // namespace cairn::lab
