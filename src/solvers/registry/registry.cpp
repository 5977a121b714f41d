#include "solvers/registry/registry.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "solvers/direct/direct.hpp"
#include "solvers/frozen/residual.hpp"
#include "solvers/frozen/run.hpp"
#include "solvers/gradient/pgd.hpp"
#include "solvers/interior/interior.hpp"
#include "solvers/jacobi/jacobi.hpp"
#include "solvers/mprgp/mprgp.hpp"
#include "solvers/newton/newton.hpp"
#include "solvers/nncg/nncg.hpp"
#include "solvers/pgs/pgs.hpp"
#include "solvers/robust/robust.hpp"
#include "solvers/si/si.hpp"

namespace cairn::lab {
namespace {

using Settings = std::map<std::string, std::string>;

double parse_number(const std::string& key, const std::string& text, double least, double most) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);  // libc++ 13 has no std::from_chars for reals
    if (text.empty() || *end != '\0' || !std::isfinite(value)) {
        throw std::invalid_argument(key + "='" + text + "' is not a number");
    }
    if (value < least || value > most) {
        std::ostringstream message;
        message << key << "=" << text << " is outside " << least << ".." << most;
        throw std::invalid_argument(message.str());
    }
    return value;
}

std::string show(double value) {
    std::ostringstream out;
    out << value;
    return out.str();
}

std::string suggestion(const std::string& word, const std::vector<std::string>& candidates) {
    const std::string near = nearest_name(word, candidates);
    std::string known;
    for (const std::string& name : candidates) known += (known.empty() ? "" : ", ") + name;
    return near.empty() ? "; known: " + known : "; did you mean '" + near + "'? (known: " + known + ")";
}

/// Takes from `settings` what a solver's parameters ask for; what is left over is unknown.
class Assign {
public:
    explicit Assign(Settings& settings) : settings_(settings) {}

    void operator()(const char* name, double& value, double least, double most, const char*) {
        if (const auto text = take(name)) value = parse_number(name, *text, least, most);
    }
    void operator()(const char* name, int& value, int least, int most, const char*) {
        const auto text = take(name);
        if (!text) return;
        const double number = parse_number(name, *text, least, most);
        if (number != std::floor(number))
            throw std::invalid_argument(std::string(name) + " must be an integer");
        value = static_cast<int>(number);
    }
    void operator()(const char* name, bool& value, const char*) {
        const auto text = take(name);
        if (!text) return;
        const bool yes = *text == "true" || *text == "1" || *text == "yes" || *text == "on";
        const bool no = *text == "false" || *text == "0" || *text == "no" || *text == "off";
        if (!yes && !no)
            throw std::invalid_argument(std::string(name) + "='" + *text + "' is neither true nor false");
        value = yes;
    }
    void operator()(const char* name, std::string& value, std::initializer_list<const char*> choices,
                    const char*) {
        const auto text = take(name);
        if (!text) return;
        std::vector<std::string> known(choices.begin(), choices.end());
        if (std::find(known.begin(), known.end(), *text) == known.end()) {
            throw std::invalid_argument(std::string(name) + "='" + *text + "' is unknown" +
                                        suggestion(*text, known));
        }
        value = *text;
    }

private:
    std::optional<std::string> take(const char* name) {
        const auto found = settings_.find(name);
        if (found == settings_.end()) return std::nullopt;
        std::string text = found->second;
        settings_.erase(found);
        return text;
    }
    Settings& settings_;
};

/// Lists a solver's parameters with their defaults.
class Describe {
public:
    explicit Describe(std::vector<ParameterInfo>& list) : list_(list) {}
    void operator()(const char* name, double& value, double least, double most, const char* help) {
        list_.push_back({name, "number", show(value), help, least, most});
    }
    void operator()(const char* name, int& value, int least, int most, const char* help) {
        list_.push_back({name, "integer", std::to_string(value), help, double(least), double(most)});
    }
    void operator()(const char* name, bool& value, const char* help) {
        list_.push_back({name, "flag", value ? "true" : "false", help});
    }
    void operator()(const char* name, std::string& value, std::initializer_list<const char*> choices,
                    const char* help) {
        std::string kind;
        for (const char* choice : choices) kind += std::string(kind.empty() ? "" : "|") + choice;
        list_.push_back({name, kind, value, help});
    }

private:
    std::vector<ParameterInfo>& list_;
};

struct Entry {
    SolverInfo info;
    std::function<SolverSpec(Settings&)> make;
};

