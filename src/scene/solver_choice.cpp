#include "scene/solver_choice.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>

#include <cairn/error.hpp>

#include "base/suggest.hpp"
#include "solvers/live/stage_solver.hpp"

namespace cairn {

namespace {

struct Entry {
    SolverField field;
    float SoftStep::*number;
    int SoftStep::*integer;
};

constexpr size_t field_count = 9;
static_assert(sizeof(SoftStep) == field_count * sizeof(float), "a field of SoftStep has no name here");

Entry real_entry(const char* name, float SoftStep::*member, double minimum, double maximum) {
    return {{name, minimum, maximum, false}, member, nullptr};
}

const std::array<Entry, field_count>& entries() {
    static const std::array<Entry, field_count> all{{
        {{"substeps", 1, 1000, true}, nullptr, &SoftStep::substeps},
        real_entry("contact_hertz", &SoftStep::contact_hertz, 0, 1e5),
        real_entry("contact_damping", &SoftStep::contact_damping, 0, 1e4),
        real_entry("push_speed", &SoftStep::push_speed, 0, 1e5),
        real_entry("joint_hertz", &SoftStep::joint_hertz, 0, 1e5),
        real_entry("joint_damping", &SoftStep::joint_damping, 0, 1e4),
        real_entry("restitution_speed", &SoftStep::restitution_speed, 0, 1e5),
        real_entry("stiff_mass_ratio", &SoftStep::stiff_mass_ratio, 1, 3.4e38),
        real_entry("load_memory", &SoftStep::load_memory, 0, 1),
    }};
    return all;
}

const Entry& find_entry(const std::string& name) {
    std::vector<std::string> known;
    for (const Entry& entry : entries()) {
        if (entry.field.name == name) return entry;
        known.push_back(entry.field.name);
    }
    throw Error(std::string(soft_step_name) + ": " + unknown_word("parameter", name, known));
}

/// With as many digits as tell it from every other number. Not by std::to_chars: emscripten's library has it
/// for integers alone.
std::string exact_number(double value) {
    char text[40];
    for (int digits = 6; digits <= 17; ++digits) {
        std::snprintf(text, sizeof text, "%.*g", digits, value);
        if (std::strtod(text, nullptr) == value) break;
    }
    return text;
}

/// A value that the solver has accepted, in the one spelling that stands for it.
std::string usual_spelling(const StageParameter& parameter, const std::string& value) {
    if (parameter.kind == "flag") return value == "true" || value == "on" || value == "1" ? "true" : "false";
    if (parameter.kind != "number" && parameter.kind != "integer") return value;
    return exact_number(std::strtod(value.c_str(), nullptr));
}

/// Cuts "a<separator>b" in two; the second part is empty where there is no separator.
std::pair<std::string, std::string> cut(const std::string& text, char separator) {
    const size_t place = text.find(separator);
    if (place == std::string::npos) return {text, ""};
    return {text.substr(0, place), text.substr(place + 1)};
}

/// The same choice in one spelling, with the parameters in the solver's order. The hash of a world covers the
/// text of its solver, and what a file says is spelled anew when it is read.
std::string usual_text(const std::string& text) {
    auto [name, rest] = cut(text, ':');
    std::map<std::string, std::string> values;
    while (!rest.empty()) {
        const auto [pair, others] = cut(rest, ',');
        values.insert(cut(pair, '='));
        rest = others;
    }
    std::string usual = name;
    for (const StageParameter& parameter : solver_parameters(name)) {
        const auto found = values.find(parameter.name);
        if (found == values.end()) continue;
        usual +=
            (usual == name ? ":" : ",") + parameter.name + "=" + usual_spelling(parameter, found->second);
    }
    return usual;
}

}  // namespace

std::vector<std::string> solver_names() {
    std::vector<std::string> names{soft_step_name};
    for (const StageSolverInfo& info : stage_solvers()) names.push_back(info.name);
    return names;
}

std::span<const SolverField> solver_fields() {
    static const std::vector<SolverField> fields = [] {
        std::vector<SolverField> all;
        for (const Entry& entry : entries()) all.push_back(entry.field);
        return all;
    }();
    return fields;
}

double solver_value(const SoftStep& solver, const std::string& field) {
    const Entry& entry = find_entry(field);
    return entry.integer ? static_cast<double>(solver.*entry.integer)
                         : static_cast<double>(solver.*entry.number);
}

void set_solver_value(SoftStep& solver, const std::string& field, double value) {
    const Entry& entry = find_entry(field);
    const std::string where = std::string(soft_step_name) + ": " + field;
    if (!(value >= entry.field.minimum && value <= entry.field.maximum)) {
        throw Error(where + " must be between " + short_number(entry.field.minimum) + " and " +
                    short_number(entry.field.maximum) + ", got " + short_number(value));
    }
    if (entry.field.integer && value != std::floor(value)) {
        throw Error(where + " must be a whole number, got " + short_number(value));
    }
    if (entry.integer) {
        solver.*entry.integer = static_cast<int>(value);
    } else {
        solver.*entry.number = static_cast<float>(value);
    }
}

const std::vector<StageParameter>& solver_parameters(const std::string& name) {
    for (const StageSolverInfo& info : stage_solvers())
        if (info.name == name) return info.parameters;
    throw Error(unknown_word("solver", name, solver_names()));
}

void check_solver_name(const std::string& name) {
    const std::vector<std::string> names = solver_names();
    for (const std::string& known : names) {
        if (known == name) return;
    }
    throw Error(unknown_word("solver", name, names));
}

SoftStep parse_solver(const std::string& text, const SoftStep& base) {
    auto [name, rest] = cut(text, ':');
    check_solver_name(name);
    if (name != soft_step_name) throw Error("expected soft-step, got '" + name + "'");
    SoftStep solver = base;
    while (!rest.empty()) {
        const auto [pair, others] = cut(rest, ',');
        const auto [key, value] = cut(pair, '=');
        if (pair.find('=') == std::string::npos) {
            throw Error(name + ": expected key=value, got '" + pair + "'");
        }
        set_solver_value(solver, key, parse_number(name + ": " + key, value));
        rest = others;
    }
    return solver;
}

std::string to_text(const SoftStep& solver) {
    std::string text = soft_step_name;
    char separator = ':';
    for (const SolverField& field : solver_fields()) {
        const double value = solver_value(solver, field.name);
        if (value == solver_value(SoftStep{}, field.name)) continue;
        text += separator + field.name + "=" + short_number(value);
        separator = ',';
    }
    return text;
}

SolverChoice choose_solver(const std::string& text, const SoftStep& base) {
    const std::string name = cut(text, ':').first;
    check_solver_name(name);
    if (name == soft_step_name) return {parse_solver(text, base), ""};
    make_stage_solver(text);  // says what is wrong now, not when a world is made
    return {base, usual_text(text)};
}

std::string solver_text(const SolverChoice& choice) {
    return choice.stage_solver.empty() ? to_text(choice.solver) : choice.stage_solver;
}

double parse_number(const std::string& what, const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !std::isfinite(value)) {
        throw Error(what + ": expected a number, got '" + text + "'");
    }
    return value;
}

}  // namespace cairn
