#pragma once
// Block solves for point-to-point joints (Tamis 4.3): the three rows of a ball joint are solved together with
// the inverse of their 3x3 matrix K = J M^-1 J^T, and the bodies are updated once instead of three times.

#include <Eigen/LU>
#include <cstddef>
#include <vector>

#include "solvers/frozen/types.hpp"
#include "solvers/rows/sparse_rows.hpp"

namespace cairn::lab::rows {

/// Rows 3k, 3k+1, 3k+2 of the system are joint k; both ends of the three rows are the same bodies.
class PointBlocks {
public:
    explicit PointBlocks(const SparseRows<double>& system) : system_(system) {
        for (std::size_t first = 0; first + 2 < system.size(); first += 3) {
            Matrix3 K;
            for (int i = 0; i < 3; ++i) {
                for (int j = 0; j < 3; ++j) {
                    const std::size_t a = first + static_cast<std::size_t>(i);
                    const std::size_t b = first + static_cast<std::size_t>(j);
                    K(i, j) =
                        dot(system.J_sp[a][0], system.B_sp[b][0]) + dot(system.J_sp[a][1], system.B_sp[b][1]);
                }
            }
            inverse_.push_back(K.inverse());
        }
    }

    /// One pass over the joints; `target` is the velocity each row should have.
    void sweep(const std::vector<double>& target, std::vector<double>& impulse,
               std::vector<Six<double>>& velocity) const {
        for (std::size_t block = 0; block < inverse_.size(); ++block) {
            Vector3 error;
            for (std::size_t k = 0; k < 3; ++k) {
                const std::size_t row = 3 * block + k;
                error[static_cast<Index>(k)] = target[row] - system_.row_times(row, velocity);
            }
            const Vector3 change = inverse_[block] * error;
            for (std::size_t k = 0; k < 3; ++k) {
                const std::size_t row = 3 * block + k;
                impulse[row] += change[static_cast<Index>(k)];
                system_.scatter(row, change[static_cast<Index>(k)], system_.B_sp, velocity);
            }
        }
    }

private:
    const SparseRows<double>& system_;
    std::vector<Matrix3> inverse_;
};

}  // namespace cairn::lab::rows
