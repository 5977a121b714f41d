#include <Eigen/Cholesky>
#include <cmath>
#include <limits>
#include <vector>

#include "solvers/direct/lcp.hpp"

namespace cairn::lab {
namespace {

enum class Place { waiting, clamped, low, high };  // clamped: w = 0, x between its bounds (Baraff's set C)

class Dantzig {
public:
    Dantzig(const Matrix& A, const Vector& b, const Vector& lo, const Vector& hi, int max_pivots,
            const OutOfTime& out_of_time)
        : A_(A),
          b_(b),
          lo_(lo),
          hi_(hi),
          max_pivots_(max_pivots),
          out_of_time_(out_of_time),
          place_(static_cast<std::size_t>(b.size()), Place::waiting) {
        x_ = Vector::Zero(b.size()).cwiseMax(lo).cwiseMin(hi);
        w_ = A * x_ - b;
        scale_ = std::max(1e-300, b.cwiseAbs().maxCoeff());
        // A redundant row makes A_CC singular; this much of the diagonal keeps the factor usable (see
        // polish).
        shift_ = 1e-13 * std::max(1e-300, A.diagonal().cwiseAbs().maxCoeff());
    }

    PivotResult run() {
        PivotResult result;
        for (Index d = 0; d < b_.size() && result.message.empty(); ++d)
            result.message = drive(d, result.pivots);
        if (result.message.empty()) polish();
        result.x = x_;
        result.solved = result.message.empty() && x_.allFinite();
        return result;
    }

private:
    Place& place(Index i) { return place_[static_cast<std::size_t>(i)]; }

    bool satisfied(Index d) {
        const double tiny = 1e-13 * scale_;
        if (lo_[d] == hi_[d]) return place(d) = Place::low, true;
        if (x_[d] <= lo_[d] && w_[d] >= -tiny) return place(d) = Place::low, true;
        if (x_[d] >= hi_[d] && w_[d] <= tiny) return place(d) = Place::high, true;
        if (std::abs(w_[d]) <= tiny) return place(d) = Place::clamped, true;
        return false;
    }

    /// Moves x_d until row d holds; returns why not, or nothing.
    std::string drive(Index d, int& pivots) {
        while (!satisfied(d)) {
            if (++pivots > max_pivots_) return "pivot limit of " + std::to_string(max_pivots_) + " reached";
            if (out_of_time_ && out_of_time_()) return "out of time";
            const double towards = w_[d] > 0.0 ? -1.0 : 1.0;
            const Vector dx = direction(d, towards);
            const Vector dw = A_ * dx;
            double step = std::numeric_limits<double>::infinity();
            Index event = -1;
            limit_by_rows(d, dx, dw, step, event);
            if (!std::isfinite(step) || event < 0) return "unbounded direction: the problem has no solution";
            x_ += step * dx;
            w_ += step * dw;
            settle(event, d, dx);
            if (event == d) break;
        }
        return {};
    }

    Vector direction(Index d, double towards) {
        std::vector<Index> clamped;
        for (Index i = 0; i < b_.size(); ++i) {
            if (place(i) == Place::clamped) clamped.push_back(i);
        }
        Vector dx = Vector::Zero(b_.size());
        dx[d] = towards;
        if (clamped.empty()) return dx;
        const auto size = static_cast<Index>(clamped.size());
        Matrix sub(size, size);
        Vector right(size);
        for (Index i = 0; i < size; ++i) {
            const Index row = clamped[static_cast<std::size_t>(i)];
            right[i] = -A_(row, d) * towards;
            for (Index j = 0; j < size; ++j) sub(i, j) = A_(row, clamped[static_cast<std::size_t>(j)]);
            sub(i, i) += shift_;
        }
        const Vector solved = sub.ldlt().solve(right);
        for (Index i = 0; i < size; ++i) dx[clamped[static_cast<std::size_t>(i)]] = solved[i];
        return dx;
    }

