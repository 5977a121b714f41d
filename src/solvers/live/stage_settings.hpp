#pragma once
// Parameters of a solver as text, and what is known about each of them.

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cairn {

/// One parameter, for lists and schemas.
struct StageParameter {
    std::string name;
    std::string kind;   ///< "number", "integer", "flag", or its words separated by |
    std::string value;  ///< the default; empty: unset
    std::string help;
    double least = -1e30, most = 1e30;  ///< of numbers
};

/// key=value pairs that a solver takes what it knows from.
class StageSettings {
public:
    /// Throws Error on a piece that is no key=value, or a key that comes twice.
    StageSettings(std::string solver, const std::string& text);

    const std::string& solver() const { return solver_; }
    /// A value that is there must be of the right kind and in range, or an Error is thrown that names all of
    /// it.
    void take(const char* name, double& value, double least, double most);
    void take(const char* name, int& value, int least, int most);
    void take(const char* name, bool& value);
    void take(const char* name, std::string& value, const std::vector<std::string>& words);
    bool has(const char* name) const { return values_.count(name) != 0; }
    /// Throws Error where something is left over; `known` are the names to suggest from.
    void finish(const std::vector<StageParameter>& known) const { finish_but({}, known); }
    /// The same, but those in `own` may be left over.
    void finish_but(const std::vector<StageParameter>& own, const std::vector<StageParameter>& known) const;
    /// What is left, as text again: key=value,...
    std::string rest() const;
    void clear() { values_.clear(); }
    [[noreturn]] void refuse(const std::string& message) const;

private:
    const std::string* find(const char* name);

    std::string solver_;
    std::map<std::string, std::string> values_;
    std::string found_;
};

/// One function names a solver's parameters, with range, default and help: given settings it takes them, and
/// it always lists them. So what is listed is what is read.
class StageParameters {
public:
    /// Without settings the values stay as they are and are listed as defaults.
    explicit StageParameters(StageSettings* settings = nullptr) : settings_(settings) {}

    void number(const char* name, double& value, double least, double most, const char* help);
    void number(const char* name, std::optional<double>& value, double least, double most, const char* help);
    void integer(const char* name, int& value, int least, int most, const char* help);
    void flag(const char* name, bool& value, const char* help);
    void word(const char* name, std::string& value, const std::vector<std::string>& words, const char* help);
    /// An enumeration whose values count from zero, in the order of the words.
    template <class Enum>
    void word(const char* name, Enum& value, const std::vector<std::string>& words, const char* help) {
        std::string text = words[static_cast<size_t>(value)];
        word(name, text, words, help);
        for (size_t i = 0; i < words.size(); ++i)
            if (words[i] == text) value = static_cast<Enum>(i);
    }

    std::vector<StageParameter> list;

private:
    StageSettings* settings_;
};

}  // namespace cairn
