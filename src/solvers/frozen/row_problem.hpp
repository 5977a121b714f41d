#pragma once
// The mixed linear complementarity problem in rows (Catto 2005, section 7.3):
//     w = A x - b,   lo <= x <= hi,   w_i = 0 between the bounds, >= 0 at lo, <= 0 at hi.
// A friction row may take its bounds from the impulse of its normal row: |x_i| <= coefficient_i * x_normal.

#include <string>
#include <vector>

#include "solvers/frozen/problem.hpp"
#include "solvers/frozen/types.hpp"

namespace cairn::lab {

struct RowProblem {
    SparseRowMatrix A;
    Vector b;
    Vector lo;
    Vector hi;
    /// Row of the normal impulse that bounds this row, or -1 when lo and hi hold as they are.
    std::vector<int> normal;
    Vector coefficient;

    Index rows() const { return b.size(); }
    bool coupled() const;
    double lower(Index row, const Vector& x) const;
    double upper(Index row, const Vector& x) const;
    double clamp(Index row, double value, const Vector& x) const;
    /// A problem with uncoupled rows: a plain boxed MLCP.
    static RowProblem boxed(SparseRowMatrix A, Vector b, Vector lo, Vector hi);
    std::string defect() const;
};

/// How friction is modelled on a frozen problem.
enum class FrictionKind { fixed, pyramid, cone, cone_relaxed };

struct FrictionModel {
    FrictionKind kind = FrictionKind::cone;
    /// Sides of the pyramid: 4, 8 or 16.
    int sides = 4;
    /// Impulse m_c*g*h carried by one contact, for `fixed` on problems that do not bring their own bounds.
    double load = 0.0;
};

std::string to_string(const FrictionModel& model);
/// "fixed", "pyramid", "pyramid8", "cone", "cone-relaxed"; throws std::invalid_argument with a suggestion.
FrictionModel parse_friction(const std::string& text);

/// A contact problem written as rows, with the map back to contact reactions r = P x.
struct RowExpansion {
    RowProblem rows;
    SparseRowMatrix P;
    bool identity = true;

    Vector reaction(const Vector& x) const;
    /// Row values whose reaction is r (the smallest ones where there are several).
    Vector row_values(const Vector& r) const;
};

/// Why the model cannot be written as rows for this problem; empty when it can.
std::string expansion_defect(const ContactProblem& problem, const FrictionModel& model);

/// `fixed` and `pyramid` as rows. A k-sided pyramid uses k/2 friction rows at equal angles, each bounded by
/// mu tan(pi/k) x_n: their Minkowski sum is the regular k-gon around Coulomb's circle, and k = 4 is the box
/// of Catto's section 4.2 with Coulomb's bound.
RowExpansion expand(const ContactProblem& problem, const FrictionModel& model);

}  // namespace cairn::lab
