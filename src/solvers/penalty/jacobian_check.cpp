#include "solvers/penalty/jacobian_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace cairn::penalty {

namespace {

struct Part {
    int first, size;
    const char *rate, *variable;
};

constexpr Part parts[] = {{at_position, 3, "dx'", "dx"},
                          {at_rotation, 4, "dq'", "dq"},
                          {at_momentum, 3, "dF", "dP"},
                          {at_spin, 3, "dtorque", "dL"}};

std::string name_of(const Part& row, int row_body, const Part& column, int column_body) {
    return std::string(row.rate) + "[" + std::to_string(row_body) + "]/" + column.variable + "[" +
           std::to_string(column_body) + "]";
}

}  // namespace

Eigen::MatrixXd measured_jacobian(StiffSystem& system, const Column& y) {
    const Eigen::Index n = y.size();
    Eigen::MatrixXd result(n, n);
    Column ahead(n), behind(n), moved = y;
    for (Eigen::Index j = 0; j < n; ++j) {
        // The cube root of the rounding unit balances rounding against curvature.
        const double delta = 6e-6 * std::max(1e-2, std::abs(y[j]));
        moved[j] = y[j] + delta;
        system.derivative(moved, ahead);
        moved[j] = y[j] - delta;
        system.derivative(moved, behind);
        moved[j] = y[j];
        result.col(j) = (ahead - behind) / (2 * delta);
    }
    return result;
}

JacobianCheck check_jacobian(StiffSystem& system, const Column& y, const Eigen::MatrixXd& derived,
                             double tolerance) {
    const Eigen::MatrixXd measured = measured_jacobian(system, y);
    JacobianCheck check;
    const int bodies = static_cast<int>(y.size()) / state_size;
    for (int a = 0; a < bodies; ++a)
        for (int b = 0; b < bodies; ++b)
            for (const Part& row : parts)
                for (const Part& column : parts) {
                    const int first_row = state_size * a + row.first,
                              first_column = state_size * b + column.first;
                    const auto ours = derived.block(first_row, first_column, row.size, column.size);
                    const auto theirs = measured.block(first_row, first_column, row.size, column.size);
                    Eigen::Index r = 0, c = 0;
                    const double difference = (ours - theirs).cwiseAbs().maxCoeff(&r, &c);
                    const double scale = std::max(
                        {ours.cwiseAbs().maxCoeff(), theirs.cwiseAbs().maxCoeff(),
                         // Rounding of f itself: the row's largest entry sets what can be seen.
                         1e-4 * measured.middleRows(first_row, row.size).cwiseAbs().maxCoeff(), 1e-12});
                    const double error = difference / scale;
                    check.worst_error = std::max(check.worst_error, error);
                    if (!(error > tolerance)) continue;
                    const double sum = (ours + theirs).cwiseAbs().maxCoeff();
                    check.wrong.push_back({name_of(row, a, column, b), first_row + int(r),
                                           first_column + int(c), ours(r, c), theirs(r, c), error,
                                           sum <= tolerance * scale});
                }
    std::stable_sort(check.wrong.begin(), check.wrong.end(),
                     [](const WrongBlock& x, const WrongBlock& z) { return x.error > z.error; });
    return check;
}

JacobianCheck check_jacobian(GroupSystem& system, const Column& y, double tolerance) {
    system.linearize(y);
    return check_jacobian(system, y, Eigen::MatrixXd(system.jacobian().assemble()), tolerance);
}

std::string JacobianCheck::text() const {
    if (wrong.empty()) {
        char line[80];
        std::snprintf(line, sizeof line, "all blocks agree; the worst error is %.2g\n", worst_error);
        return line;
    }
    std::string all;
    for (const WrongBlock& block : wrong) {
        char line[200];
        std::snprintf(line, sizeof line, "%-18s at (%d, %d): derived %.6g, measured %.6g, error %.2g%s\n",
                      block.name.c_str(), block.row, block.column, block.derived, block.measured, block.error,
                      block.opposite ? " (opposite sign)" : "");
        all += line;
    }
    return all;
}

}  // namespace cairn::penalty
