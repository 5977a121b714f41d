#pragma once

#include <memory>

#include <cairn/cairn.h>
#include <cairn/task.hpp>

namespace cairn::capi {

/// A scheduler given by C functions, as the engine sees it.
std::unique_ptr<TaskSystem> adopt_tasks(const cairn_task_system& functions);

}  // namespace cairn::capi
