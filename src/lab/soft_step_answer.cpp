#include "lab/soft_step_answer.hpp"

#include <algorithm>
#include <chrono>

#include <cairn/error.hpp>

#include "base/index.hpp"
#include "lab/live_problem.hpp"
#include "solvers/live/stage_solver.hpp"
#include "solvers/soft_step/soft_step_watch.hpp"

namespace cairn::lab {
namespace {

namespace mc = manifold_column;

/// Impulses of one contact.
struct ManifoldImpulse {
    double normal[4] = {};
    double tangent_1 = 0, tangent_2 = 0, twist = 0;

    void add(const Model& model, const ContactRecord& record, double factor) {
        const auto value = [&](int column) {
            return factor * double(model.columns.at(record.color, record.point_class, record.slot, column));
        };
        for (int i = 0; i < record.count; ++i)
            normal[i] += value(mc::header + i * mc::point_columns + mc::impulse);
        tangent_1 += value(mc::tangent_impulse), tangent_2 += value(mc::tangent_impulse + 1);
        twist += value(mc::twist_impulse);
    }
};

/// Shares a manifold's friction out: F at the middle c and the twist T become forces w_i F + s w_i n x d_i at
/// the points, w_i the share of the normal impulse, d_i = x_i - c without its part along n. s is such that
/// the moment about n through c is T.
void share_out(const ManifoldImpulse& total, const LiveContact& contact, LiveSystem& system) {
    double sum = 0;
    for (const double normal : total.normal) sum += normal;
    Vec3d middle;
    for (int i = 0; i < contact.count; ++i)
        middle = middle + (1.0 / contact.count) * system.points[at(contact.first + i)].arm_a;
    const auto lever = [&](int i) {
        const Vec3d d = system.points[at(contact.first + i)].arm_a - middle;
        return d - dot(d, contact.normal) * contact.normal;
    };
    const auto share = [&](int i) { return sum > 0 ? total.normal[i] / sum : 1.0 / contact.count; };
    const Vec3d force = total.tangent_1 * contact.tangent_1 + total.tangent_2 * contact.tangent_2;
    double moment = total.twist, inertia = 0;
    for (int i = 0; i < contact.count; ++i) {
        moment -= share(i) * dot(contact.normal, cross(lever(i), force));
        inertia += share(i) * dot(lever(i), lever(i));
    }
    const double spin = inertia > 0 ? moment / inertia : 0;
    for (int i = 0; i < contact.count; ++i) {
        LivePoint& point = system.points[at(contact.first + i)];
        const Vec3d tangent = share(i) * (force + spin * cross(contact.normal, lever(i)));
        point.impulse[0] = total.normal[i];
        point.impulse[1] = dot(tangent, contact.tangent_1),
        point.impulse[2] = dot(tangent, contact.tangent_2);
    }
}

/// Steps as soft-step does and adds its impulses up.
class WatchedSoftStep : public StageSolver {
public:
    explicit WatchedSoftStep(SoftStepAnswer& answer) : answer_(answer) {}

    void solve(const StageContext& context) override {
        Model& model = context.model;
        LiveOptions options;
        LiveSystem system;
        system.h = double(context.dt);
        gather_bodies(model, system);
        gather_contacts(model, options, system);
        gather_joints(model, options, system);
        set_targets(model, options, system);
        apply_forces(model, options, system);
        const LiveProblem live(system);
        answer_.problem = live.problem();
        if (!system.rows.empty())
            answer_.not_applicable =
                "joints are eliminated from a frozen problem; what soft-step did to them has no place in it";
        step(context, system);
        for (std::size_t i = 0; i < system.contacts.size(); ++i)
            share_out(totals_[i], system.contacts[i], system);
        answer_.reaction = live.warm_start(system);
        answer_.unexplained = unexplained(system, model);
    }
    float approach_speed(int32_t) const override { return 0; }

private:
    using Clock = std::chrono::steady_clock;

    void step(const StageContext& context, const LiveSystem& system) {
        Model& model = context.model;
        answer_.substeps = substeps_of(model);
        totals_.assign(system.contacts.size(), {});
        double watching = 0;
        const auto watch = [&] {
            const Clock::time_point begin = Clock::now();
            for (std::size_t i = 0; i < totals_.size(); ++i)
                totals_[i].add(model, model.contacts[at(system.contacts[i].index)], 1);
            watching += std::chrono::duration<double>(Clock::now() - begin).count();
        };
        const Kernels& kernels = kernels_for(model.columns.lanes);
        const Clock::time_point begin = Clock::now();
        prepare_soft_step(model, scratch_, context.crew, kernels, context.dt);
        solve_soft_step_watched(model, scratch_, context.crew, kernels, context.dt, watch);
        answer_.seconds = std::chrono::duration<double>(Clock::now() - begin).count() - watching;
        std::copy(scratch_.motion.begin(), scratch_.motion.end(), context.bodies.motion);
        std::copy(scratch_.winding.begin(), scratch_.winding.end(), context.bodies.winding);
        answer_.row_updates = static_cast<std::int64_t>(system.points.size() + 3 * system.contacts.size()) *
                              2 * answer_.substeps;
    }

    static double unexplained(LiveSystem& system, const Model& model) {
        apply_impulses(system);
        double worst = 0;
        for (std::size_t i = 1; i < system.bodies.size(); ++i) {
            const Vec3d off =
                system.bodies[i].velocity - Vec3d(model.velocities[at(system.bodies[i].slot)].linear);
            worst = std::max(worst, length(off));
        }
        return worst;
    }

    SoftStepAnswer& answer_;
    SoftStepScratch scratch_;
    std::vector<ManifoldImpulse> totals_;
};

thread_local SoftStepAnswer* asked = nullptr;

}  // namespace

SoftStepAnswer soft_step_answer(Scene& scene, const SoftStep& settings) {
    register_stage_solver({"watched-soft-step",
                           "shows what soft-step did to the laboratory",
                           {},
                           [](StageSettings&) -> std::unique_ptr<StageSolver> {
                               if (!asked) throw Error("watched-soft-step is the laboratory's alone");
                               return std::make_unique<WatchedSoftStep>(*asked);
                           }});
    SoftStepAnswer answer;
    World& world = scene.world();
    const Snapshot before = world.snapshot();
    const uint64_t index = scene.step_index();
    asked = &answer;
    world.set_solver(settings);
    world.set_stage_solver("watched-soft-step");
    scene.step();
    world.restore(before);
    asked = nullptr;
    scene.set_step_index(index);
    answer.problem.name = scene.description().name + "-" + std::to_string(index);
    return answer;
}

}  // namespace cairn::lab
