// What the engine asks of its surroundings: a clock, room to grow, and a way to say its last words.

const pageBytes = 65536;

function functions(state) {
  let seen = new DataView(new ArrayBuffer(0));
  const view = () => (seen.buffer === state.memory.buffer ? seen : (seen = new DataView(state.memory.buffer)));
  // a step looks at the clock some twenty times: no big integers here
  const clock = at => {
    const nanoseconds = Math.round(performance.now() * 1e6);
    const data = view();
    data.setUint32(at, nanoseconds % 4294967296, true);
    data.setUint32(at + 4, nanoseconds / 4294967296, true);
    return 0;
  };
  const timespec = (_clock, at) => {
    const milliseconds = performance.now();
    view().setInt32(at, Math.floor(milliseconds / 1e3), true);
    view().setInt32(at + 4, Math.floor((milliseconds % 1e3) * 1e6), true);
    return 0;
  };
  return {
    // WASI, of the builds with one thread
    clock_time_get: (_clock, _precision, at) => clock(at),
    fd_write(_file, vectors, count, writtenAt) {
      let total = 0;
      for (let i = 0; i < count; ++i) {
        const at = view().getUint32(vectors + 8 * i, true);
        const length = view().getUint32(vectors + 8 * i + 4, true);
        state.said += new TextDecoder().decode(new Uint8Array(state.memory.buffer, at, length).slice());
        total += length;
      }
      view().setUint32(writtenAt, total, true);
      return 0;
    },
    environ_sizes_get(countAt, sizeAt) {
      view().setUint32(countAt, 0, true);
      view().setUint32(sizeAt, 0, true);
      return 0;
    },
    environ_get: () => 0,
    emscripten_notify_memory_growth() {},
    // Emscripten's own, of the build with threads
    emscripten_get_now: () => performance.now(),
    clock_gettime: timespec,
    __clock_gettime: timespec,
    emscripten_memcpy_big(to, from, count) {
      new Uint8Array(state.memory.buffer).copyWithin(to >>> 0, from >>> 0, (from >>> 0) + (count >>> 0));
    },
    emscripten_check_blocking_allowed() {},
    emscripten_resize_heap(wanted) {
      const current = state.memory.buffer.byteLength;
      for (const size of [Math.max(wanted >>> 0, current * 1.2), wanted >>> 0]) { // with room for more, or just enough
        try {
          state.memory.grow(Math.ceil((size - current) / pageBytes));
          return 1;
        } catch { /* no room */ }
      }
      return 0;
    },
    __emscripten_init_main_thread_js(thread) {
      state.exports._emscripten_thread_init(thread, 1, 1, 0);
      state.exports.emscripten_tls_init();
    },
  };
}

/** An instance of the module; `memory` for a build that wants to be given its memory. */
export async function surroundings(module, memory) {
  const state = { exports: null, memory, said: '' };
  const known = functions(state);
  const imports = { env: memory ? { memory } : {} };
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (kind !== 'function') continue;
    (imports[from] ??= {})[name] = known[name] ?? (() => {
      throw new Error(`the physics engine stopped (${name})${state.said && `: ${state.said}`}`);
    });
  }
  const { exports } = await WebAssembly.instantiate(module, imports);
  state.exports = exports;
  state.memory ??= exports.memory;
  return { exports, memory: state.memory };
}
