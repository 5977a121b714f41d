#pragma once
// Parts of the world that have nothing to do with each other: whole islands, as many in a part as fit a
// processor's own cache. Each is solved through all sub-steps before the next is touched, so a world of a
// hundred thousand bodies costs as much a contact as one of a thousand.
//
// Which part a body is in decides where its contacts are kept, never what comes out: the solver looks at the
// blocks themselves and takes parts together that share one.

#include <cstdint>
#include <vector>

namespace cairn {

struct Parts {
    int32_t count = 1;
    std::vector<int32_t> of_body;  // by slot, while there are several; -1 for fixed bodies

    /// Bodies that came since the parts were made are in none yet, and go with the first.
    bool knows(int32_t body) const {
        return static_cast<size_t>(body) < of_body.size() && of_body[static_cast<size_t>(body)] >= 0;
    }
    int32_t part(int32_t body) const { return knows(body) ? of_body[static_cast<size_t>(body)] : 0; }
};

}  // namespace cairn
