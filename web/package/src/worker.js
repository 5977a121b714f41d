// A worker of the threaded build: an instance of the module of its own on the shared memory, with a stack of its own.

import { surroundings } from './surroundings.js';

export const stackBytes = 1 << 18;
/** What the C library keeps for a thread; more than it needs. */
export const threadBytes = 1 << 10;

/** Stays in the engine until it is sent home. */
export async function serve({ module, memory, stack, thread }, ready) {
  const { exports } = await surroundings(module, memory);
  exports._emscripten_thread_init(thread, 0, 0, 1);
  exports.emscripten_stack_set_limits(stack + stackBytes, stack);
  exports.stackRestore(stack + stackBytes);
  exports.emscripten_tls_init();
  ready();
  exports.cairn_worker_run();
}

/** Room for a worker in the shared memory. */
export function place(exports, memory) {
  const thread = exports.malloc(threadBytes);
  const stack = exports.malloc(stackBytes + 16);
  if (!thread || !stack) throw new Error('out of memory: no room for another worker');
  new Uint8Array(memory.buffer, thread, threadBytes).fill(0);
  return { stack: (stack + 15) & ~15, thread };
}
