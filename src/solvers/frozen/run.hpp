#pragma once
// The common frame of a solve: start value, monitor, and the way back to a result. RowRun is for models
// written as bounded rows (fixed, pyramid), ConeRun for the cone models.

#include "solvers/frozen/monitor.hpp"
#include "solvers/frozen/problem.hpp"
#include "solvers/frozen/row_problem.hpp"
#include "solvers/frozen/solve.hpp"

namespace cairn::lab {

bool is_row_model(const FrictionModel& model);

/// ||x - clip(x - w)|| / ||b||: what the residual rule compares for row models.
double row_model_residual(const RowProblem& problem, const Vector& x);

class RowRun {
public:
    RowRun(const ContactProblem& problem, const SolveOptions& options);
    // The monitor's residual refers to this object, so it stays where it is.
    RowRun(const RowRun&) = delete;
    RowRun& operator=(const RowRun&) = delete;

    const RowProblem& rows() const { return expansion_.rows; }
    const RowExpansion& expansion() const { return expansion_; }
    const Vector& diagonal() const { return diagonal_; }
    SolveResult finish(std::int64_t row_updates, std::size_t bytes);

    Monitor monitor;
    Vector x;

private:
    RowExpansion expansion_;
    Vector diagonal_;
};

class ConeRun {
public:
    ConeRun(const ContactProblem& problem, const SolveOptions& options);
    ConeRun(const ConeRun&) = delete;
    ConeRun& operator=(const ConeRun&) = delete;

    SolveResult finish(std::int64_t row_updates, std::size_t bytes);

    const ContactProblem& problem;
    Monitor monitor;
    Vector r;
};

/// One projected Gauss-Seidel sweep over the rows; `relaxation` scales each row's step.
void sweep_rows(const RowProblem& problem, const Vector& diagonal, double relaxation, Vector& x);

}  // namespace cairn::lab
