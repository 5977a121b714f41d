#pragma once
// Threads. A world runs on a crew of workers that it takes from a task system for the length of one step. The
// default is oneTBB where Cairn was built with it; hand your own scheduler to WorldDef::tasks to use that
// instead.

namespace cairn {

class TaskSystem {
public:
    virtual ~TaskSystem() = default;
    /// How many workers may run at once, the caller included.
    virtual int worker_count() const = 0;
    /// Start `count` tasks; each calls work(context, i) once with i = 1 .. count. They need not start at
    /// once, nor before `wait` is called: the step makes progress without them. But `start` itself must
    /// return without running them: a task stays until the step is over.
    virtual void start(int count, void (*work)(void* context, int worker), void* context) = 0;
    /// Return when all tasks started have ended.
    virtual void wait() = 0;
};

/// The built-in task system with this many workers; one worker, or a build without threads, runs everything
/// in the calling thread. The caller owns it: `delete` it when no world uses it.
TaskSystem* make_task_system(int workers);

}  // namespace cairn
