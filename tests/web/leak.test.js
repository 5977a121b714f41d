// Nothing leaks: worlds, scenes, hulls, snapshots and errors by the thousand leave the memory as it was.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { core, lab, steps, worldWithFloor } from './package_under_test.js';

test('a thousand worlds come and go', async () => {
  const cairn = await core.init();
  const round = () => {
    const world = worldWithFloor(cairn);
    for (let i = 0; i < 20; ++i) world.addBody({ position: { x: 0, y: 1 + i, z: 0 }, shape: { type: 'box' } });
    steps(world, 3);
    world.snapshot();
    world.contactPoints;
    world.debug({ bounds: true });
    assert.throws(() => world.addBody({ shape: { type: 'sphere', radius: -1 } }));
    world.free();
  };
  for (let i = 0; i < 20; ++i) round();
  const before = cairn.memory();
  for (let i = 0; i < 1000; ++i) round();
  const after = cairn.memory();
  assert.equal(after.worlds, 0);
  assert.equal(after.bytes, before.bytes, 'the memory did not grow');
  assert.ok(after.used <= before.used + 1024, `${after.used - before.used} bytes are missing`);
});

test('scenes and replays come and go', async () => {
  const cairn = await lab.init();
  const round = () => {
    const scene = cairn.createScene({ builtin: 'ragdolls', parameters: { count: 2 } });
    scene.startRecording();
    for (let i = 0; i < 3; ++i) scene.step();
    const text = scene.finishRecording();
    scene.free();
    const replay = cairn.createReplay(text);
    while (replay.step());
    replay.free();
    assert.throws(() => cairn.createReplay('{}'), /not a Cairn recording/);
  };
  for (let i = 0; i < 5; ++i) round();
  const before = cairn.memory();
  for (let i = 0; i < 100; ++i) round();
  const after = cairn.memory();
  assert.equal(after.worlds, 0);
  assert.ok(after.used <= before.used + 1024, `${after.used - before.used} bytes are missing`);
});

test('snapshots and hulls that nobody holds are collected', async () => {
  const cairn = await core.init();
  const world = worldWithFloor(cairn);
  for (let i = 0; i < 50; ++i) world.addBody({ position: { x: 0, y: 1 + i, z: 0 }, shape: { type: 'box' } });
  const start = cairn.memory().used;
  const points = [-1, 1].flatMap(x => [-1, 1].flatMap(y => [-1, 1].map(z => ({ x, y, z }))));
  for (let i = 0; i < 200; ++i) {
    world.snapshot();
    cairn.createHull(points);
  }
  const full = cairn.memory().used;
  for (let i = 0; i < 2000 && cairn.memory().used > start + (full - start) / 4; ++i) {
    globalThis.gc();
    await new Promise(resolve => setTimeout(resolve, 10));
  }
  assert.ok(cairn.memory().used <= start + (full - start) / 4, 'most of them are gone');
  world.free();
});
