#pragma once

#include <string>

#include <cairn/error.hpp>

namespace cairn::test {

/// The message of the Error that `action` throws; "" where it throws none.
template <class Action>
std::string error_of(const Action& action) {
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

}  // namespace cairn::test
