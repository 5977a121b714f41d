// Cairn's WebAssembly beside the engines of npm: the same scenes, sleeping off, one thread, one process.
//
//   node bench.js --package FOLDER [--engines A,B] [--scenes A,B] [--rounds N] [--seconds N] [--json FILE]
//
// Engines take turns within each round, so that a busy machine is unfair to all alike; the best round of each counts. Every
// engine first takes some steps that do not count, in which its code is compiled. Times are of the processor, which a busy
// machine disturbs least, and by the clock.

import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { cairn } from './engines/cairn.js';
import { cannon } from './engines/cannon.js';
import { havok } from './engines/havok.js';
import { jolt } from './engines/jolt.js';
import { mujoco } from './engines/mujoco.js';
import { physx } from './engines/physx.js';
import { rapier } from './engines/rapier.js';
import { quality } from './quality.js';

const { values: options } = parseArgs({
  options: {
    package: { type: 'string' }, engines: { type: 'string' }, scenes: { type: 'string' }, rounds: { type: 'string', default: '3' },
    json: { type: 'string' }, seconds: { type: 'string', default: '5' },
  },
});
if (!options.package) throw new Error('--package FOLDER: where web/build-wasm put the package (build/wasm/package)');

const sources = {
  'pyramid 465': { builtin: 'pyramid', parameters: { base: 30 }, steps: 300 },
  'box pile 1000': { builtin: 'box-pile', parameters: { columns: 10, layers: 10 }, steps: 300 },
  'sphere pile 1000': { builtin: 'sphere-pile', parameters: { columns: 10, layers: 10 }, steps: 300 },
};
const engines = {
  cairn: () => cairn(options.package),
  jolt,
  'rapier-simd': () => rapier('@dimforge/rapier3d-simd-compat'),
  rapier: () => rapier('@dimforge/rapier3d-compat'),
  physx,
  havok,
  mujoco,
  cannon,
};

const warmUpSteps = 40;
const vector = ([x, y, z]) => ({ x, y, z });

/** A scene of Cairn's as plain bodies of one box or sphere each. */
async function readScenes() {
  const { init } = await import(pathToFileURL(`${options.package}/lab.js`));
  const lab = await init();
  return Object.entries(sources).map(([title, { steps, ...source }]) => {
    const file = JSON.parse(lab.sceneText(source));
    const bodies = file.bodies.map(({ type, position = [0, 0, 0], rotation: [x, y, z, w] = [0, 0, 0, 1], shapes: [shape] }) => ({
      fixed: type === 'fixed', position: vector(position), rotation: { x, y, z, w },
      box: shape.type === 'box' ? vector(shape.half_extents) : null, radius: shape.radius,
      density: shape.density ?? 1000, friction: shape.friction ?? 0.6, restitution: shape.restitution ?? 0,
    }));
    return { title, steps, dt: file.dt ?? 1 / 60, gravity: vector(file.gravity ?? [0, -9.81, 0]), bodies };
  });
}

/** Steps the scene once; a slow engine is stopped after a while and says how far it came. */
function run(engine, scene, count = scene.steps) {
  const world = engine.create(scene);
  const times = [];
  const start = process.cpuUsage();
  let spent = 0; // microseconds of the processor
  while (times.length < count && spent < Number(options.seconds) * 1e6) {
    const before = performance.now();
    world.step();
    times.push(performance.now() - before);
    const { user, system } = process.cpuUsage(start);
    spent = user + system;
  }
  const poses = world.poses();
  world.free();
  const mean = times.reduce((a, b) => a + b, 0) / times.length;
  return {
    steps: times.length, cpu_ms_per_step: spent / 1e3 / times.length, ms_per_step: mean, slowest_ms: Math.max(...times),
    ...quality(scene, poses),
  };
}

const chosen = (list, all) => (list ? list.split(',') : Object.keys(all));
const scenes = (await readScenes()).filter(({ title }) => !options.scenes || options.scenes.split(',').some(word => title.includes(word)));
const loaded = [];
for (const name of chosen(options.engines, engines)) {
  try {
    loaded.push(await engines[name]());
  } catch (error) {
    console.error(`${name}: left out, ${error.message}`);
  }
}

const results = [];
for (const scene of scenes) {
  const best = new Map();
  for (let round = 0; round < Number(options.rounds); ++round) {
    for (const engine of loaded) {
      const earlier = best.get(engine);
      if (earlier && earlier.steps < scene.steps) continue; // too slow for another round
      if (process.stderr.isTTY) process.stderr.write(`\r${scene.title}, round ${round + 1}: ${engine.name}`.padEnd(70));
      let result;
      try {
        if (round === 0) run(engine, scene, warmUpSteps);
        result = run(engine, scene);
      } catch (error) {
        result = { steps: 0, cpu_ms_per_step: Infinity, error: String(error.message ?? error) };
      }
      if (!earlier || result.cpu_ms_per_step < earlier.cpu_ms_per_step) best.set(engine, result);
    }
  }
  for (const [engine, result] of best) results.push({ scene: scene.title, engine: engine.name, version: engine.version, notes: engine.notes, ...result });
}
if (process.stderr.isTTY) process.stderr.write('\r'.padEnd(71) + '\r');

for (const { title, steps } of scenes) {
  console.log(`\n${title}, ${steps} steps`);
  console.log(`${'engine'.padEnd(32)}${'cpu ms'.padStart(9)}${'ms/step'.padStart(9)}${'slowest'.padStart(9)}${'max mm'.padStart(10)}${'mean mm'.padStart(9)}${'lost'.padStart(6)}${'top sank m'.padStart(12)}`);
  for (const r of results.filter(({ scene }) => scene === title).sort((a, b) => a.cpu_ms_per_step - b.cpu_ms_per_step)) {
    if (r.error) {
      console.log(`${r.engine.padEnd(32)} ${r.error}`);
      continue;
    }
    const cut = r.steps < steps ? `  (stopped after ${r.steps} steps)` : '';
    console.log(r.engine.padEnd(32) + r.cpu_ms_per_step.toFixed(3).padStart(9) + r.ms_per_step.toFixed(3).padStart(9) + r.slowest_ms.toFixed(2).padStart(9) +
      r.max_penetration_mm.toFixed(2).padStart(10) + r.mean_penetration_mm.toFixed(2).padStart(9) + String(r.lost).padStart(6) +
      r.top_sank_m.toFixed(3).padStart(12) + cut);
  }
}
if (options.json) {
  const machine = { node: process.version, arch: process.arch, rounds: Number(options.rounds) };
  writeFileSync(options.json, JSON.stringify({ machine, results }, null, 2) + '\n');
}
process.exit(0); // some engines leave workers behind
