#pragma once
// Command lines of the benchmarks: `--name value`, and flags.

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include <cairn/error.hpp>

namespace cairn::bench {

class Arguments {
public:
    /// Asked for --help, prints the usage and ends the program.
    Arguments(int count, char** values, const char* usage)
        : values_(values + 1, values + count), used_(values_.size(), false) {
        if (!flag("--help")) return;
        std::fputs(usage, stdout);
        std::exit(0);
    }

    bool flag(const std::string& name) {
        const size_t index = find(name);
        return index < values_.size();
    }
    std::string text(const std::string& name, const std::string& fallback) {
        const size_t index = find(name);
        if (index >= values_.size()) return fallback;
        if (index + 1 >= values_.size()) throw Error(name + " needs a value");
        used_[index + 1] = true;
        return values_[index + 1];
    }
    int integer(const std::string& name, int fallback) { return integer(name, fallback, 1); }
    /// One that may be zero.
    int count(const std::string& name, int fallback) { return integer(name, fallback, 0); }
    /// Values separated by commas.
    std::vector<std::string> list(const std::string& name, const std::string& fallback) {
        std::vector<std::string> parts;
        std::istringstream stream(text(name, fallback));
        for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
        return parts;
    }
    std::vector<int> integers(const std::string& name, const std::string& fallback) {
        std::vector<int> numbers;
        for (const std::string& part : list(name, fallback)) numbers.push_back(to_integer(name, part, 1));
        return numbers;
    }
    /// Throws where something was given that nobody asked for.
    void done() const {
        for (size_t i = 0; i < values_.size(); ++i) {
            if (!used_[i]) throw Error("unknown option '" + values_[i] + "'");
        }
    }

private:
    size_t find(const std::string& name) {
        for (size_t i = 0; i < values_.size(); ++i) {
            if (values_[i] != name) continue;
            used_[i] = true;
            return i;
        }
        return values_.size();
    }
    int integer(const std::string& name, int fallback, int least) {
        return to_integer(name, text(name, std::to_string(fallback)), least);
    }
    static int to_integer(const std::string& name, const std::string& value, int least) {
        char* end = nullptr;
        const long number = std::strtol(value.c_str(), &end, 10);
        if (value.empty() || *end != '\0' || number < least || number > 100000000) {
            throw Error(name + " needs a whole number from " + std::to_string(least) + " on, got '" + value +
                        "'");
        }
        return static_cast<int>(number);
    }

    std::vector<std::string> values_;
    std::vector<bool> used_;
};

}  // namespace cairn::bench
