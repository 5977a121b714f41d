// The cone models as nonsmooth equations.
//
// Coulomb, Alart-Curnier: with y_n = r_n - rho_n u_n and z = r_t - rho_t u_t,
//     F_n = r_n - max(0, y_n),   F_t = r_t - P_disc(mu max(0, y_n))(z).
// Relaxed: F = r - P_K(r - rho u). Both are piecewise smooth; each piece gives dF_i = A_i dr_i + B_i du_i.

#include <algorithm>
#include <cmath>
#include <vector>

#include "math/vector_double.hpp"
#include "solvers/frozen/cone.hpp"
#include "solvers/frozen/residual.hpp"
#include "solvers/newton/nonsmooth_system.hpp"

namespace cairn::lab {
namespace {

struct Piece {
    Matrix3 A;
    Matrix3 B;
    bool open;  // A = I, B = 0: the contact's own unknown is eliminated
};

class ConeSystem final : public NonsmoothSystem {
public:
    ConeSystem(const ContactProblem& problem, FrictionKind kind)
        : problem_(problem),
          relaxed_(kind == FrictionKind::cone_relaxed),
          sweeper_(problem, relaxed_ ? ContactKernel::convex : ContactKernel::exact),
          rho_normal_(problem.contacts()),
          rho_tangent_(problem.contacts()) {
        for (int i = 0; i < problem.contacts(); ++i) {
            const auto block = problem.W.diagonal(i);
            // The largest eigenvalue of the tangent block: rho_t du_t then stays of the size of dr_t.
            const double half = 0.5 * (block(1, 1) - block(2, 2));
            const double cross = std::max(0.0, half * half + block(1, 2) * block(2, 1));
            const double tangent = 0.5 * (block(1, 1) + block(2, 2)) + std::sqrt(cross);
            rho_normal_[i] = block(0, 0) > 0.0 ? 1.0 / block(0, 0) : 1.0;
            rho_tangent_[i] = tangent > 0.0 ? 1.0 / tangent : rho_normal_[i];
            if (relaxed_) rho_normal_[i] = rho_tangent_[i] = std::min(rho_normal_[i], rho_tangent_[i]);
        }
    }

    double evaluate(const Vector& x, Vector& F) override {
        problem_.W.multiply(x, u_);
        u_ += problem_.q;
        F.resize(x.size());
        for (int i = 0; i < problem_.contacts(); ++i) {
            F.segment<3>(3 * i) = value(i, x.segment<3>(3 * i), u_.segment<3>(3 * i));
        }
        return 0.5 * F.squaredNorm();
    }

    double residual(const Vector& x) const override {
        const double distance =
            relaxed_ ? convex_distance(problem_, x, u_, 1.0) : de_saxce_distance(problem_, x, u_, 1.0);
        return distance / residual_scale(problem_.q);
    }

    bool direction(const Vector& x, const Vector& F, double alpha, Vector& d) override {
        const int count = problem_.contacts();
        pieces_.resize(static_cast<std::size_t>(count));
        active_.assign(static_cast<std::size_t>(count), -1);
        int used = 0;
        for (int i = 0; i < count; ++i) {
            Piece& piece = pieces_[static_cast<std::size_t>(i)];
            piece = derivative(i, x.segment<3>(3 * i), u_.segment<3>(3 * i));
            if (!piece.open) active_[static_cast<std::size_t>(i)] = used++;
        }
        d = -F;
        triplets_.clear();
        right_.resize(3 * used);
        for (int i = 0; i < count; ++i) {
            if (active_[static_cast<std::size_t>(i)] >= 0) assemble_row(i, F, alpha, d);
        }
        if (!solve_triplets(triplets_, 3 * used, right_, reduced_)) return false;
        for (int i = 0; i < count; ++i) {
            const int row = active_[static_cast<std::size_t>(i)];
            if (row >= 0) d.segment<3>(3 * i) = reduced_.segment<3>(3 * row);
        }
        return true;
    }

    void sweep(Vector& x) const override { sweeper_.sweep(x); }
    double sweep_cost() const override {
        return 9.0 * static_cast<double>(problem_.W.stored_blocks()) + 100.0 * problem_.contacts();
    }
    double direction_cost() const override {
        return factor_cost(3.0 * problem_.contacts(), 9.0 * static_cast<double>(problem_.W.stored_blocks()));
    }
    std::size_t bytes() const override {
        return sweeper_.bytes() + pieces_.size() * sizeof(Piece) +
               triplets_.capacity() * sizeof(Eigen::Triplet<double, int>) * 3;
    }

private:
    Vector3 value(int i, const Vector3& r, const Vector3& u) const {
        const double mu = problem_.mu[i];
        if (relaxed_) return r - project_cone(r - rho_normal_[i] * u, mu);
        const double y = r[0] - rho_normal_[i] * u[0];
        if (y <= 0.0) return r;
        const Vector2 z = r.tail<2>() - rho_tangent_[i] * u.tail<2>();
        const Vector2 projected = project_disc(z, mu * y);
        return {r[0] - y, r[1] - projected[0], r[2] - projected[1]};
    }

