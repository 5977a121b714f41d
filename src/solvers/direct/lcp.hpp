#pragma once
// Direct (pivoting) solvers of linear complementarity problems: the exact oracle for small problems.

#include <functional>
#include <string>
#include <vector>

#include "solvers/frozen/row_problem.hpp"
#include "solvers/frozen/solve.hpp"

namespace cairn::lab {

struct PivotResult {
    bool solved = false;
    std::string message;
    Vector x;
    int pivots = 0;
};

/// Asked before every pivot: true when the time is up. Empty: there is no limit of time.
using OutOfTime = std::function<bool()>;

/// Lemke's method for w = M z + q, 0 <= w _|_ z >= 0, with the lexicographic ratio test, a final solve on the
/// found basis and, where rounding led a walk astray, further walks with other covering vectors. In exact
/// arithmetic the first walk ends with a solution or a ray, and a ray proves infeasibility for
/// copositive-plus M.
PivotResult lemke(const Matrix& M, const Vector& q, int max_pivots, const OutOfTime& out_of_time = {});

/// Dantzig's method as Baraff 1994 uses it, with lower and upper bounds: rows enter one at a time and are
/// driven to their condition while all earlier rows keep theirs. Needs a symmetric positive semi-definite A
/// and no coupled rows.
PivotResult dantzig(const Matrix& A, const Vector& b, const Vector& lo, const Vector& hi, int max_pivots,
                    const OutOfTime& out_of_time = {});

/// A row problem as a standard LCP and the way back. Free rows are eliminated, finite upper bounds get a
/// multiplier, friction rows tied to a normal become Stewart-Trinkle's triple (push, pull, slack).
class StandardLcp {
public:
    /// Throws std::runtime_error when the free rows are singular.
    explicit StandardLcp(const RowProblem& problem);

    const Matrix& M() const { return M_; }
    const Vector& q() const { return q_; }
    Vector row_values(const Vector& z) const;
    /// The size the LCP would have, without building it.
    static Index size(const RowProblem& problem);

private:
    void eliminate_free_rows(const RowProblem& problem, Matrix& reduced, Vector& right);
    void map_variables(const RowProblem& problem, Matrix& extra, Vector& constant);

    Matrix M_;
    Vector q_;
    Matrix from_z_;  // x of the bounded rows = from_z z + offset
    Vector offset_;
    std::vector<Index> bounded_;
    std::vector<Index> free_;
    Matrix free_from_bounded_;
    Vector free_constant_;
    Index rows_ = 0;
    double unit_ = 1.0;
};

}  // namespace cairn::lab
