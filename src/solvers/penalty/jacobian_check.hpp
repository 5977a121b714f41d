#pragma once
// The Jacobian debugger of Larsen 6.5, for anyone who writes a force: column j by finite differences,
// (f(y + d e_j) - f(y - d e_j)) / 2d, against the Jacobian as derived; it names the blocks that differ.

#include <string>
#include <vector>

#include "solvers/penalty/group_system.hpp"

namespace cairn::penalty {

struct WrongBlock {
    std::string name;         // "dF[0]/dq[1]": rows of force of body 0, columns of rotation of body 1
    int row = 0, column = 0;  // of the largest difference, in the whole matrix
    double derived = 0, measured = 0;
    double error = 0;       // relative to the largest entry of the block
    bool opposite = false;  // they agree but for the sign
};

struct JacobianCheck {
    double worst_error = 0;
    std::vector<WrongBlock> wrong;  // the worst first

    /// One line a wrong block, or that all agree.
    std::string text() const;
};

Eigen::MatrixXd measured_jacobian(StiffSystem& system, const Column& y);

/// Compares `derived` with what finite differences say at y, block by block of 3 or 4 rows and columns.
JacobianCheck check_jacobian(StiffSystem& system, const Column& y, const Eigen::MatrixXd& derived,
                             double tolerance = 1e-5);
/// Of a group, with its own Jacobian.
JacobianCheck check_jacobian(GroupSystem& system, const Column& y, double tolerance = 1e-5);

}  // namespace cairn::penalty
