#pragma once
// Coulomb's problem for a single contact, solved exactly: given u = W r + q with the other contacts held,
// find r. It is the kernel of block Gauss-Seidel (`si` with the cone, `robust`).

#include "solvers/frozen/types.hpp"

namespace cairn::lab {

/// The contact's own 3x3 block, prepared once per solve.
class OneContact {
public:
    OneContact() = default;
    OneContact(const Matrix3& W, double mu);

    /// The impulse r that satisfies Coulomb's law for u = W r + q. Three cases, in the order of Coulomb's
    /// law:
    ///   take-off  q_n >= 0: r = 0;
    ///   stick     r = -W^-1 q inside the cone;
    ///   slide     u_t = -alpha r_t, |r_t| = mu r_n, u_n = 0: a scalar equation in alpha > 0, which has a
    ///   root because
    ///             |r_t| - mu r_n is positive at alpha = 0 (outside the cone) and negative for large alpha.
    /// A contact without inverse mass (W_nn <= 0) cannot be moved and gets r = 0.
    Vector3 solve(const Vector3& q) const;

    /// r <- P_K(r - u / eta): one step of the Anitescu-Tasora iteration for the convex relaxation, with eta
    /// an upper bound of the block's spectrum.
    Vector3 convex_step(const Vector3& r, const Vector3& u) const;

    double mu() const { return mu_; }

private:
    Vector3 slide(const Vector3& q) const;

    double mu_ = 0.0;
    double normal_ = 0.0;                              // W_nn
    Vector2 normal_tangent_{0, 0};                     // W_nt
    Vector2 tangent_normal_{0, 0};                     // W_tn
    Eigen::Matrix2d schur_ = Eigen::Matrix2d::Zero();  // W_tt - W_tn W_nt / W_nn
    Matrix3 inverse_ = Matrix3::Zero();
    bool invertible_ = false;
    double inverse_bound_ = 0.0;  // 1 / eta
};

}  // namespace cairn::lab
