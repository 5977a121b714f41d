#pragma once
// Misuse of the API throws an Error whose message names the value that was wrong; the world is left as it
// was. `World::step` throws only where its dt is not a positive number or the task system throws: what goes
// wrong inside a step, a user's rows that throw included, is counted and reported in `StepReport`.

#include <stdexcept>
#include <string>

namespace cairn {

class Error : public std::runtime_error {
public:
    explicit Error(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace cairn