    /// The largest step that keeps every condition, and the row that limits it (smallest index on ties).
    void limit_by_rows(Index d, const Vector& dx, const Vector& dw, double& step, Index& event) {
        const auto propose = [&](double length, Index row) {
            if (length < step) {
                step = std::max(0.0, length);
                event = row;
            }
        };
        if (dw[d] * w_[d] < 0.0) propose(-w_[d] / dw[d], d);
        propose(dx[d] > 0.0 ? hi_[d] - x_[d] : x_[d] - lo_[d], d);
        for (Index i = 0; i < b_.size(); ++i) {
            if (place(i) == Place::clamped) {
                if (dx[i] > 0.0) propose((hi_[i] - x_[i]) / dx[i], i);
                if (dx[i] < 0.0) propose((lo_[i] - x_[i]) / dx[i], i);
            } else if (lo_[i] != hi_[i]) {
                if (place(i) == Place::low && dw[i] < 0.0) propose(-w_[i] / dw[i], i);
                if (place(i) == Place::high && dw[i] > 0.0) propose(-w_[i] / dw[i], i);
            }
        }
    }

    void settle(Index event, Index d, const Vector& dx) {
        if (event == d) {
            if (dx[d] > 0.0 && x_[d] >= hi_[d] * (1.0 - 1e-15) && std::isfinite(hi_[d])) {
                x_[d] = hi_[d];
                place(d) = Place::high;
            } else if (dx[d] < 0.0 && std::isfinite(lo_[d]) && x_[d] - lo_[d] <= 1e-15 * std::abs(lo_[d])) {
                x_[d] = lo_[d];
                place(d) = Place::low;
            } else {
                place(d) = Place::clamped;
            }
        } else if (place(event) == Place::clamped) {
            place(event) = dx[event] > 0.0 ? Place::high : Place::low;
            x_[event] = dx[event] > 0.0 ? hi_[event] : lo_[event];
        } else {
            place(event) = Place::clamped;
        }
    }

    /// Solves the clamped rows once more from the given b: the rounding of many small steps is gone.
    /// Redundant rows make the factor nearly singular, so one refinement follows and a worse answer is thrown
    /// away.
    void polish() {
        const Vector before = x_;
        const double error_before = error();
        for (int refinement = 0; refinement < 2; ++refinement) {
            w_ = A_ * x_ - b_;
            std::vector<Index> clamped;
            for (Index i = 0; i < b_.size(); ++i) {
                if (place(i) == Place::clamped) clamped.push_back(i);
            }
            const auto size = static_cast<Index>(clamped.size());
            Matrix sub(size, size);
            Vector right(size);
            for (Index i = 0; i < size; ++i) {
                right[i] = -w_[clamped[static_cast<std::size_t>(i)]];
                for (Index j = 0; j < size; ++j) {
                    sub(i, j) =
                        A_(clamped[static_cast<std::size_t>(i)], clamped[static_cast<std::size_t>(j)]);
                }
                sub(i, i) += shift_;
            }
            if (size == 0) break;
            const Vector change = sub.ldlt().solve(right);
            for (Index i = 0; i < size; ++i) x_[clamped[static_cast<std::size_t>(i)]] += change[i];
            x_ = x_.cwiseMax(lo_).cwiseMin(hi_);
        }
        if (!(error() <= error_before)) x_ = before;
    }

    double error() const {
        const Vector w = A_ * x_ - b_;
        return (x_ - (x_ - w).cwiseMax(lo_).cwiseMin(hi_)).lpNorm<Eigen::Infinity>();
    }

    const Matrix& A_;
    const Vector& b_;
    const Vector& lo_;
    const Vector& hi_;
    int max_pivots_;
    const OutOfTime& out_of_time_;
    std::vector<Place> place_;
    Vector x_;
    Vector w_;
    double scale_ = 1.0;
    double shift_ = 0.0;
};

}  // namespace

PivotResult dantzig(const Matrix& A, const Vector& b, const Vector& lo, const Vector& hi, int max_pivots,
                    const OutOfTime& out_of_time) {
    if (b.size() == 0) return {true, {}, Vector(), 0};
    return Dantzig(A, b, lo, hi, max_pivots, out_of_time).run();
}

}  // namespace cairn::lab
