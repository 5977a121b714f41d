#pragma once
// What options accept, and what is said about the rest. CLI11's own checks let NaN through, wrap negative
// numbers round and print a number that is none as one out of range.

#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace cairn {

CLI::Validator number_between(double low, double high);

/// For options that are integers.
template <class Integer>
CLI::Validator whole_number(Integer low, Integer high) {
    const auto refuse = [low, high](const std::string& text) -> std::string {
        Integer value = 0;
        std::from_chars(text.data(), text.data() + text.size(), value);
        // the same text again, or there was more than the number; or zeros before it, which CLI11 takes for
        // octal
        if (std::to_string(value) == text && value >= low && value <= high) return {};
        return fmt::format("must be a whole number from {} to {}, got '{}'", low, high, text);
    };
    return CLI::Validator(refuse, fmt::format("[{} - {}]", low, high));
}

/// For options that are enumerations: their values by name, in upper or lower case.
template <class Enum>
CLI::Validator choice_of(const std::vector<std::pair<std::string, Enum>>& choices) {
    const auto replace = [choices](std::string& text) -> std::string {
        std::string names;
        for (const auto& [name, value] : choices) {
            if (CLI::detail::to_lower(name) == CLI::detail::to_lower(text)) {
                text = std::to_string(static_cast<int>(value));
                return {};
            }
            names += (names.empty() ? "" : ", ") + name;
        }
        return fmt::format("must be one of {}; got '{}'", names, text);
    };
    return CLI::Validator(replace, "");
}

/// Options whose value is a text refuse one that is another option of the command: CLI11 would take it, and
/// `--trace --steps 3` would trace the body `--steps`.
void refuse_options_as_values(CLI::App& command);

/// What is wrong with the words that no option of the command took.
std::string leftover_message(const CLI::App& app);

}  // namespace cairn