template <typename Solver>
Entry entry(const char* name, const char* summary) {
    Entry result;
    result.info.name = name;
    result.info.summary = summary;
    Solver defaults;
    defaults.visit(Describe(result.info.parameters));
    result.make = [](Settings& settings) {
        Solver solver;
        solver.visit(Assign(settings));
        SolverSpec spec;
        spec.run = [solver](const ContactProblem& problem, const SolveOptions& options) {
            return solve(solver, problem, options);
        };
        return spec;
    };
    return result;
}

const std::vector<Entry>& entries() {
    static const std::vector<Entry> list = {
        entry<Pgs>("pgs", "projected Gauss-Seidel on rows (Catto 2005)"),
        entry<Si>("si", "sequential impulses, block solves, cone (Tamis 2015, Tonge 2012)"),
        entry<Jacobi>("jacobi", "projected Jacobi with mass splitting (Tonge 2012)"),
        entry<Pgd>("pgd", "projected gradient descent (Renouf-Alart)"),
        entry<Apgd>("apgd", "accelerated projected gradient descent (Mazhar)"),
        entry<Mprgp>("mprgp", "conjugate gradients with proportioning (Dostal-Schoberl)"),
        entry<Nncg>("nncg", "nonlinear conjugate gradients on Gauss-Seidel (Silcowitz)"),
        entry<Newton>("newton", "semismooth Newton with line search (Alart-Curnier)"),
        entry<Interior>("interior", "interior point on the second-order cone (Acary-Armand)"),
        entry<Direct>("direct", "Lemke or Dantzig pivoting, the exact oracle for small problems"),
        entry<Robust>("robust", "block Gauss-Seidel and Newton alternated; reaches tight tolerances"),
    };
    return list;
}

StopRule parse_rule(const std::string& text) {
    if (text == "residual") return StopRule::residual;
    if (text == "iterations" || text == "count") return StopRule::iterations;
    if (text == "change") return StopRule::change;
    if (text == "fraction") return StopRule::fraction;
    throw std::invalid_argument("rule='" + text + "' is unknown" +
                                suggestion(text, {"residual", "iterations", "change", "fraction"}));
}

std::function<void(SolveOptions&)> take_common(Settings& settings) {
    std::vector<std::function<void(SolveOptions&)>> changes;
    const auto take = [&settings](const char* name, auto&& use) {
        const auto found = settings.find(name);
        if (found == settings.end()) return;
        use(found->second);
        settings.erase(found);
    };
    take("friction", [&](const std::string& text) {
        const FrictionModel model = parse_friction(text);
        changes.push_back([model](SolveOptions& o) {
            o.friction = {model.kind, model.sides, o.friction.load};
        });
    });
    take("load", [&](const std::string& text) {
        const double load = parse_number("load", text, 0.0, 1e300);
        changes.push_back([load](SolveOptions& o) { o.friction.load = load; });
    });
    take("tolerance", [&](const std::string& text) {
        const double value = parse_number("tolerance", text, 0.0, 1e300);
        changes.push_back([value](SolveOptions& o) { o.tolerance = value; });
    });
    take("iterations", [&](const std::string& text) {
        const double value = parse_number("iterations", text, 0.0, 1e15);
        if (value != std::floor(value)) throw std::invalid_argument("iterations must be an integer");
        changes.push_back([value](SolveOptions& o) { o.max_iterations = static_cast<std::int64_t>(value); });
    });
    take("seconds", [&](const std::string& text) {
        const double value = parse_number("seconds", text, 0.0, 1e9);
        changes.push_back([value](SolveOptions& o) { o.max_seconds = value; });
    });
    take("rule", [&](const std::string& text) {
        const StopRule rule = parse_rule(text);
        changes.push_back([rule](SolveOptions& o) { o.rule = rule; });
    });
    take("fraction", [&](const std::string& text) {
        const double value = parse_number("fraction", text, 0.0, 1.0);
        changes.push_back([value](SolveOptions& o) { o.fraction = value; });
    });
    return [changes](SolveOptions& options) {
        for (const auto& change : changes) change(options);
    };
}

Settings parse_settings(const std::string& text) {
    Settings settings;
    std::istringstream stream(text);
    std::string piece;
    while (std::getline(stream, piece, ',')) {
        const std::size_t equals = piece.find('=');
        if (equals == std::string::npos || equals == 0) {
            throw std::invalid_argument("'" + piece + "' is not of the form key=value");
        }
        if (!settings.emplace(piece.substr(0, equals), piece.substr(equals + 1)).second) {
            throw std::invalid_argument("'" + piece.substr(0, equals) + "' is given twice");
        }
    }
    return settings;
}

}  // namespace

