#include "solvers/si/block_gauss_seidel.hpp"

#include <Eigen/LU>
#include <algorithm>

#include "solvers/frozen/cone.hpp"

namespace cairn::lab {

BlockGaussSeidel::BlockGaussSeidel(const ContactProblem& problem, ContactKernel kernel)
    : problem_(problem), kernel_(kernel) {
    const auto count = static_cast<std::size_t>(problem.contacts());
    local_.reserve(count);
    for (int i = 0; i < problem.contacts(); ++i) local_.emplace_back(problem.W.diagonal(i), problem.mu[i]);
    if (kernel != ContactKernel::friction) return;
    tangent_inverse_.assign(count, Eigen::Matrix2d::Zero());
    for (int i = 0; i < problem.contacts(); ++i) {
        const Eigen::Matrix2d block = problem.W.diagonal(i).block<2, 2>(1, 1);
        const double scale = block.cwiseAbs().maxCoeff();
        if (block.determinant() > 1e-14 * scale * scale)
            tangent_inverse_[static_cast<std::size_t>(i)] = block.inverse();
    }
}

Vector3 BlockGaussSeidel::visit(int contact, const Vector3& r, const Vector3& u) const {
    const OneContact& local = local_[static_cast<std::size_t>(contact)];
    const auto block = problem_.W.diagonal(contact);
    if (kernel_ == ContactKernel::convex) return local.convex_step(r, u);
    if (kernel_ == ContactKernel::exact) return local.solve(u - block * r);
    Vector3 next = r;
    if (!(block(0, 0) > 0.0)) return Vector3::Zero();
    next[0] = std::max(0.0, r[0] - u[0] / block(0, 0));
    const Vector2 u_tangent = u.tail<2>() + block.block<2, 1>(1, 0) * (next[0] - r[0]);
    const Vector2 wanted = r.tail<2>() - tangent_inverse_[static_cast<std::size_t>(contact)] * u_tangent;
    next.tail<2>() = project_disc(wanted, local.mu() * next[0]);
    return next;
}

double BlockGaussSeidel::sweep(Vector& r) const {
    double changed = 0.0;
    const int count = problem_.contacts();
    for (int i = 0; i < count; ++i) {
        const Vector3 old = r.segment<3>(3 * i);
        const Vector3 u = problem_.W.multiply_row(i, r) + problem_.q.segment<3>(3 * i);
        const Vector3 next = visit(i, old, u);
        r.segment<3>(3 * i) = next;
        changed += (next - old).squaredNorm();
    }
    return changed;
}

std::size_t BlockGaussSeidel::bytes() const {
    return local_.size() * sizeof(OneContact) + tangent_inverse_.size() * sizeof(Eigen::Matrix2d);
}

}  // namespace cairn::lab
