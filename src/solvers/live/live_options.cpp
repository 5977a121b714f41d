#include "solvers/live/live_options.hpp"

namespace cairn {

namespace {

void visit_friction(StageParameters& parameters, LiveOptions& options) {
    std::string word = friction_name(options);
    parameters.word("friction", word,
                    {"fixed", "pyramid", "pyramid4", "pyramid8", "pyramid16", "cone", "cone-relaxed"},
                    "model of friction; each solver has its own set");
    options.friction = word == "fixed"          ? LiveFriction::fixed
                       : word == "cone"         ? LiveFriction::cone
                       : word == "cone-relaxed" ? LiveFriction::cone_relaxed
                                                : LiveFriction::pyramid;
    options.sides = word == "pyramid16" ? 16 : word == "pyramid8" ? 8 : 4;
}

void visit_correction(StageParameters& p, LiveOptions& o) {
    p.word("correction", o.correction, {"none", "baumgarte", "projection", "split", "soft"}, "of positions");
    p.number("beta", o.beta, 0, 3, "part of an error undone in a step (Baumgarte, split)");
    p.number("joint_beta", o.joint_beta, 0, 3, "the same for joints");
    p.number("gamma", o.gamma, 0, 3, "the same for projection");
    p.number("slop", o.slop, 0, 1e6, "depth left alone, metres");
    p.number("push_speed", o.push_speed, 0, 1e30, "fastest push, m/s");
    p.number("hertz", o.hertz, 1e-3, 1e6, "stiffness of soft contacts");
    p.number("damping", o.damping, 0, 1e6, "their damping ratio");
}

}  // namespace

std::string friction_name(const LiveOptions& options) {
    switch (options.friction) {
        case LiveFriction::fixed:
            return "fixed";
        case LiveFriction::cone:
            return "cone";
        case LiveFriction::cone_relaxed:
            return "cone-relaxed";
        case LiveFriction::pyramid:
            break;
    }
    return options.sides == 4 ? "pyramid" : "pyramid" + std::to_string(options.sides);
}

void LiveOptions::visit(StageParameters& p) {
    visit_friction(p, *this);
    p.integer("iterations", iterations, 0, 1000000, "most iterations a step");
    p.flag("symmetric", symmetric, "every second sweep goes backwards");
    p.word("rule", rule, {"iterations", "residual", "change", "fraction"}, "when to stop (Catto 7.1)");
    p.number("tolerance", tolerance, 0, 1e30, "of the rules residual and change, m/s");
    p.number("fraction", fraction, 0, 1, "of the rule fraction");
    visit_correction(p, *this);
    p.flag("speculative", speculative,
           "false: contact points that are still apart do not exist, as in Catto 2005");
    p.flag("warm_start", warm_start, "start from the last step's impulses (contact cache)");
    p.word("match", match, {"feature", "world", "local"}, "how contact points are recognised (Catto 8.2)");
    p.number("match_distance", match_distance, 0, 1e6, "tolerance of the two positions, metres");
    p.word("restitution", restitution, {"simultaneous", "sequential", "hybrid"}, "how impacts spread");
    p.number("restitution_speed", restitution_speed, 0, 1e30, "slower contacts do not bounce, m/s");
    p.integer("propagations", propagations, 0, 1000000, "rounds of sequential impacts");
    p.flag("shock", shock, "shock propagation after the solve (Guendelman 2003)");
    p.flag("gyroscopic", gyroscopic, "false: Catto's eq. 27, which keeps the angular velocity");
    bool first_order = !exact_rotation;
    p.word("rotation", first_order, {"exact", "first-order"},
           "step of the rotation: exponential map or Catto's eq. 37");
    exact_rotation = !first_order;
    p.flag("measure", measure, "compute the residual of every step");
}

}  // namespace cairn
