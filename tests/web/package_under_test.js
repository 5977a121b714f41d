// The package as web/build-wasm made it.
import { existsSync } from 'node:fs';

export const folder = new URL('../../build/wasm/package/', import.meta.url);
export const core = await import(new URL('index.js', folder));
export const lab = await import(new URL('lab.js', folder));

/** Whether a variant was built: `./test` builds the one that almost everybody runs, `./test --long` all three. */
export const built = variant => existsSync(new URL(`wasm/core-${variant}.wasm`, folder));

/** A world with a floor whose top is y = 0. */
export function worldWithFloor(cairn, def) {
  const world = cairn.createWorld(def);
  world.addBody({ type: 'fixed', shape: { type: 'box', halfExtents: { x: 50, y: 1, z: 50 }, center: { x: 0, y: -1, z: 0 } } });
  return world;
}

export function steps(world, count, dt = 1 / 60) {
  for (let i = 0; i < count; ++i) world.step(dt);
}
