#pragma once
// Threads. A world runs on a crew of workers that it takes from a task system for the length of one step. The default
// is oneTBB where Cairn was built with it; hand your own scheduler to WorldDef::tasks to use that instead.

namespace cairn {

class TaskSystem {
public:
    virtual ~TaskSystem() = default;
    /// How many workers may run at once, the caller included.
    virtual int worker_count() const = 0;
    /// Start `count` tasks; each calls work(context, i) once with i = 1 .. count. Need not start them at once, nor at all
    /// before `wait`: the step makes progress without them.
    virtual void start(int count, void (*work)(void* context, int worker), void* context) = 0;
    /// Return when all tasks started have ended.
    virtual void wait() = 0;
};

/// The built-in task system with this many workers; one worker, or a build without threads, runs everything in the
/// calling thread. Owned by the caller through the returned pointer's deleter-free `delete`.
TaskSystem* make_task_system(int workers);

}  // namespace cairn
