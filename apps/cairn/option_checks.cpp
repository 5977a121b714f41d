#include "option_checks.hpp"

#include <algorithm>

#include "base/suggest.hpp"

namespace cairn {

namespace {

/// "--steps=3" is about --steps.
std::string option_name(const std::string& word) { return word.substr(0, word.find('=')); }

std::vector<std::string> option_names(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
        for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    }
    return names;
}

}  // namespace

CLI::Validator number_between(double low, double high) {
    const auto refuse = [low, high](const std::string& text) -> std::string {
        double value = 0;
        const bool number = CLI::detail::lexical_cast(text, value);
        if (number && value >= low && value <= high) return {};
        return fmt::format("'{}' is not a number from {:g} to {:g}", text, low, high);
    };
    return CLI::Validator(refuse, "");
}

void refuse_options_as_values(CLI::App& command) {
    const std::vector<std::string> names = option_names(command);
    const auto refuse = [names](const std::string& text) -> std::string {
        if (std::find(names.begin(), names.end(), option_name(text)) == names.end()) return {};
        return fmt::format("its value is missing before '{}'", text);
    };
    for (CLI::Option* option : command.get_options())
        if (option->nonpositional() && option->get_expected_max() > 0)
            option->check(CLI::Validator(refuse, ""));
}

std::string leftover_message(const CLI::App& app) {
    std::vector<const CLI::App*> commands{&app};
    for (const CLI::App* command : app.get_subcommands()) commands.push_back(command);
    std::string first;
    for (const CLI::App* command : commands) {
        for (const std::string& word : command->remaining()) {
            if (word.size() > 1 && word[0] == '-')
                return unknown_word("option", option_name(word), option_names(*command));
            if (first.empty()) first = word;
        }
    }
    return "unexpected argument '" + first + "'";
}

}  // namespace cairn
