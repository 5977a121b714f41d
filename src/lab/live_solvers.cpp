#include "lab/live_solvers.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include <cairn/error.hpp>

#include "lab/live_islands.hpp"
#include "lab/live_problem.hpp"
#include "solvers/live/live_stage.hpp"
#include "solvers/penalty/penalty_stage.hpp"
#include "solvers/registry/registry.hpp"

namespace cairn::lab {
namespace {

/// A step's problem in impulses of the size of velocities, r times the mean diagonal of W: what ends a run
/// (residual, change) means the same then whether bodies weigh grams or tons. By a power of two, which rounds
/// nothing.
class UnitFree {
public:
    explicit UnitFree(const ContactProblem& given) : problem(given) {
        const double mean = given.W.mean_diagonal();
        if (mean > 0) unit_ = std::ldexp(1.0, std::ilogb(mean));
        problem.W.scale(1 / unit_);
        problem.fixed_bound *= unit_;
    }
    Vector from_impulses(const Vector& reaction) const { return unit_ * reaction; }
    void to_impulses(SolveResult& result) const {
        result.reaction /= unit_;
        result.row_values /= unit_;
    }

    ContactProblem problem;

private:
    double unit_ = 1;
};

/// A solver of frozen problems, on every step of a world.
class FrozenSolver : public ImpulseSolver {
public:
    explicit FrozenSolver(SolverSpec spec) : spec_(std::move(spec)) {}

    void solve(LiveSystem& system, const LiveOptions& options, LiveWork& work) override {
        const LiveProblem live(system);
        const FrictionModel friction = friction_of(options);
        SolveResult result;
        if (live.has_motors() && friction.kind == FrictionKind::cone_relaxed) {
            result = not_applicable("bounded motors have no form in the relaxed cone problem");
            result.reaction = Vector::Zero(3 * live.problem().contacts());
        } else if (live.problem().contacts() == 0) {
            result.status = Status::finished;
            result.reaction = Vector::Zero(0);
        } else {
            const UnitFree unit_free(live.problem());
            SolveOptions run = run_options(options);
            if (options.warm_start) run.warm_start = unit_free.from_impulses(live.warm_start(system));
            result = run_solver(spec_, unit_free.problem, run);
            unit_free.to_impulses(result);
        }
        const bool usable =
            result.reaction.size() == 3 * live.problem().contacts() && result.reaction.allFinite();
        const bool failed = !usable || result.status == Status::not_applicable ||
                            result.status == Status::failed || result.status == Status::diverged;
        // one island's failure stays, whatever becomes of the islands after it
        work.failed |= failed;
        if (failed) work.message = spec_.name + ": " + to_string(result.status) + ": " + result.message;
        if (!usable) {
            result.reaction = Vector::Zero(3 * live.problem().contacts());
            const Index axes = friction.kind == FrictionKind::pyramid ? friction.sides / 2 : 2;
            result.row_values = Vector::Zero(live.problem().contacts() * (1 + axes));
        }
        live.apply(result, friction, system);
        work.iterations += static_cast<int>(result.iterations);
        work.row_updates += result.row_updates;
    }

private:
    static SolveOptions run_options(const LiveOptions& options) {
        SolveOptions run;
        run.friction = friction_of(options);
        run.max_iterations = options.iterations;
        run.tolerance = options.tolerance;
        run.fraction = options.fraction;
        // Bits must not depend on how fast the machine is.
        run.max_seconds = std::numeric_limits<double>::infinity();
        run.rule = options.rule == LiveRule::iterations ? StopRule::iterations
                   : options.rule == LiveRule::residual ? StopRule::residual
                   : options.rule == LiveRule::change   ? StopRule::change
                                                        : StopRule::fraction;
        return run;
    }

