// The task system of the threaded build. Its workers are the page's: JavaScript starts them once, each with
// its own instance of the module on the same memory, and each stays in cairn_worker_run, asleep between
// steps.

#if defined(__EMSCRIPTEN_PTHREADS__)

#include <locale.h>

#include <atomic>
#include <map>
#include <memory>

#include "wasm/export.hpp"
#include "wasm/workers.hpp"

namespace cairn::wasm {

namespace {

/// One call for helpers at a time: worlds are stepped by one thread.
struct Call {
    void (*work)(void* context, int worker) = nullptr;
    void* context = nullptr;
    std::atomic<int> tickets{0};  // workers that may still join
    std::atomic<int> inside{0};   // workers that did and have not left
    int32_t bell = 0;             // workers sleep until it changes
    std::atomic<bool> over{false};
};
Call call;

/// Takes a ticket; its number, or 0 where none is left. Whoever takes one is inside before it is gone.
int join() {
    call.inside.fetch_add(1);
    int ticket = call.tickets.load();
    while (ticket > 0 && !call.tickets.compare_exchange_weak(ticket, ticket - 1)) {
    }
    if (ticket <= 0) {
        call.inside.fetch_sub(1);
        return 0;
    }
    return ticket;
}

class PageWorkers final : public TaskSystem {
public:
    explicit PageWorkers(int workers) : workers_(workers) {}
    int worker_count() const override { return workers_; }

    void start(int count, void (*work)(void*, int), void* context) override {
        call.work = work;
        call.context = context;
        call.tickets.store(count);
        __atomic_add_fetch(&call.bell, 1, __ATOMIC_SEQ_CST);
        __builtin_wasm_memory_atomic_notify(&call.bell, static_cast<unsigned>(count));
    }

    /// Who has not come yet need not: the page's main thread may not sleep, so it waits by looking.
    void wait() override {
        call.tickets.store(0);
        while (call.inside.load() != 0) {
        }
    }

private:
    int workers_;
};

}  // namespace

TaskSystem* page_workers(int workers) {
    static std::map<int, std::unique_ptr<PageWorkers>> systems;
    std::unique_ptr<PageWorkers>& system = systems[workers];
    if (!system) system = std::make_unique<PageWorkers>(workers);
    return system.get();
}

}  // namespace cairn::wasm

using namespace cairn;

extern "C" {

/// A worker's life: helps whenever the bell rings.
CAIRN_EXPORT void cairn_worker_run() {
    uselocale(LC_GLOBAL_LOCALE);  // what pthread_create would have done for a thread of its own
    int32_t heard = __atomic_load_n(&wasm::call.bell, __ATOMIC_SEQ_CST);
    while (!wasm::call.over.load()) {
        if (const int ticket = wasm::join()) {
            wasm::call.work(wasm::call.context, ticket);
            wasm::call.inside.fetch_sub(1);
        }
        __builtin_wasm_memory_atomic_wait32(&wasm::call.bell, heard, -1);
        heard = __atomic_load_n(&wasm::call.bell, __ATOMIC_SEQ_CST);
    }
}

/// Sends the workers home.
CAIRN_EXPORT void cairn_worker_stop() {
    wasm::call.over.store(true);
    __atomic_add_fetch(&wasm::call.bell, 1, __ATOMIC_SEQ_CST);
    __builtin_wasm_memory_atomic_notify(&wasm::call.bell, ~0u);
}

/// For cairn_world_def.tasks.
CAIRN_EXPORT const cairn_task_system* cairn_worker_tasks(int workers) {
    static cairn_task_system table;
    table = {wasm::page_workers(workers),
             [](void* context) { return static_cast<TaskSystem*>(context)->worker_count(); },
             [](void* context, int count, void (*work)(void*, int), void* work_context) {
                 static_cast<TaskSystem*>(context)->start(count, work, work_context);
             },
             [](void* context) { static_cast<TaskSystem*>(context)->wait(); }};
    return &table;
}

}  // extern "C"

#endif
