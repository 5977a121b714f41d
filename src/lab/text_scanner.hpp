#pragma once
// Reads white-space separated numbers and knows the line it is on, so that an error can say where.

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "lab/problem_file.hpp"

namespace cairn::lab {

class TextScanner {
public:
    TextScanner(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {}

    long long integer(const char* what, long long least, long long most) {
        const std::string_view token = next(what);
        long long value = 0;
        const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
        if (error != std::errc() || end != token.data() + token.size()) {
            fail("expected " + std::string(what) + " (an integer), found '" + std::string(token) + "'");
        }
        if (value < least || value > most) {
            fail(std::string(what) + " = " + std::to_string(value) + " is outside " + std::to_string(least) +
                 ".." + std::to_string(most));
        }
        return value;
    }

    double real(const char* what) {
        std::string_view token = next(what);
        if (!token.empty() && token.front() == '+') token.remove_prefix(1);
        double value = 0.0;
        const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
        if (end != token.data() + token.size() || error == std::errc::invalid_argument) {
            fail("expected " + std::string(what) + " (a number), found '" + std::string(token) + "'");
        }
        // from_chars reports an under- or overflow and leaves the value alone; only the overflow is an error.
        if (error == std::errc::result_out_of_range) value = std::strtod(std::string(token).c_str(), nullptr);
        if (!std::isfinite(value)) fail(std::string(what) + " is not finite ('" + std::string(token) + "')");
        return value;
    }

    /// Refuses counts that the rest of the text cannot hold, before anything of that size is allocated.
    void expect_at_least(long long numbers, const char* what) {
        const auto left = static_cast<long long>(text_.size() - position_);
        if (numbers > left / 2 + 1) {
            fail("file ends too early: " + std::to_string(numbers) + " values of " + what + " are announced");
        }
    }

    /// Nothing but white space is left.
    bool at_end() {
        while (position_ < text_.size() && is_space(text_[position_])) {
            if (text_[position_] == '\n') ++line_;
            ++position_;
        }
        return position_ >= text_.size();
    }

    [[noreturn]] void fail(const std::string& message) const {
        throw ProblemFileError(file_, "line " + std::to_string(line_), message);
    }

private:
    static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

    std::string_view next(const char* what) {
        if (at_end()) fail("file ends where " + std::string(what) + " should be");
        const std::size_t start = position_;
        while (position_ < text_.size() && !is_space(text_[position_])) ++position_;
        return text_.substr(start, position_ - start);
    }

    std::string_view text_;
    std::string file_;
    std::size_t position_ = 0;
    int line_ = 1;
};

}  // namespace cairn::lab
