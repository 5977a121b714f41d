#include "solvers/live/stage_settings.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include <cairn/error.hpp>

#include "base/suggest.hpp"

namespace cairn {

namespace {

std::string shown(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%g", value);
    return text;
}

}  // namespace

StageSettings::StageSettings(std::string solver, const std::string& text) : solver_(std::move(solver)) {
    for (size_t begin = 0; begin < text.size();) {
        const size_t comma = std::min(text.find(',', begin), text.size());
        const std::string pair = text.substr(begin, comma - begin);
        const size_t equals = pair.find('=');
        if (equals == std::string::npos || equals == 0) refuse("expected key=value, got '" + pair + "'");
        if (!values_.emplace(pair.substr(0, equals), pair.substr(equals + 1)).second)
            refuse("'" + pair.substr(0, equals) + "' is given twice");
        begin = comma + 1;
    }
}

void StageSettings::refuse(const std::string& message) const { throw Error(solver_ + ": " + message); }

const std::string* StageSettings::find(const char* name) {
    const auto found = values_.find(name);
    if (found == values_.end()) return nullptr;
    found_ = found->second;
    values_.erase(found);
    return &found_;
}

void StageSettings::take(const char* name, double& value, double least, double most) {
    const std::string* text = find(name);
    if (!text) return;
    char* end = nullptr;
    const double number = std::strtod(text->c_str(), &end);
    if (text->empty() || *end != '\0' || std::isnan(number))
        refuse(std::string(name) + ": expected a number, got '" + *text + "'");
    if (!(number >= least && number <= most))
        refuse(std::string(name) + " must be between " + shown(least) + " and " + shown(most) + ", got " +
               *text);
    value = number;
}

void StageSettings::take(const char* name, int& value, int least, int most) {
    double number = value;
    take(name, number, least, most);
    if (number != std::floor(number))
        refuse(std::string(name) + " must be a whole number, got " + shown(number));
    value = static_cast<int>(number);
}

void StageSettings::take(const char* name, bool& value) {
    std::string word = value ? "true" : "false";
    take(name, word, {"true", "false", "on", "off", "1", "0"});
    value = word == "true" || word == "on" || word == "1";
}

void StageSettings::take(const char* name, std::string& value, const std::vector<std::string>& words) {
    const std::string* text = find(name);
    if (!text) return;
    for (const std::string& word : words) {
        if (word != *text) continue;
        value = word;
        return;
    }
    refuse(unknown_word(name, *text, words));
}

void StageSettings::finish_but(const std::vector<StageParameter>& own,
                               const std::vector<StageParameter>& known) const {
    for (const auto& [key, value] : values_) {
        const bool kept = std::any_of(own.begin(), own.end(),
                                      [&key = key](const StageParameter& p) { return p.name == key; });
        if (kept) continue;
        std::vector<std::string> names;
        for (const StageParameter& parameter : known) names.push_back(parameter.name);
        refuse(unknown_word("parameter", key, names));
    }
}

std::string StageSettings::rest() const {
    std::string text;
    for (const auto& [key, value] : values_) text += (text.empty() ? "" : ",") + key + "=" + value;
    return text;
}

void StageParameters::number(const char* name, double& value, double least, double most, const char* help) {
    list.push_back({name, "number", shown(value), help, least, most});
    if (settings_) settings_->take(name, value, least, most);
}

void StageParameters::number(const char* name, std::optional<double>& value, double least, double most,
                             const char* help) {
    list.push_back({name, "number", value ? shown(*value) : "", help, least, most});
    if (!settings_ || !settings_->has(name)) return;
    double number = least;
    settings_->take(name, number, least, most);
    value = number;
}

void StageParameters::integer(const char* name, int& value, int least, int most, const char* help) {
    list.push_back({name, "integer", std::to_string(value), help, double(least), double(most)});
    if (settings_) settings_->take(name, value, least, most);
}

void StageParameters::flag(const char* name, bool& value, const char* help) {
    list.push_back({name, "flag", value ? "true" : "false", help});
    if (settings_) settings_->take(name, value);
}

void StageParameters::word(const char* name, std::string& value, const std::vector<std::string>& words,
                           const char* help) {
    std::string kind;
    for (const std::string& known : words) kind += (kind.empty() ? "" : "|") + known;
    list.push_back({name, kind, value, help});
    if (settings_) settings_->take(name, value, words);
}

}  // namespace cairn
