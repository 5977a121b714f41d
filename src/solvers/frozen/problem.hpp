#pragma once
// Frozen contact problems: one time step's contacts, cut loose from the world that made them.
//
// Conventions follow Siconos and FCLIB so that files and residuals can be compared number for number:
// the unknown r holds one impulse per contact in the local frame (normal, tangent 1, tangent 2), u = W r + q
// is the relative velocity after the impulses, and Coulomb's law couples the two with coefficient mu.

#include <string>
#include <vector>

#include "solvers/frozen/block_matrix.hpp"
#include "solvers/frozen/types.hpp"

namespace cairn::lab {

/// The reduced (local) problem: bodies eliminated, only contacts are left.
struct ContactProblem {
    std::string name;
    BlockMatrix W;
    Vector q;
    Vector mu;
    /// Catto's constant friction bounds mu*m_c*g (as impulses), one per contact, where the source knows them.
    Vector fixed_bound;

    int contacts() const { return static_cast<int>(mu.size()); }
    /// u = W r + q.
    Vector velocity(const Vector& reaction) const;
    /// Empty when the problem is well formed; otherwise what is wrong and where.
    std::string defect() const;
};

/// The global form: M v = H r + f, u = H^T v + w, with bodies still present.
struct GlobalProblem {
    std::string name;
    SparseColumnMatrix M;
    SparseColumnMatrix H;
    Vector f;
    Vector w;
    Vector mu;

    int contacts() const { return static_cast<int>(mu.size()); }
    std::string defect() const;
};

/// Eliminates the bodies: W = H^T M^-1 H and q = H^T M^-1 f + w. Throws std::runtime_error when M is
/// singular.
ContactProblem condense(const GlobalProblem& global);

}  // namespace cairn::lab
