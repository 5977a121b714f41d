#pragma once
// A square matrix of 3x3 blocks in compressed rows: the Delassus operator W = J M^-1 J^T of a contact
// problem, one block row per contact in the order (normal, tangent 1, tangent 2).

#include <cstddef>
#include <vector>

#include "solvers/frozen/types.hpp"

namespace cairn::lab {

class BlockMatrix {
public:
    using BlockView = Eigen::Map<const Matrix3>;

    /// One 3x3 block on its way into a matrix; blocks that name the same place are added.
    struct Entry {
        int row;
        int column;
        Matrix3 block;
    };

    BlockMatrix() = default;
    /// Every diagonal block is stored, even a zero one, so that a contact can always ask for its own.
    BlockMatrix(int block_count, std::vector<Entry> entries);

    static BlockMatrix from_dense(const Matrix& dense);

    int block_count() const { return block_count_; }
    std::size_t stored_blocks() const { return column_.size(); }
    std::size_t bytes() const;

    int row_begin(int row) const { return row_start_[static_cast<std::size_t>(row)]; }
    int row_end(int row) const { return row_start_[static_cast<std::size_t>(row) + 1]; }
    int column(int slot) const { return column_[static_cast<std::size_t>(slot)]; }
    BlockView block(int slot) const { return BlockView(values_.data() + 9 * static_cast<std::size_t>(slot)); }
    BlockView diagonal(int row) const { return block(diagonal_[static_cast<std::size_t>(row)]); }

    /// (W x)_row, the relative velocity at one contact, O(blocks in the row).
    Vector3 multiply_row(int row, const Vector& x) const;
    /// y = W x.
    void multiply(const Vector& x, Vector& y) const;
    Vector multiply(const Vector& x) const;

    /// Multiplies every entry.
    void scale(double factor);

    Vector scalar_diagonal() const;
    double mean_diagonal() const;
    bool all_finite() const;
    /// max |W - W^T| over max |W|: 0 for an exactly symmetric operator.
    double asymmetry() const;
    /// The largest absolute row sum, an upper bound of the spectral radius.
    double norm_infinity() const;

    Matrix to_dense() const;
    SparseRowMatrix to_sparse() const;

private:
    int block_count_ = 0;
    std::vector<int> row_start_{0};
    std::vector<int> column_;
    std::vector<int> diagonal_;
    std::vector<double> values_;
};

}  // namespace cairn::lab
