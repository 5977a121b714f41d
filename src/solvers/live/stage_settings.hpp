#pragma once
// Parameters of a solver as text, and what is known about each of them.

#include <initializer_list>
#include <map>
#include <string>
#include <vector>

namespace cairn {

/// One parameter, for lists and schemas.
struct StageParameter {
    std::string name;
    std::string kind;   ///< "number", "integer", "flag", or its words separated by |
    std::string value;  ///< the default
    std::string help;
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
    void take(const char* name, std::string& value, std::initializer_list<const char*> words);
    bool has(const char* name) const { return values_.count(name) != 0; }
    /// Throws Error where something is left over; `known` are the names to suggest from.
    void finish(const std::vector<StageParameter>& known) const;
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

}  // namespace cairn
