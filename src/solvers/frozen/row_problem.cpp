#include "solvers/frozen/row_problem.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <utility>

#include "base/suggest.hpp"

namespace cairn::lab {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// cos(k pi / 8), written out: the library's function rounds differently between machines, and its cosine of
/// a right angle is not zero.
constexpr double cosines[] = {1.0, 0.92387953251128674,  0.70710678118654752,  0.38268343236508977,
                              0.0, -0.38268343236508977, -0.70710678118654752, -0.92387953251128674};

/// P for one contact: the normal row and k/2 axes, 4 or 8, over the half circle.
void append_axes(int contact, int axes, std::vector<Eigen::Triplet<double, int>>& triplets) {
    const int row = 3 * contact;
    const int column = contact * (1 + axes);
    triplets.emplace_back(row, column, 1.0);
    for (int axis = 0; axis < axes; ++axis) {
        const int eighths = 8 / axes * axis;
        triplets.emplace_back(row + 1, column + 1 + axis, cosines[eighths]);
        triplets.emplace_back(row + 2, column + 1 + axis, cosines[std::abs(4 - eighths)]);
    }
}

/// tan(pi / sides), likewise.
double bound_of_axis(int sides) {
    return sides == 16 ? 0.19891236737965801 : sides == 8 ? 0.41421356237309505 : 1.0;
}

}  // namespace

bool RowProblem::coupled() const {
    return std::any_of(normal.begin(), normal.end(), [](int row) { return row >= 0; });
}

double RowProblem::lower(Index row, const Vector& x) const {
    const int source = normal[static_cast<std::size_t>(row)];
    return source < 0 ? lo[row] : -coefficient[row] * std::max(0.0, x[source]);
}

double RowProblem::upper(Index row, const Vector& x) const {
    const int source = normal[static_cast<std::size_t>(row)];
    return source < 0 ? hi[row] : coefficient[row] * std::max(0.0, x[source]);
}

double RowProblem::clamp(Index row, double value, const Vector& x) const {
    return std::max(lower(row, x), std::min(value, upper(row, x)));
}

RowProblem RowProblem::boxed(SparseRowMatrix A, Vector b, Vector lo, Vector hi) {
    RowProblem problem;
    problem.A = std::move(A);
    problem.b = std::move(b);
    problem.lo = std::move(lo);
    problem.hi = std::move(hi);
    problem.normal.assign(static_cast<std::size_t>(problem.b.size()), -1);
    problem.coefficient = Vector::Zero(problem.b.size());
    return problem;
}

std::string RowProblem::defect() const {
    const Index n = b.size();
    if (A.rows() != n || A.cols() != n) return "A is not " + std::to_string(n) + " x " + std::to_string(n);
    if (lo.size() != n || hi.size() != n || coefficient.size() != n) return "bounds have a wrong length";
    if (normal.size() != static_cast<std::size_t>(n)) return "the friction map has a wrong length";
    for (Index i = 0; i < n; ++i) {
        const std::string row = "row " + std::to_string(i);
        if (!std::isfinite(b[i])) return row + ": b is not finite";
        if (normal[static_cast<std::size_t>(i)] >= n) return row + ": normal row is out of range";
        if (std::isnan(lo[i]) || std::isnan(hi[i]) || lo[i] > hi[i]) return row + ": lo > hi";
    }
    for (Index k = 0; k < A.nonZeros(); ++k) {
        if (!std::isfinite(A.valuePtr()[k])) return "A holds a value that is not finite";
    }
    return {};
}

std::string to_string(const FrictionModel& model) {
    switch (model.kind) {
        case FrictionKind::fixed:
            return "fixed";
        case FrictionKind::pyramid:
            return "pyramid" + std::to_string(model.sides);
        case FrictionKind::cone:
            return "cone";
        case FrictionKind::cone_relaxed:
            return "cone-relaxed";
    }
    return "cone";
}

