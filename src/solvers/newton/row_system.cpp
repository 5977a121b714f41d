// Bounded rows as a nonsmooth equation: F_i = x_i - clamp(x_i - w_i / d_i, lo, hi), with the bounds of a
// friction row moving with its normal row.

#include <algorithm>
#include <cmath>

#include "solvers/frozen/residual.hpp"
#include "solvers/newton/nonsmooth_system.hpp"

namespace cairn::lab {
namespace {

class RowSystem final : public NonsmoothSystem {
public:
    explicit RowSystem(const RowRun& run) : rows_(run.rows()), diagonal_(run.diagonal()) {
        rho_ = diagonal_;
        for (Index i = 0; i < rho_.size(); ++i) rho_[i] = diagonal_[i] > 0.0 ? 1.0 / diagonal_[i] : 1.0;
    }

    double evaluate(const Vector& x, Vector& F) override {
        w_ = rows_.A * x - rows_.b;
        F.resize(x.size());
        for (Index i = 0; i < x.size(); ++i) F[i] = x[i] - rows_.clamp(i, x[i] - rho_[i] * w_[i], x);
        return 0.5 * F.squaredNorm();
    }

    double residual(const Vector& x) const override {
        double squared = 0.0;
        for (Index i = 0; i < x.size(); ++i) {
            const double step = x[i] - rows_.clamp(i, x[i] - w_[i], x);
            squared += step * step;
        }
        return std::sqrt(squared) / residual_scale(rows_.b);
    }

    bool direction(const Vector& x, const Vector& F, double alpha, Vector& d) override {
        triplets_.clear();
        for (int i = 0; i < rows_.A.outerSize(); ++i) {
            const double moved = x[i] - rho_[i] * w_[i];
            const double low = rows_.lower(i, x);
            const double high = rows_.upper(i, x);
            if (moved > low && moved < high) {
                for (SparseRowMatrix::InnerIterator it(rows_.A, i); it; ++it) {
                    const double extra = it.col() == i ? alpha * it.value() : 0.0;
                    triplets_.emplace_back(i, static_cast<int>(it.col()), rho_[i] * (it.value() + extra));
                }
                continue;
            }
            triplets_.emplace_back(i, i, 1.0);
            const int normal = rows_.normal[static_cast<std::size_t>(i)];
            if (normal >= 0 && x[normal] > 0.0) {
                triplets_.emplace_back(i, normal,
                                       moved >= high ? -rows_.coefficient[i] : rows_.coefficient[i]);
            }
        }
        return solve_triplets(triplets_, x.size(), -F, d);
    }

    void sweep(Vector& x) const override { sweep_rows(rows_, diagonal_, 1.0, x); }
    double sweep_cost() const override { return static_cast<double>(rows_.A.nonZeros()); }
    double direction_cost() const override {
        return factor_cost(static_cast<double>(rows_.rows()), static_cast<double>(rows_.A.nonZeros()));
    }
    std::size_t bytes() const override {
        return triplets_.capacity() * sizeof(Eigen::Triplet<double, int>) * 3;
    }

private:
    const RowProblem& rows_;
    const Vector& diagonal_;
    Vector rho_;
    Vector w_;
    std::vector<Eigen::Triplet<double, int>> triplets_;
};

}  // namespace

std::unique_ptr<NonsmoothSystem> make_row_system(const RowRun& run) {
    return std::make_unique<RowSystem>(run);
}

}  // namespace cairn::lab