    Piece derivative(int i, const Vector3& r, const Vector3& u) const {
        return relaxed_ ? relaxed_derivative(i, r, u) : coulomb_derivative(i, r, u);
    }

    Piece coulomb_derivative(int i, const Vector3& r, const Vector3& u) const {
        const double mu = problem_.mu[i];
        const double y = r[0] - rho_normal_[i] * u[0];
        if (y <= 0.0) return {Matrix3::Identity(), Matrix3::Zero(), true};
        const Vector2 z = r.tail<2>() - rho_tangent_[i] * u.tail<2>();
        const double length = z.norm();
        Piece piece{Matrix3::Zero(), Matrix3::Zero(), false};
        piece.B(0, 0) = rho_normal_[i];
        if (length <= mu * y) {
            piece.B(1, 1) = piece.B(2, 2) = rho_tangent_[i];
            return piece;
        }
        const Vector2 d = z / length;
        const Eigen::Matrix2d turn = (mu * y / length) * (Eigen::Matrix2d::Identity() - d * d.transpose());
        piece.A.block<2, 2>(1, 1) = Eigen::Matrix2d::Identity() - turn;
        piece.B.block<2, 2>(1, 1) = rho_tangent_[i] * turn;
        piece.A.block<2, 1>(1, 0) = -mu * d;
        piece.B.block<2, 1>(1, 0) = mu * rho_normal_[i] * d;
        return piece;
    }

    Piece relaxed_derivative(int i, const Vector3& r, const Vector3& u) const {
        const double mu = problem_.mu[i];
        const double rho = rho_normal_[i];
        const Vector3 z = r - rho * u;
        const double tangent = planar_length(z[1], z[2]);
        if (z[0] >= 0.0 && tangent <= mu * z[0]) return {Matrix3::Zero(), rho * Matrix3::Identity(), false};
        if (mu * tangent <= -z[0]) return {Matrix3::Identity(), Matrix3::Zero(), true};
        const Vector2 d(z[1] / tangent, z[2] / tangent);
        const Vector3 edge(1.0, mu * d[0], mu * d[1]);
        const double normal = (z[0] + mu * tangent) / (1.0 + mu * mu);
        Matrix3 slope = edge * edge.transpose() / (1.0 + mu * mu);
        slope.block<2, 2>(1, 1) +=
            (mu * normal / tangent) * (Eigen::Matrix2d::Identity() - d * d.transpose());
        return {Matrix3::Identity() - slope, rho * slope, false};
    }

    /// Row i of (A + B (W + alpha D)) d = -F, with the open contacts' known d moved to the right.
    void assemble_row(int i, const Vector& F, double alpha, const Vector& known) {
        const Piece& piece = pieces_[static_cast<std::size_t>(i)];
        const int row = 3 * active_[static_cast<std::size_t>(i)];
        Vector3 right = -F.segment<3>(3 * i);
        for (int slot = problem_.W.row_begin(i); slot < problem_.W.row_end(i); ++slot) {
            const int j = problem_.W.column(slot);
            Matrix3 block = piece.B * problem_.W.block(slot);
            if (j == i) block += piece.A + alpha * (piece.B * problem_.W.diagonal(i).diagonal().asDiagonal());
            const int column = 3 * active_[static_cast<std::size_t>(j)];
            if (column < 0) {
                right -= block * known.segment<3>(3 * j);
                continue;
            }
            for (int a = 0; a < 3; ++a) {
                for (int b = 0; b < 3; ++b) triplets_.emplace_back(row + a, column + b, block(a, b));
            }
        }
        right_.segment<3>(row) = right;
    }

    const ContactProblem& problem_;
    bool relaxed_;
    BlockGaussSeidel sweeper_;
    Vector rho_normal_;
    Vector rho_tangent_;
    Vector u_;
    std::vector<Piece> pieces_;
    std::vector<int> active_;
    std::vector<Eigen::Triplet<double, int>> triplets_;
    Vector right_;
    Vector reduced_;
};

}  // namespace

std::unique_ptr<NonsmoothSystem> make_cone_system(const ContactProblem& problem, FrictionKind kind) {
    return std::make_unique<ConeSystem>(problem, kind);
}

}  // namespace cairn::lab
