#pragma once
// The order of work of a step: parts of the world that share nothing that moves (model/parts.hpp), in each
// the blocks of constraints by colour, cut into tasks; and the blocks of bodies.

#include <cstdint>
#include <vector>

#include "model/model.hpp"

namespace cairn {

/// A run of blocks of one group, small enough to share out. `group` is the point class of contacts, the kind
/// of joints.
struct SolveTask {
    int32_t part;
    int32_t color;
    int32_t group;
    int32_t first, last;  // blocks
    int32_t body = 0;     // the first that moves of those it touches, for the order within a colour
    size_t rows = 0;      // where its rows begin (PartColumns)
};

/// Tasks by part and colour.
struct TaskPlan {
    std::vector<SolveTask> tasks;
    std::vector<int32_t> color_begin;  // first task of each colour of each part, and the end
    std::vector<int32_t> part_begin;   // first colour of each part, and the end
    std::vector<SolveTask> loose;      // as found, before they are in order
    std::vector<int32_t> block_part;   // of the blocks in the order in which they are found

    int32_t task_count(int32_t part) const { return first_task(part + 1) - first_task(part); }
    int32_t first_task(int32_t part) const {
        return color_begin[static_cast<size_t>(part_begin[static_cast<size_t>(part)])];
    }
};

struct SolvePlan {
    int32_t parts = 1;
    TaskPlan contacts, joints;
    int32_t user_part = none;              // the part that user-defined joints are in, if there are any
    std::vector<BodyRef> body_refs;        // awake bodies by part, padded to whole blocks with ~0
    std::vector<int32_t> body_begin;       // first block of each part, and the end
    std::vector<int32_t> parent;           // of the model's parts, where some are taken together
    std::vector<int32_t> number;           // of the model's parts in this plan
    std::vector<int32_t> together, apart;  // parts that all workers solve together; that each solves alone

    int32_t body_blocks(int32_t part) const {
        return body_begin[static_cast<size_t>(part + 1)] - body_begin[static_cast<size_t>(part)];
    }
};

/// Plans the work of a step for `workers` workers.
void make_plan(const Model& model, SolvePlan& plan, int workers);

}  // namespace cairn
