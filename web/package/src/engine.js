// The engine: one WebAssembly instance and what belongs to it.

import { Hull } from './hull.js';
import { instantiate } from './instance.js';
import { requireNumber, requireObject, shown } from './checks.js';
import { Memory } from './memory.js';
import { World } from './world.js';

const stageCount = 8;

export class Engine {
  constructor({ exports, memory, simd, workers }) {
    this.memory = new Memory(exports, memory);
    this.simd = simd;
    this.workers = workers;
    this.worlds = new Set();
    this.hulls = new FinalizationRegistry(pointer => exports.cairn_hull_destroy(pointer));
    this.stageNames = Array.from({ length: stageCount }, (_, i) => this.memory.text(exports.cairn_stage_name(i)));
    this.version = this.memory.text(exports.cairn_version());
  }

  get threads() { return this.workers ? this.workers.count + 1 : 1; }

  createWorld(def = {}) {
    const { memory } = this;
    requireObject(def, 'world');
    const { threads = this.threads, solver = {}, ...fields } = def;
    this.checkThreads(threads);
    const at = memory.structRoom('cairn_world_def');
    memory.exports.cairn_world_def_default(at);
    memory.write(at, 'cairn_world_def', { ...fields, threads, solver: typeof solver === 'string' ? {} : solver }, 'world');
    if (threads > 1) memory.data.setUint32(at + memory.offset('cairn_world_def', 'tasks'), memory.exports.cairn_worker_tasks(threads), true);
    const world = new World(this, memory.call('cairn_world_create', at));
    if (typeof solver !== 'string') return world;
    try {
      world.stageSolver = solver;
    } catch (error) {
      world.free();
      throw error;
    }
    return world;
  }

  checkThreads(threads) {
    if (!Number.isInteger(threads) || threads < 1 || threads > this.threads) {
      throw new RangeError(`threads must be a whole number from 1 to ${this.threads}, as many as init() was asked for; got ${shown(threads)}`);
    }
  }

  createHull(points) {
    const { memory } = this;
    const flat = points instanceof Float32Array ? points : flatten(points);
    if (flat.length % 3 !== 0) throw new TypeError(`points: ${flat.length} numbers are not x y z triples`);
    const pointer = memory.borrow(flat.byteLength, at => {
      new Float32Array(memory.buffer, at, flat.length).set(flat);
      return memory.call('cairn_hull_create', at, flat.length / 3);
    });
    return new Hull(this, pointer);
  }

  /** A hull that a shape lends, kept. */
  shareHull(pointer) { return new Hull(this, this.memory.call('cairn_hull_share', pointer)); }

  memoryUse() {
    return {
      bytes: this.memory.memory.buffer.byteLength, used: this.memory.call('cairn_memory_used'), worlds: this.worlds.size,
    };
  }

  terminate() {
    if (this.worlds.size > 0) throw new Error(`${this.worlds.size} worlds are still there: free them first`);
    this.workers?.terminate();
  }
}

function flatten(points) {
  if (!Array.isArray(points)) throw new TypeError(`points must be an array of {x, y, z}, got ${shown(points)}`);
  const flat = new Float32Array(points.length * 3);
  points.forEach((point, i) => {
    requireObject(point, `points[${i}]`);
    ['x', 'y', 'z'].forEach((key, k) => { flat[3 * i + k] = requireNumber(point[key], `points[${i}].${key}`); });
  });
  return flat;
}

/** Loads one of `files` and starts the engine. */
export async function start(files, options, Type = Engine) {
  return new Type(await instantiate(files, options));
}
