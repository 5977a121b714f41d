#include "solvers/frozen/block_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace cairn::lab {

BlockMatrix::BlockMatrix(int block_count, std::vector<Entry> entries) : block_count_(block_count) {
    for (int row = 0; row < block_count; ++row) entries.push_back({row, row, Matrix3::Zero()});
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        return a.row != b.row ? a.row < b.row : a.column < b.column;
    });
    row_start_.assign(static_cast<std::size_t>(block_count) + 1, 0);
    diagonal_.assign(static_cast<std::size_t>(block_count), 0);
    int previous_row = -1;
    for (const Entry& entry : entries) {
        const bool same_place =
            previous_row == entry.row && !column_.empty() && column_.back() == entry.column;
        if (!same_place) {
            column_.push_back(entry.column);
            values_.resize(values_.size() + 9, 0.0);
            ++row_start_[static_cast<std::size_t>(entry.row) + 1];
            if (entry.row == entry.column) {
                diagonal_[static_cast<std::size_t>(entry.row)] = static_cast<int>(column_.size()) - 1;
            }
        }
        Eigen::Map<Matrix3>(values_.data() + values_.size() - 9) += entry.block;
        previous_row = entry.row;
    }
    for (std::size_t row = 0; row < static_cast<std::size_t>(block_count); ++row) {
        row_start_[row + 1] += row_start_[row];
    }
}

BlockMatrix BlockMatrix::from_dense(const Matrix& dense) {
    const int count = static_cast<int>(dense.rows() / 3);
    std::vector<Entry> entries;
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j < count; ++j) {
            const Matrix3 block = dense.block<3, 3>(3 * i, 3 * j);
            // A NaN block compares unequal to zero as well, so it is kept and found by the validation.
            if (i == j || !(block.array() == 0.0).all()) entries.push_back({i, j, block});
        }
    }
    return BlockMatrix(count, std::move(entries));
}

std::size_t BlockMatrix::bytes() const {
    return values_.size() * sizeof(double) +
           (column_.size() + row_start_.size() + diagonal_.size()) * sizeof(int);
}

Vector3 BlockMatrix::multiply_row(int row, const Vector& x) const {
    double y0 = 0.0;
    double y1 = 0.0;
    double y2 = 0.0;
    const double* input = x.data();
    const double* a = values_.data() + 9 * static_cast<std::size_t>(row_begin(row));
    for (int slot = row_begin(row), end = row_end(row); slot < end; ++slot, a += 9) {
        const double* v = input + 3 * column(slot);
        y0 += a[0] * v[0] + a[1] * v[1] + a[2] * v[2];
        y1 += a[3] * v[0] + a[4] * v[1] + a[5] * v[2];
        y2 += a[6] * v[0] + a[7] * v[1] + a[8] * v[2];
    }
    return {y0, y1, y2};
}

void BlockMatrix::multiply(const Vector& x, Vector& y) const {
    y.resize(3 * block_count_);
    for (int row = 0; row < block_count_; ++row) y.segment<3>(3 * row) = multiply_row(row, x);
}

Vector BlockMatrix::multiply(const Vector& x) const {
    Vector y;
    multiply(x, y);
    return y;
}

void BlockMatrix::scale(double factor) {
    for (double& value : values_) value *= factor;
}

Vector BlockMatrix::scalar_diagonal() const {
    Vector result(3 * block_count_);
    for (int row = 0; row < block_count_; ++row) result.segment<3>(3 * row) = diagonal(row).diagonal();
    return result;
}

double BlockMatrix::mean_diagonal() const { return block_count_ == 0 ? 0.0 : scalar_diagonal().mean(); }

bool BlockMatrix::all_finite() const {
    return std::all_of(values_.begin(), values_.end(), [](double value) { return std::isfinite(value); });
}

double BlockMatrix::asymmetry() const {
    std::map<std::pair<int, int>, int> slot_of;
    for (int row = 0; row < block_count_; ++row) {
        for (int slot = row_begin(row); slot < row_end(row); ++slot) slot_of[{row, column(slot)}] = slot;
    }
    double difference = 0.0;
    double scale = 0.0;
    for (const auto& [place, slot] : slot_of) {
        const auto mirrored = slot_of.find({place.second, place.first});
        const Matrix3 other =
            mirrored == slot_of.end() ? Matrix3(Matrix3::Zero()) : Matrix3(block(mirrored->second));
        difference = std::max(difference, (block(slot) - other.transpose()).cwiseAbs().maxCoeff());
        scale = std::max(scale, block(slot).cwiseAbs().maxCoeff());
    }
    return scale > 0.0 ? difference / scale : 0.0;
}

double BlockMatrix::norm_infinity() const {
    double largest = 0.0;
    for (int row = 0; row < block_count_; ++row) {
        Vector3 sums = Vector3::Zero();
        for (int slot = row_begin(row); slot < row_end(row); ++slot)
            sums += block(slot).cwiseAbs().rowwise().sum();
        largest = std::max(largest, sums.maxCoeff());
    }
    return largest;
}

Matrix BlockMatrix::to_dense() const {
    Matrix dense = Matrix::Zero(3 * block_count_, 3 * block_count_);
    for (int row = 0; row < block_count_; ++row) {
        for (int slot = row_begin(row); slot < row_end(row); ++slot) {
            dense.block<3, 3>(3 * row, 3 * column(slot)) = block(slot);
        }
    }
    return dense;
}

SparseRowMatrix BlockMatrix::to_sparse() const {
    SparseRowMatrix sparse(3 * block_count_, 3 * block_count_);
    std::vector<Eigen::Triplet<double, int>> triplets;
    triplets.reserve(values_.size());
    for (int row = 0; row < block_count_; ++row) {
        for (int slot = row_begin(row); slot < row_end(row); ++slot) {
            for (int i = 0; i < 3; ++i) {
                for (int j = 0; j < 3; ++j) {
                    triplets.emplace_back(3 * row + i, 3 * column(slot) + j, block(slot)(i, j));
                }
            }
        }
    }
    sparse.setFromTriplets(triplets.begin(), triplets.end());
    return sparse;
}

}  // namespace cairn::lab
