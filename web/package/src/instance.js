// From a WebAssembly file to a running instance: which build, from where, and what it asks of its surroundings.

import { canShare, readFile, startWorkers } from '#platform';
import { shown, suggestion } from './memory.js';

// (module (func (result v128) (v128.const i32x4 0 0 0 0))): valid only where there is SIMD
const simdProbe = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 22, 1, 20, 0, 253, 12,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11,
]);
const knownOptions = ['simd', 'threads', 'wasm'];
const maximumThreads = 64;

export function features() {
  return { simd: WebAssembly.validate(simdProbe), threads: canShare() };
}

function checked(options) {
  for (const key of Object.keys(options)) {
    if (!knownOptions.includes(key)) throw new TypeError(`init has no option '${key}'${suggestion(key, knownOptions)}`);
  }
  const { simd = features().simd, threads = 1, wasm } = options;
  if (simd && !features().simd) throw new Error('this machine has no WebAssembly SIMD: leave out simd, or pass simd: false');
  if (!Number.isInteger(threads) || threads < 1 || threads > maximumThreads) {
    throw new RangeError(`threads must be a whole number from 1 to ${maximumThreads}, got ${shown(threads)}`);
  }
  if (threads > 1 && !simd) throw new Error('there is no build with threads and without SIMD');
  if (threads > 1 && !features().threads) {
    throw new Error('threads need shared memory, which this page may not use: it must be cross-origin isolated ' +
      '(Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp)');
  }
  return { simd, threads, wasm };
}

async function compile(wasm) {
  if (wasm instanceof WebAssembly.Module) return wasm;
  if (wasm instanceof ArrayBuffer || ArrayBuffer.isView(wasm)) return WebAssembly.compile(wasm);
  return WebAssembly.compile(await readFile(wasm instanceof URL ? wasm : new URL(wasm, import.meta.url)));
}

/** What the engine asks for: a clock, and a way to say its last words. */
export function surroundings(module, view) {
  const written = [];
  const known = {
    clock_time_get(_clock, _precision, at) {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    clock_res_get(_clock, at) {
      view().setBigUint64(at, 1000n, true);
      return 0;
    },
    emscripten_get_now: () => performance.now(),
    fd_write(_file, vectors, count, writtenAt) {
      let total = 0;
      for (let i = 0; i < count; ++i) {
        const at = view().getUint32(vectors + 8 * i, true);
        const length = view().getUint32(vectors + 8 * i + 4, true);
        written.push(...new Uint8Array(view().buffer, at, length));
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
    emscripten_num_logical_cores: () => 1,
  };
  const imports = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (kind !== 'function') continue;
    (imports[from] ??= {})[name] = known[name] ?? (() => {
      const text = new TextDecoder().decode(new Uint8Array(written));
      throw new Error(`the physics engine stopped (${name})${text ? `: ${text}` : ''}`);
    });
  }
  return imports;
}

export async function instantiate(files, options = {}) {
  const { simd, threads, wasm } = checked(options);
  const name = threads > 1 ? 'threads' : simd ? 'simd' : 'scalar';
  const module = await compile(wasm ?? files[name]());
  let view;
  const imports = surroundings(module, () => view());
  const shared = sharedMemory(module);
  if (shared) imports.env = { ...imports.env, memory: shared };
  const { exports } = await WebAssembly.instantiate(module, imports);
  const memory = shared ?? exports.memory;
  view = () => new DataView(memory.buffer);
  exports._initialize?.();
  const workers = shared && threads > 1 ? await startWorkers(module, exports, memory, threads - 1) : null;
  return { exports, memory, simd, workers };
}

/** The memory that a threaded build wants to be given, or null. */
function sharedMemory(module) {
  const wanted = WebAssembly.Module.imports(module).some(({ kind }) => kind === 'memory');
  return wanted ? new WebAssembly.Memory({ initial: 256, maximum: 16384, shared: true }) : null;
}
