#pragma once
// The linear-algebra vocabulary of the solver lab. Everything here is double precision: the lab judges, so it
// must not add rounding of its own to what it judges.

#include <Eigen/Core>
#include <Eigen/SparseCore>

namespace cairn::lab {

using Index = Eigen::Index;
using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using Vector3 = Eigen::Vector3d;
using Vector2 = Eigen::Vector2d;
using Matrix3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
using SparseRowMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;
using SparseColumnMatrix = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;

}  // namespace cairn::lab
