#pragma once
// One yardstick for every solver (checklist section 4, M1 to M4), computed in double after the solve.

#include "solvers/frozen/problem.hpp"
#include "solvers/frozen/row_problem.hpp"

namespace cairn::lab {

/// M1: the rows' natural map and the Fischer-Burmeister merit.
struct RowResidual {
    /// max |x - clip(x - w / diag)|: impulse units.
    double natural = 0.0;
    /// The same times the row's diagonal: velocity units.
    double natural_velocity = 0.0;
    /// ||x - clip(x - w)|| / ||b||, Siconos' convention (rho = 1).
    double relative = 0.0;
    /// 1/2 ||phi_FB||^2.
    double fischer_burmeister = 0.0;
};
RowResidual row_residual(const RowProblem& problem, const Vector& x);

/// M2 to M4 of a contact reaction under Coulomb's law and under the convex relaxation.
struct ContactResidual {
    double de_saxce = 0.0;         ///< M2 with rho = 1 over ||q||, as Siconos prints it
    double de_saxce_scaled = 0.0;  ///< M2 with rho = 1 / mean diag W: independent of units
    double convex = 0.0;           ///< M3 with rho = 1 over ||q||
    double convex_scaled = 0.0;    ///< M3 with rho = 1 / mean diag W
    double objective = 0.0;        ///< 1/2 r W r + q r
    double approach_speed = 0.0;   ///< M4: max (-u_n)+
    double spurious_work = 0.0;    ///< M4: sum |u_n r_n|
    double cone_violation = 0.0;   ///< M4: max (|r_t| - mu r_n)+
    // the last two where r_n, and for the angle |u_t|, is more than a millionth of the problem's largest
    double direction_error = 0.0;  ///< M4: max angle(-u_t, r_t) where the contact slides, radians
    double sticking_speed = 0.0;   ///< M4: max |u_t| where |r_t| < mu r_n

    /// Of no answer: every number is NaN, so that nobody takes it for a perfect one.
    static ContactResidual unknown();
};
ContactResidual contact_residual(const ContactProblem& problem, const Vector& reaction);

/// ||r - P_K(r - rho u~)|| for rho: the distance from Coulomb's law, not divided by anything.
double de_saxce_distance(const ContactProblem& problem, const Vector& r, const Vector& u, double rho);
/// The same for the convex relaxation (no mu |u_t| term).
double convex_distance(const ContactProblem& problem, const Vector& r, const Vector& u, double rho);

/// ||q||, or 1 where q vanishes (Siconos' convention).
double residual_scale(const Vector& q);

/// The residual that a model's solvers are stopped by: M2 for `cone`, M3 for `cone-relaxed` (Siconos'
/// convention).
double cone_model_residual(const ContactProblem& problem, FrictionKind kind, const Vector& reaction);

}  // namespace cairn::lab
