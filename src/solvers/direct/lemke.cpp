#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <vector>

#include "solvers/direct/lcp.hpp"

namespace cairn::lab {
namespace {

/// The tableau [w | z | z0 | right-hand side] with the basis' columns reduced to unit vectors.
class Tableau {
public:
    Tableau(const Matrix& M, const Vector& q) : n_(q.size()), table_(n_, 2 * n_ + 2), basis_(static_cast<std::size_t>(n_)) {
        table_.leftCols(n_).setIdentity();
        table_.middleCols(n_, n_) = -M;
        table_.col(2 * n_).setConstant(-1.0);
        table_.col(2 * n_ + 1) = q;
        for (Index i = 0; i < n_; ++i) basis_[static_cast<std::size_t>(i)] = i;
    }

    Index artificial() const { return 2 * n_; }
    Index basic(Index row) const { return basis_[static_cast<std::size_t>(row)]; }
    double right(Index row) const { return table_(row, 2 * n_ + 1); }

    /// The row with the most negative right-hand side starts: z0 enters there and all become non-negative.
    Index first_row() const {
        Index row = 0;
        table_.col(2 * n_ + 1).minCoeff(&row);
        return row;
    }

    /// Lexicographic minimum ratio test; -1 when no row limits the entering variable (a ray).
    Index leaving_row(Index entering) const {
        const double largest = table_.col(entering).cwiseAbs().maxCoeff();
        const double smallest_pivot = 1e-11 * std::max(1.0, largest);
        Index best = -1;
        for (Index row = 0; row < n_; ++row) {
            if (table_(row, entering) <= smallest_pivot) continue;
            if (best < 0 || lexicographically_less(row, best, entering)) best = row;
        }
        return best;
    }

    void pivot(Index row, Index entering) {
        table_.row(row) /= table_(row, entering);
        for (Index i = 0; i < n_; ++i) {
            const double factor = table_(i, entering);
            if (i != row && factor != 0.0) table_.row(i) -= factor * table_.row(row);
        }
        basis_[static_cast<std::size_t>(row)] = entering;
    }

    Index complement(Index variable) const { return variable < n_ ? variable + n_ : variable - n_; }

private:
    bool lexicographically_less(Index a, Index b, Index entering) const {
        const double pivot_a = table_(a, entering);
        const double pivot_b = table_(b, entering);
        const double ratio_a = right(a) / pivot_a;
        const double ratio_b = right(b) / pivot_b;
        const double tie = 1e-13 * std::max(std::abs(ratio_a), std::abs(ratio_b));
        if (ratio_a < ratio_b - tie) return true;
        if (ratio_b < ratio_a - tie) return false;
        // Let the artificial variable go as soon as it may: that ends the method.
        if (basic(a) == artificial()) return true;
        if (basic(b) == artificial()) return false;
        for (Index k = 0; k < n_; ++k) {
            const double difference = table_(a, k) / pivot_a - table_(b, k) / pivot_b;
            if (difference != 0.0) return difference < 0.0;
        }
        return false;
    }

    Index n_;
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> table_;
    std::vector<Index> basis_;
};

double natural_map(const Matrix& M, const Vector& q, const Vector& z) {
    return (z - (z - M * z - q).cwiseMax(0.0)).lpNorm<Eigen::Infinity>();
}

/// Solves M_BB z_B = -q_B anew: the tableau's rounding of many pivots is gone. Kept only when it is better.
Vector polish(const Matrix& M, const Vector& q, const Vector& z) {
    std::vector<Index> basic;
    for (Index i = 0; i < z.size(); ++i) {
        if (z[i] > 0.0) basic.push_back(i);
    }
    if (basic.empty()) return z;
    const auto size = static_cast<Index>(basic.size());
    Matrix sub(size, size);
    Vector right(size);
    for (Index i = 0; i < size; ++i) {
        right[i] = -q[basic[static_cast<std::size_t>(i)]];
        for (Index j = 0; j < size; ++j) {
            sub(i, j) = M(basic[static_cast<std::size_t>(i)], basic[static_cast<std::size_t>(j)]);
        }
    }
    const Vector solved = sub.partialPivLu().solve(right);
    Vector better = Vector::Zero(z.size());
    for (Index i = 0; i < size; ++i) better[basic[static_cast<std::size_t>(i)]] = std::max(0.0, solved[i]);
    const bool usable = better.allFinite() && natural_map(M, q, better) < natural_map(M, q, z);
    return usable ? better : z;
}

}  // namespace

PivotResult lemke(const Matrix& M, const Vector& q, int max_pivots) {
    PivotResult result;
    const Index n = q.size();
    result.x = Vector::Zero(n);
    if (n == 0 || q.minCoeff() >= 0.0) {
        result.solved = true;
        return result;
    }
    Tableau tableau(M, q);
    Index row = tableau.first_row();
    Index leaving = tableau.basic(row);
    tableau.pivot(row, tableau.artificial());
    ++result.pivots;
    while (leaving != tableau.artificial()) {
        if (result.pivots >= max_pivots) {
            result.message = "pivot limit of " + std::to_string(max_pivots) + " reached";
            return result;
        }
        const Index entering = tableau.complement(leaving);
        row = tableau.leaving_row(entering);
        if (row < 0) {
            result.message = "ended on a ray: no complementary solution was found";
            return result;
        }
        leaving = tableau.basic(row);
        tableau.pivot(row, entering);
        ++result.pivots;
    }
    for (Index i = 0; i < n; ++i) {
        const Index variable = tableau.basic(i);
        if (variable >= n && variable < 2 * n) result.x[variable - n] = std::max(0.0, tableau.right(i));
    }
    result.x = polish(M, q, result.x);
    result.solved = result.x.allFinite();
    return result;
}

}  // namespace cairn::lab
