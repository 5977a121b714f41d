#pragma once
// Texts between JavaScript and the laboratory are JSON; what goes back stays where it is until the next
// answer.

#include <string>

#include "scene/json_text.hpp"
#include "scene/solver_choice.hpp"
#include "wasm/export.hpp"

namespace cairn::wasm {

/// Keeps the text for JavaScript to read.
const char* answer(std::string text);
inline const char* answer(const Json& json) { return answer(json.dump()); }

/// The solver that `choice` names: a text, where the numbers of soft-step are on top of `base`, or as in a
/// scene file.
SolverChoice solver_choice(const Json& choice, const SoftStep& base);

}  // namespace cairn::wasm
