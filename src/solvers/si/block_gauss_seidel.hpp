#pragma once
// Nonsmooth block Gauss-Seidel: contacts are visited in order and each one's 3x3 problem is solved with the
// others held. The engine of `si` with a cone, of `nncg` and of `robust`.

#include <vector>

#include "solvers/frozen/one_contact.hpp"
#include "solvers/frozen/problem.hpp"

namespace cairn::lab {

/// What a visit to a contact does.
enum class ContactKernel {
    exact,     ///< Coulomb's one-contact problem, solved exactly (3x3 block)
    friction,  ///< the normal row, then the 2x2 friction block clamped to the disc (Tamis 4.3, T09)
    convex     ///< one projection onto the cone: the Anitescu-Tasora iteration of the relaxed problem
};

class BlockGaussSeidel {
public:
    BlockGaussSeidel(const ContactProblem& problem, ContactKernel kernel);

    /// One sweep over all contacts; returns the sum of squared changes.
    double sweep(Vector& r) const;
    std::size_t bytes() const;

private:
    Vector3 visit(int contact, const Vector3& r, const Vector3& u) const;

    const ContactProblem& problem_;
    ContactKernel kernel_;
    std::vector<OneContact> local_;
    std::vector<Eigen::Matrix2d> tangent_inverse_;  // only for the friction kernel
};

}  // namespace cairn::lab