std::string nearest_name(const std::string& word, const std::vector<std::string>& candidates) {
    std::string best;
    std::size_t best_distance = std::max<std::size_t>(2, word.size() / 2) + 1;
    for (const std::string& candidate : candidates) {
        std::vector<std::size_t> row(candidate.size() + 1);
        for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
        for (std::size_t i = 1; i <= word.size(); ++i) {
            std::size_t diagonal = row[0];
            row[0] = i;
            for (std::size_t j = 1; j < row.size(); ++j) {
                const std::size_t replaced = diagonal + (word[i - 1] == candidate[j - 1] ? 0 : 1);
                diagonal = row[j];
                row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
            }
        }
        if (row.back() < best_distance) {
            best_distance = row.back();
            best = candidate;
        }
    }
    return best;
}

const std::vector<SolverInfo>& solver_list() {
    static const std::vector<SolverInfo> list = [] {
        std::vector<SolverInfo> infos;
        for (const Entry& item : entries()) infos.push_back(item.info);
        return infos;
    }();
    return list;
}

const std::vector<ParameterInfo>& common_parameters() {
    static const std::vector<ParameterInfo> list = {
        {"friction", "fixed|pyramid|pyramid8|pyramid16|cone|cone-relaxed", "cone", "model of friction"},
        {"load", "number", "0", "impulse m_c*g*h per contact for friction=fixed"},
        {"tolerance", "number", "1e-08", "residual (or change) to stop at"},
        {"iterations", "integer", "10000", "iteration budget"},
        {"seconds", "number", "10", "time budget"},
        {"rule", "residual|iterations|change|fraction", "residual", "when to stop (Catto 7.1)"},
        {"fraction", "number", "0.5", "for rule=fraction"}};
    return list;
}

SolverSpec parse_solver(const std::string& text) {
    const std::size_t colon = text.find(':');
    const std::string name = text.substr(0, colon);
    std::vector<std::string> names;
    for (const Entry& item : entries()) names.push_back(item.info.name);
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
        throw std::invalid_argument("unknown solver '" + name + "'" + suggestion(name, names));
    const Entry& item = entries()[static_cast<std::size_t>(found - names.begin())];
    Settings settings = colon == std::string::npos ? Settings() : parse_settings(text.substr(colon + 1));
    SolverSpec spec = item.make(settings);
    spec.adjust = take_common(settings);
    spec.name = name;
    spec.text = text;
    if (!settings.empty()) {
        std::vector<std::string> keys;
        for (const ParameterInfo& parameter : item.info.parameters) keys.push_back(parameter.name);
        for (const ParameterInfo& parameter : common_parameters()) keys.push_back(parameter.name);
        const std::string& key = settings.begin()->first;
        throw std::invalid_argument("solver '" + name + "' has no parameter '" + key + "'" +
                                    suggestion(key, keys));
    }
    return spec;
}

std::vector<std::string> split_specs(const std::string& text) {
    std::vector<std::string> specs;
    std::istringstream stream(text);
    std::string piece;
    while (std::getline(stream, piece, ',')) {
        const bool continues = piece.find('=') != std::string::npos && piece.find(':') == std::string::npos;
        if (continues && !specs.empty()) {
            specs.back() += "," + piece;
        } else {
            specs.push_back(piece);
        }
    }
    return specs;
}

SolveResult run_solver(const SolverSpec& spec, const ContactProblem& problem, SolveOptions options) {
    SolveResult result;
    result.message = problem.defect();
    if (!result.message.empty()) return result;
    if (options.warm_start.size() != 0 && !options.warm_start.allFinite()) {
        result.message = "the warm start is not finite";
        return result;
    }
    spec.adjust(options);
    result = spec.run(problem, options);
    if (result.status == Status::not_applicable) return result;
    // The claim is checked from the returned numbers alone.
    double residual = 0.0;
    if (is_row_model(options.friction)) {
        residual = row_model_residual(expand(problem, options.friction).rows, result.row_values);
    } else {
        residual = cone_model_residual(problem, options.friction.kind, result.reaction);
    }
    result.residual = residual;
    if (result.status == Status::converged && !(residual <= options.tolerance * (1.0 + 1e-6))) {
        result.status = Status::stalled;
        result.message = "claimed convergence was not confirmed";
    }
    return result;
}

}  // namespace cairn::lab
