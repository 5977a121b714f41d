#include "solvers/frozen/monitor.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace cairn::lab {

std::string to_string(Status status) {
    switch (status) {
        case Status::converged:
            return "converged";
        case Status::finished:
            return "finished";
        case Status::iteration_limit:
            return "iteration limit";
        case Status::time_limit:
            return "time limit";
        case Status::stalled:
            return "stalled";
        case Status::diverged:
            return "diverged";
        case Status::not_applicable:
            return "not applicable";
        case Status::failed:
            return "failed";
    }
    return "failed";
}

SolveResult not_applicable(std::string reason) {
    SolveResult result;
    result.status = Status::not_applicable;
    result.message = std::move(reason);
    return result;
}

Monitor::Monitor(const SolveOptions& options, Residual residual)
    : options_(options), residual_(std::move(residual)), start_(Clock::now()) {}

double Monitor::seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count() - excluded_seconds_;
}

bool Monitor::out_of_time() {
    if (seconds() < options_.max_seconds) return false;
    end(Status::time_limit);
    return true;
}

void Monitor::end(Status status, std::string message) {
    if (ended_) return;
    ended_ = true;
    status_ = status;
    message_ = std::move(message);
}

bool Monitor::check_due(std::int64_t iteration) const {
    return options_.rule == StopRule::residual && static_cast<double>(iteration) >= next_check_;
}

void Monitor::note_residual(std::int64_t iteration, const Vector& x, double value) {
    last_residual_ = value;
    // Cheap sweeps are not checked every time: the gap grows with the count, so that checking costs at most a
    // tenth of the work and a run overshoots its end by at most a tenth.
    next_check_ =
        iteration < 10 ? static_cast<double>(iteration) + 1.0 : static_cast<double>(iteration) * 1.1;
    if (std::isfinite(value) && (!has_best_ || value < best_residual_)) {
        best_residual_ = value;
        best_ = x;
        has_best_ = true;
    }
}

bool Monitor::change_rule_met(const Vector& x) {
    bool met = false;
    if (previous_.size() == x.size()) {
        const Vector change = (x - previous_).cwiseAbs();
        if (options_.rule == StopRule::change) {
            met = change.size() == 0 || change.maxCoeff() < options_.tolerance;
        } else if (previous_change_.size() == x.size()) {
            met = (change.array() <= options_.fraction * previous_change_.array()).all();
        }
        previous_change_ = change;
    }
    previous_ = x;
    return met;
}

bool Monitor::observe(std::int64_t iteration, const Vector& x, double known_residual) {
    iterations_ = iteration;
    if (ended_) return true;
    const bool needed = check_due(iteration) || known_residual >= 0.0;
    if (needed || options_.record_history) {
        const double before = seconds();
        const double value = known_residual >= 0.0 ? known_residual : residual_(x);
        if (!needed) excluded_seconds_ += seconds() - before;
        const double noted = seconds();
        note_residual(iteration, x, value);
        if (options_.record_history) {
            history_.push_back({iteration, before, value});
            excluded_seconds_ += seconds() - noted;
        }
        if (!std::isfinite(value)) {
            end(Status::diverged, "the residual is not finite");
        } else if (options_.rule == StopRule::residual && value <= options_.tolerance) {
            end(Status::converged);
        }
    }
    if (!ended_ && (options_.rule == StopRule::change || options_.rule == StopRule::fraction)) {
        if (change_rule_met(x)) end(Status::finished);
    }
    if (!ended_ && iteration >= options_.max_iterations) {
        end(options_.rule == StopRule::iterations ? Status::finished : Status::iteration_limit);
    }
    return ended_ || out_of_time();
}

Vector Monitor::finish(const Vector& x, SolveResult& result) {
    result.seconds = seconds();
    result.iterations = iterations_;
    result.status = status_;
    result.message = message_;
    result.history = std::move(history_);
    const double residual = x.allFinite() ? residual_(x) : std::numeric_limits<double>::infinity();
    const bool give_best = !std::isfinite(residual) ||
                           (has_best_ && best_residual_ < residual && options_.rule == StopRule::residual);
    Vector answer = x;
    result.residual = residual;
    if (give_best) {
        answer = has_best_ ? best_ : Vector(Vector::Zero(x.size()));
        result.residual = residual_(answer);
        if (!std::isfinite(residual)) result.status = Status::diverged;
    }
    // The claim is checked on the very answer that is handed out.
    if (options_.rule == StopRule::residual && result.status != Status::not_applicable) {
        if (result.residual <= options_.tolerance && result.status != Status::failed) {
            result.status = Status::converged;
        } else if (result.status == Status::converged) {
            result.status = Status::stalled;
        }
    }
    return answer;
}

}  // namespace cairn::lab