    SolverSpec spec_;
};

/// One contact of a ball on the ground: does this solver do this friction model at all?
void check_applicable(const SolverSpec& spec, const LiveOptions& options) {
    ContactProblem probe;
    probe.W = BlockMatrix(1, {{0, 0, Matrix3::Identity()}});
    probe.q = Vector3(-1.0, 0.1, 0.0);
    probe.mu = Vector::Constant(1, 0.5);
    probe.fixed_bound = Vector::Constant(1, 0.5);
    SolveOptions run;
    run.friction = friction_of(options);
    run.max_iterations = 100;
    const SolveResult result = run_solver(spec, probe, run);
    if (result.status == Status::not_applicable)
        throw Error(spec.name + ": not applicable: friction=" + friction_name(options) + " (" +
                    result.message + ")");
}

LiveOptions frozen_defaults() {
    LiveOptions options;
    options.friction = LiveFriction::cone;
    options.rule = LiveRule::residual;
    options.iterations = 1000;
    options.tolerance = 1e-6;
    return options;
}

/// mprgp and direct solve rows; direct and mprgp have no Coulomb cone.
LiveOptions defaults_of(const std::string& name) {
    if (name == "pgs" || name == "si") return sweep_defaults(name);
    LiveOptions options = frozen_defaults();
    if (name == "direct") options.friction = LiveFriction::pyramid;
    if (name == "mprgp") options.friction = LiveFriction::fixed;
    if (name == "pgd" || name == "apgd" || name == "interior") options.friction = LiveFriction::cone_relaxed;
    return options;
}

std::unique_ptr<ImpulseSolver> make_frozen(const std::string& name, const std::string& settings,
                                           const LiveOptions& options) {
    try {
        SolverSpec spec = parse_solver(settings.empty() ? name : name + ":" + settings);
        check_applicable(spec, options);
        return std::make_unique<FrozenSolver>(std::move(spec));
    } catch (const std::invalid_argument& error) {
        throw Error(error.what());
    }
}

/// The parameters that a solver of frozen problems has of its own.
std::vector<StageParameter> own_parameters(const std::string& name) {
    std::vector<StageParameter> own;
    for (const SolverInfo& info : solver_list())
        if (info.name == name)
            for (const ParameterInfo& p : info.parameters)
                own.push_back({p.name, p.kind, p.value, p.help, p.least, p.most});
    return own;
}

bool is_sweep(const std::string& name) { return name == "pgs" || name == "si"; }

/// Lists all parameters of a solver in `parameters` and makes it.
std::unique_ptr<ImpulseSolver> make_impulses(const std::string& name, StageSettings& settings,
                                             const LiveOptions& options, StageParameters& parameters) {
    if (is_sweep(name)) return make_sweeps(name, options, parameters);
    const std::vector<StageParameter> own = own_parameters(name);
    parameters.list.insert(parameters.list.end(), own.begin(), own.end());
    // what is left must be the solver's own: it also knows keys that a step may not have, such as seconds
    settings.finish_but(own, parameters.list);
    const std::string rest = settings.rest();
    settings.clear();
    return make_frozen(name, rest, options);
}

std::unique_ptr<ImpulseSolver> make_strong(const IslandChoice& choice, const LiveOptions& options,
                                           LiveOptions& strong_options) {
    strong_options = is_sweep(choice.strong) ? options : defaults_of(choice.strong);
    strong_options.rule = LiveRule::residual;
    strong_options.friction = options.friction, strong_options.sides = options.sides;
    strong_options.iterations = choice.iterations, strong_options.tolerance = choice.tolerance;
    StageSettings none(choice.strong, "");
    StageParameters parameters(&none);
    return make_impulses(choice.strong, none, strong_options, parameters);
}

/// One function for the list of parameters and for the solver, so that they are the same.
std::unique_ptr<StageSolver> make_stage(const std::string& name, StageSettings& settings,
                                        std::vector<StageParameter>* listed) {
    StageParameters parameters(&settings);
    LiveOptions options = defaults_of(name);
    options.visit(parameters);
    IslandChoice choice;
    choice.visit(parameters);
    choice.check(name);
    std::unique_ptr<ImpulseSolver> solver = make_impulses(name, settings, options, parameters);
    if (listed) *listed = parameters.list;
    if (!choice.chosen()) return std::make_unique<LiveStage>(options, std::move(solver));
    LiveOptions strong_options;
    std::unique_ptr<ImpulseSolver> strong = make_strong(choice, options, strong_options);
    return std::make_unique<LiveStage>(
        options,
        std::make_unique<IslandSolver>(choice, std::move(solver), std::move(strong), strong_options));
}

}  // namespace

void register_live_solvers() {
    for (const SolverInfo& info : solver_list()) {
        StageSolverInfo stage{info.name, info.summary, {}, {}};
        StageSettings none(info.name, "");
        make_stage(info.name, none, &stage.parameters);
        stage.make = [name = info.name](StageSettings& settings) {
            return make_stage(name, settings, nullptr);
        };
        register_stage_solver(std::move(stage));
    }
    penalty::register_penalty_solver();
}

}  // namespace cairn::lab
