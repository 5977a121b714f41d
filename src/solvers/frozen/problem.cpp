#include "solvers/frozen/problem.hpp"

#include <Eigen/SparseLU>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace cairn::lab {
namespace {

std::string first_bad_entry(const Vector& values, const std::string& what, bool must_be_nonnegative) {
    for (Index i = 0; i < values.size(); ++i) {
        if (!std::isfinite(values[i])) return what + "[" + std::to_string(i) + "] is not finite";
        if (must_be_nonnegative && values[i] < 0.0) {
            return what + "[" + std::to_string(i) + "] = " + std::to_string(values[i]) + " is negative";
        }
    }
    return {};
}

std::string sparse_defect(const SparseColumnMatrix& matrix, const std::string& what) {
    for (int column = 0; column < matrix.outerSize(); ++column) {
        for (SparseColumnMatrix::InnerIterator it(matrix, column); it; ++it) {
            if (!std::isfinite(it.value())) {
                return what + "(" + std::to_string(it.row()) + "," + std::to_string(it.col()) +
                       ") is not finite";
            }
        }
    }
    return {};
}

}  // namespace

Vector ContactProblem::velocity(const Vector& reaction) const { return W.multiply(reaction) + q; }

std::string ContactProblem::defect() const {
    const Index n = mu.size();
    if (n == 0) return "no contacts";
    if (W.block_count() != n) {
        return "W has " + std::to_string(W.block_count()) + " block rows but there are " + std::to_string(n) +
               " contacts";
    }
    if (q.size() != 3 * n) {
        return "q has " + std::to_string(q.size()) + " entries but " + std::to_string(3 * n) + " are needed";
    }
    if (fixed_bound.size() != 0 && fixed_bound.size() != n) return "fixed_bound has a wrong length";
    std::string bad = first_bad_entry(q, "q", false);
    if (bad.empty()) bad = first_bad_entry(mu, "mu", true);
    if (bad.empty() && fixed_bound.size() != 0) bad = first_bad_entry(fixed_bound, "fixed_bound", true);
    if (!bad.empty()) return bad;
    for (int row = 0; row < W.block_count(); ++row) {
        for (int slot = W.row_begin(row); slot < W.row_end(row); ++slot) {
            if (!W.block(slot).allFinite()) {
                return "W block (" + std::to_string(row) + "," + std::to_string(W.column(slot)) +
                       ") is not finite";
            }
        }
    }
    return {};
}

std::string GlobalProblem::defect() const {
    const Index n = mu.size();
    if (n == 0) return "no contacts";
    if (M.rows() != M.cols()) return "M is not square";
    if (H.rows() != M.rows())
        return "H has " + std::to_string(H.rows()) + " rows, M has " + std::to_string(M.rows());
    if (H.cols() != 3 * n)
        return "H has " + std::to_string(H.cols()) + " columns, needs " + std::to_string(3 * n);
    if (f.size() != M.rows()) return "f has a wrong length";
    if (w.size() != 3 * n) return "w has a wrong length";
    for (std::string bad : {first_bad_entry(f, "f", false), first_bad_entry(w, "w", false),
                            first_bad_entry(mu, "mu", true), sparse_defect(M, "M"), sparse_defect(H, "H")}) {
        if (!bad.empty()) return bad;
    }
    return {};
}

ContactProblem condense(const GlobalProblem& global) {
    const std::string bad = global.defect();
    if (!bad.empty()) throw std::runtime_error(global.name + ": " + bad);
    Eigen::SparseLU<SparseColumnMatrix> factor(global.M);
    if (factor.info() != Eigen::Success) throw std::runtime_error(global.name + ": M is singular");
    const SparseColumnMatrix inverse_times_h = factor.solve(global.H);
    const SparseColumnMatrix product = SparseColumnMatrix(global.H.transpose()) * inverse_times_h;

    std::vector<BlockMatrix::Entry> entries;
    for (int column = 0; column < product.outerSize(); ++column) {
        for (SparseColumnMatrix::InnerIterator it(product, column); it; ++it) {
            const int i = static_cast<int>(it.row());
            const int j = static_cast<int>(it.col());
            BlockMatrix::Entry entry{i / 3, j / 3, Matrix3::Zero()};
            entry.block(i % 3, j % 3) = it.value();
            entries.push_back(entry);
        }
    }
    ContactProblem local;
    local.name = global.name;
    local.W = BlockMatrix(global.contacts(), std::move(entries));
    local.q = global.H.transpose() * Vector(factor.solve(global.f)) + global.w;
    local.mu = global.mu;
    return local;
}

}  // namespace cairn::lab
