// From a WebAssembly file to a running instance: which build, from where, and what it asks of its surroundings.

import { canShare, readFile, startWorkers } from '#platform';
import { requireFields, shown } from './checks.js';
import { surroundings } from './surroundings.js';

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
  requireFields(options, knownOptions, 'init options');
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

export async function instantiate(files, options = {}) {
  const { simd, threads, wasm } = checked(options);
  const module = await compile(wasm ?? files[threads > 1 ? 'threads' : simd ? 'simd' : 'scalar']());
  const { exports, memory } = await surroundings(module, wantsMemory(module) ? sharedMemory() : null);
  (exports._initialize ?? exports.__wasm_call_ctors)();
  const workers = threads > 1 ? await startWorkers(module, exports, memory, threads - 1) : null;
  return { exports, memory, simd, workers };
}

const wantsMemory = module => WebAssembly.Module.imports(module).some(({ kind }) => kind === 'memory');
/** The numbers are those of src/wasm/CMakeLists.txt. */
const sharedMemory = () => new WebAssembly.Memory({ initial: 256, maximum: 16384, shared: true });
