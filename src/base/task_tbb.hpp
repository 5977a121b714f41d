#pragma once
#include <cairn/task.hpp>

namespace cairn {
#if defined(CAIRN_HAS_TBB)
TaskSystem* make_tbb_tasks(int workers);
#endif
}  // namespace cairn
