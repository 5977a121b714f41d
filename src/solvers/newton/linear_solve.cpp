#include <Eigen/LU>
#include <Eigen/SparseLU>

#include "solvers/newton/nonsmooth_system.hpp"

namespace cairn::lab {
namespace {

bool prefers_dense(double size, double entries) {
    return size <= 60.0 || (size <= 600.0 && entries > 0.3 * size * size);
}

}  // namespace

double factor_cost(double size, double entries) {
    // Blocked dense kernels run at about a quarter of the time a multiplication of a sparse sweep takes.
    const double dense = 0.25 * size * size * size / 3.0 + 20.0 * size * size;
    if (prefers_dense(size, entries)) return dense;
    // Contact graphs fill in moderately: a handful of multiplications per pair of entries in a row, plus the
    // symbolic work per entry.
    const double per_row = entries / size;
    return 5.0 * entries * per_row + 100.0 * entries;
}

bool solve_triplets(const std::vector<Eigen::Triplet<double, int>>& triplets, Index size, const Vector& right,
                    Vector& solution) {
    if (size == 0) {
        solution.resize(0);
        return true;
    }
    if (prefers_dense(static_cast<double>(size), static_cast<double>(triplets.size()))) {
        Matrix dense = Matrix::Zero(size, size);
        for (const auto& entry : triplets) dense(entry.row(), entry.col()) += entry.value();
        solution = dense.partialPivLu().solve(right);
    } else {
        SparseColumnMatrix sparse(size, size);
        sparse.setFromTriplets(triplets.begin(), triplets.end());
        Eigen::SparseLU<SparseColumnMatrix> factor(sparse);
        if (factor.info() != Eigen::Success) return false;
        solution = factor.solve(right);
    }
    return solution.allFinite();
}

}  // namespace cairn::lab