FrictionModel parse_friction(const std::string& text) {
    if (text == "fixed") return {FrictionKind::fixed, 4, 0.0};
    if (text == "pyramid" || text == "pyramid4") return {FrictionKind::pyramid, 4, 0.0};
    if (text == "pyramid8") return {FrictionKind::pyramid, 8, 0.0};
    if (text == "pyramid16") return {FrictionKind::pyramid, 16, 0.0};
    if (text == "cone") return {FrictionKind::cone, 4, 0.0};
    if (text == "cone-relaxed") return {FrictionKind::cone_relaxed, 4, 0.0};
    const std::vector<std::string> known = {"fixed",     "pyramid", "pyramid4",    "pyramid8",
                                            "pyramid16", "cone",    "cone-relaxed"};
    throw std::invalid_argument(unknown_word("friction model", text, known));
}

Vector RowExpansion::reaction(const Vector& x) const { return identity ? x : Vector(P * x); }

Vector RowExpansion::row_values(const Vector& r) const {
    if (identity) return r;
    // The axes are equally spaced, so D D^T = (k/4) I in the tangent plane and 4/k D^T is the pseudo-inverse.
    Vector x = P.transpose() * r;
    const Index per_contact = P.cols() / (P.rows() / 3);
    const double scale = 2.0 / static_cast<double>(per_contact - 1);
    for (Index i = 0; i < x.size(); ++i) {
        if (i % per_contact != 0) x[i] *= scale;
    }
    return x;
}

std::string expansion_defect(const ContactProblem& problem, const FrictionModel& model) {
    if (model.kind == FrictionKind::cone || model.kind == FrictionKind::cone_relaxed) {
        return "friction model " + to_string(model) +
               " cannot be written as bounded rows: use friction=pyramid, pyramid8, pyramid16 or fixed";
    }
    if (model.kind == FrictionKind::pyramid && model.sides != 4 && model.sides != 8 && model.sides != 16) {
        return "a pyramid has 4, 8 or 16 sides, not " + std::to_string(model.sides);
    }
    if (model.kind == FrictionKind::fixed && problem.fixed_bound.size() == 0 && !(model.load > 0.0)) {
        return "the problem brings no fixed friction bound and no load=IMPULSE (m_c*g*h) was given";
    }
    return {};
}

RowExpansion expand(const ContactProblem& problem, const FrictionModel& model) {
    const std::string bad = expansion_defect(problem, model);
    if (!bad.empty()) throw std::invalid_argument(bad);
    const int n = problem.contacts();
    const int axes = model.kind == FrictionKind::pyramid ? model.sides / 2 : 2;
    const Index rows = static_cast<Index>(n) * (1 + axes);
    RowExpansion result;
    result.identity = axes == 2;
    if (result.identity) {
        result.rows.A = problem.W.to_sparse();
        result.rows.b = -problem.q;
    } else {
        std::vector<Eigen::Triplet<double, int>> triplets;
        for (int contact = 0; contact < n; ++contact) append_axes(contact, axes, triplets);
        result.P.resize(3 * static_cast<Index>(n), rows);
        result.P.setFromTriplets(triplets.begin(), triplets.end());
        result.rows.A = SparseRowMatrix(result.P.transpose()) * problem.W.to_sparse() * result.P;
        result.rows.b = -(result.P.transpose() * problem.q);
    }
    RowProblem& target = result.rows;
    target.lo = Vector::Zero(rows);
    target.hi = Vector::Constant(rows, infinity);
    target.normal.assign(static_cast<std::size_t>(rows), -1);
    target.coefficient = Vector::Zero(rows);
    for (int contact = 0; contact < n; ++contact) {
        const Index first = static_cast<Index>(contact) * (1 + axes);
        for (Index row = first + 1; row < first + 1 + axes; ++row) {
            if (model.kind == FrictionKind::fixed) {
                const double bound = problem.fixed_bound.size() != 0 ? problem.fixed_bound[contact]
                                                                     : problem.mu[contact] * model.load;
                target.lo[row] = -bound;
                target.hi[row] = bound;
            } else {
                target.normal[static_cast<std::size_t>(row)] = static_cast<int>(first);
                target.coefficient[row] = problem.mu[contact] * bound_of_axis(model.sides);
            }
        }
    }
    return result;
}

}  // namespace cairn::lab
