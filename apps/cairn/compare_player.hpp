#pragma once
// The player of a comparison's runs: side by side and in step, within the page, without anything from
// outside.

#include <string>
#include <vector>

namespace cairn {

struct PlayerPane {
    std::string caption;
    std::string picture;  ///< HTML: what is seen where the player cannot run, and before it does
};

/// HTML of the panes; with `replay` (see Replay::json), also of what moves them.
std::string player(const std::vector<PlayerPane>& panes, const std::string& replay);

}  // namespace cairn
