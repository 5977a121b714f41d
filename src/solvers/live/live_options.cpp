#include "solvers/live/live_options.hpp"

#include <cstdio>

namespace cairn {

namespace {

template <class Enum, size_t count>
void take_word(StageSettings& settings, const char* name, Enum& value, const char* const (&words)[count]) {
    std::string word = words[static_cast<size_t>(value)];
    if constexpr (count == 3) settings.take(name, word, {words[0], words[1], words[2]});
    if constexpr (count == 4) settings.take(name, word, {words[0], words[1], words[2], words[3]});
    if constexpr (count == 5) settings.take(name, word, {words[0], words[1], words[2], words[3], words[4]});
    for (size_t i = 0; i < count; ++i)
        if (word == words[i]) value = static_cast<Enum>(i);
}

constexpr const char* correction_words[] = {"none", "baumgarte", "projection", "split", "soft"};
constexpr const char* restitution_words[] = {"simultaneous", "sequential", "hybrid"};
constexpr const char* rule_words[] = {"iterations", "residual", "change", "fraction"};
constexpr const char* match_words[] = {"feature", "world", "local"};

void take_friction(StageSettings& settings, LiveOptions& options) {
    std::string word = friction_name(options);
    settings.take("friction", word,
                  {"fixed", "pyramid", "pyramid4", "pyramid8", "pyramid16", "cone", "cone-relaxed"});
    options.friction = word == "fixed"          ? LiveFriction::fixed
                       : word == "cone"         ? LiveFriction::cone
                       : word == "cone-relaxed" ? LiveFriction::cone_relaxed
                                                : LiveFriction::pyramid;
    options.sides = word == "pyramid16" ? 16 : word == "pyramid8" ? 8 : 4;
}

std::string text_of(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%g", value);
    return text;
}
std::string text_of(bool value) { return value ? "true" : "false"; }

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

void LiveOptions::take(StageSettings& settings) {
    take_friction(settings, *this);
    settings.take("iterations", iterations, 0, 1000000);
    settings.take("symmetric", symmetric);
    take_word(settings, "rule", rule, rule_words);
    settings.take("tolerance", tolerance, 0, 1e30);
    settings.take("fraction", fraction, 0, 1);
    take_word(settings, "correction", correction, correction_words);
    settings.take("beta", beta, 0, 3);
    settings.take("joint_beta", joint_beta, 0, 3);
    settings.take("gamma", gamma, 0, 3);
    settings.take("slop", slop, 0, 1e6);
    settings.take("push_speed", push_speed, 0, 1e30);
    settings.take("hertz", hertz, 1e-3, 1e6);
    settings.take("damping", damping, 0, 1e6);
    settings.take("speculative", speculative);
    settings.take("warm_start", warm_start);
    take_word(settings, "match", match, match_words);
    settings.take("match_distance", match_distance, 0, 1e6);
    take_word(settings, "restitution", restitution, restitution_words);
    settings.take("restitution_speed", restitution_speed, 0, 1e30);
    settings.take("propagations", propagations, 0, 1000000);
    settings.take("shock", shock);
    settings.take("gyroscopic", gyroscopic);
    std::string rotation = exact_rotation ? "exact" : "first-order";
    settings.take("rotation", rotation, {"exact", "first-order"});
    exact_rotation = rotation == "exact";
    settings.take("measure", measure);
}

std::vector<StageParameter> live_parameters(const LiveOptions& o) {
    const std::string number = "number", integer = "integer", flag = "flag";
    return {
        {"friction", "fixed|pyramid|pyramid8|pyramid16|cone|cone-relaxed", friction_name(o),
         "model of friction; each solver has its own set"},
        {"iterations", integer, std::to_string(o.iterations), "most iterations a step"},
        {"symmetric", flag, text_of(o.symmetric), "every second sweep goes backwards"},
        {"rule", "iterations|residual|change|fraction", rule_words[static_cast<size_t>(o.rule)],
         "when to stop (Catto 7.1)"},
        {"tolerance", number, text_of(o.tolerance), "of the rules residual and change, m/s"},
        {"fraction", number, text_of(o.fraction), "of the rule fraction"},
        {"correction", "none|baumgarte|projection|split|soft",
         correction_words[static_cast<size_t>(o.correction)], "of positions"},
        {"beta", number, text_of(o.beta), "part of an error undone in a step (Baumgarte, split)"},
        {"joint_beta", number, text_of(o.joint_beta), "the same for joints"},
        {"gamma", number, text_of(o.gamma), "the same for projection"},
        {"slop", number, text_of(o.slop), "depth left alone, metres"},
        {"push_speed", number, text_of(o.push_speed), "fastest push, m/s"},
        {"hertz", number, text_of(o.hertz), "stiffness of soft contacts"},
        {"damping", number, text_of(o.damping), "their damping ratio"},
        {"speculative", flag, text_of(o.speculative),
         "false: contact points that are still apart do not exist, as in Catto 2005"},
        {"warm_start", flag, text_of(o.warm_start), "start from the last step's impulses (contact cache)"},
        {"match", "feature|world|local", match_words[static_cast<size_t>(o.match)],
         "how contact points are recognised (Catto 8.2)"},
        {"match_distance", number, text_of(o.match_distance), "tolerance of the two positions, metres"},
        {"restitution", "simultaneous|sequential|hybrid",
         restitution_words[static_cast<size_t>(o.restitution)], "how impacts spread"},
        {"restitution_speed", number, text_of(o.restitution_speed), "slower contacts do not bounce, m/s"},
        {"propagations", integer, std::to_string(o.propagations), "rounds of sequential impacts"},
        {"shock", flag, text_of(o.shock), "shock propagation after the solve (Guendelman 2003)"},
        {"gyroscopic", flag, text_of(o.gyroscopic),
         "false: Catto's eq. 27, which keeps the angular velocity"},
        {"rotation", "exact|first-order", o.exact_rotation ? "exact" : "first-order",
         "step of the rotation: exponential map or Catto's eq. 37"},
        {"measure", flag, text_of(o.measure), "compute the residual of every step"},
    };
}

}  // namespace cairn
