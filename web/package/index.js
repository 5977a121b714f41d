// cairn-physics: see index.d.ts for what everything means.

import { start } from './src/engine.js';
import { files } from './src/files_core.js';

export { Body } from './src/body.js';
export { Hull } from './src/hull.js';
export { features } from './src/instance.js';
export { Joint } from './src/joint.js';
export { Shape } from './src/shape.js';
export { BodyState, contactStride, Snapshot, transformStride, World } from './src/world.js';

export async function init(options) {
  const engine = await start(files, options);
  return facade(engine);
}

/** What users see of an engine. */
export function facade(engine) {
  return {
    version: engine.version,
    simd: engine.simd,
    threads: engine.threads,
    createWorld: def => engine.createWorld(def),
    createHull: points => engine.createHull(points),
    memory: () => engine.memoryUse(),
    broken: () => engine.memory.broken !== '',
    terminate: () => engine.terminate(),
  };
}
