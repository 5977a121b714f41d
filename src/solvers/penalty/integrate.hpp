#pragma once
// Larsen 6.1: integrators of y' = f(y), explicit, implicit and linearised ("semi-implicit"), and the
// Rosenbrock method of Kaps and Rentrop in Shampine's constants, with its error bound and retries.

#include <Eigen/Core>

#include "solvers/penalty/linear.hpp"

namespace cairn::penalty {

enum class Method : unsigned char {
    explicit_euler,
    midpoint,
    runge_kutta,          // the classical one of order 4
    semi_implicit_euler,  // one linear system a step
    implicit_euler,       // Newton's method a step
    rosenbrock,           // order 4(3): three evaluations of f and four linear solves
};

/// What an integrator asks of the equations it integrates. Everything is autonomous: f depends on y alone.
class StiffSystem {
public:
    virtual ~StiffSystem() = default;
    virtual int size() const = 0;
    virtual void derivative(const Column& y, Column& f) = 0;
    /// Sets J = df/dy at y for the solves that follow.
    virtual void linearize(const Column& y) = 0;
    /// Solves (shift I - J) x = b.
    virtual LinearResult solve(double shift, const Column& b, Column& x) = 0;
    /// The size of an error in units of what is allowed: at most 1 is good.
    virtual double error_ratio(const Column& before, const Column& after, const Column& error) const = 0;
    /// Brings a state back to where it belongs after a step: quaternions to length one.
    virtual void settle(Column&) const {}
};

struct IntegratorOptions {
    Method method = Method::rosenbrock;
    /// Equal parts of a duration, for the methods without an error bound.
    int substeps = 1;
    /// Smaller and smaller attempts at one step before the best of them is taken (and reported).
    int max_retries = 20;
    /// Steps within a duration that keep the bound; what is left then is taken unchecked (and reported).
    int max_steps = 200;
    int newton_iterations = 30;
    double newton_tolerance = 1e-8;  // of error_ratio
};

struct IntegrationReport {
    int steps = 0;
    int retries = 0;          // attempts that failed the error bound
    int missed_bounds = 0;    // steps taken though no attempt met it
    int unchecked_steps = 0;  // steps taken after max_steps
    int newton_failures = 0;  // implicit Euler steps whose Newton iteration did not converge
    int evaluations = 0, jacobians = 0, solves = 0;
    int linear_iterations = 0, linear_failures = 0;
    double worst_error = 0;  // largest accepted error_ratio
    double smallest_step = 0;

    void add(const IntegrationReport& other);
};

/// An attempt of a Rosenbrock step, for plots of failed steps (Fig. 5).
struct Attempt {
    double start = 0, step = 0;
    bool accepted = false;
    Column after;
};

class AttemptObserver {
public:
    virtual ~AttemptObserver() = default;
    virtual void attempted(const Attempt& attempt) = 0;
};

/// Advances y by `duration`. `step_hint` is the step to try first; it comes back as the one to try next time.
void integrate(StiffSystem& system, Column& y, double duration, double& step_hint,
               const IntegratorOptions& options, IntegrationReport& report,
               AttemptObserver* observer = nullptr);

/// One step of size h without error control; `error` gets the estimate of the Rosenbrock method, else
/// nothing.
void take_step(StiffSystem& system, Method method, Column& y, double h, const IntegratorOptions& options,
               IntegrationReport& report, Column* error = nullptr);

}  // namespace cairn::penalty
