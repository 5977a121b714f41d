// Scenes by name and from files, solvers by name, broken files.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { lab } from './package_under_test.js';

let cairn;
before(async () => { cairn = await lab.init(); });

test('every built-in scene runs', () => {
  const scenes = cairn.scenes();
  assert.ok(scenes.length > 15);
  for (const { name, summary, parameters } of scenes) {
    assert.ok(summary.length > 5);
    assert.ok(parameters.every(({ minimum, maximum, default: value }) => minimum <= value && value <= maximum));
    const scene = cairn.createScene({ builtin: name });
    assert.equal(scene.name, name);
    scene.step();
    assert.equal(scene.stepIndex, 1);
    assert.equal(scene.world.report().dropped, 0);
    scene.free();
  }
});

test('a scene knows its bodies, camera and text', () => {
  const scene = cairn.createScene({ builtin: 'pyramid', parameters: { base: 3 } });
  assert.equal(scene.bodies.length, 7);
  assert.ok(scene.bodies.every(({ body }) => body.valid));
  assert.notDeepEqual(scene.camera.eye, scene.camera.target);
  const again = cairn.createScene({ text: scene.text() });
  const parsed = cairn.createScene({ json: JSON.parse(scene.text()) });
  for (const other of [scene, again, parsed]) for (let i = 0; i < 20; ++i) other.step();
  assert.equal(again.world.hash(), scene.world.hash());
  assert.equal(parsed.world.hash(), scene.world.hash());
  assert.throws(() => scene.world.free(), /belongs to a scene/);
  for (const other of [scene, again, parsed]) other.free();
  assert.throws(() => scene.step(), /scene has been freed/);
  assert.throws(() => scene.world.hash(), /world has been freed/);
});

test('every solver runs a pyramid', () => {
  const solvers = cairn.solvers();
  assert.equal(solvers[0].name, 'soft-step');
  for (const { name, fields } of solvers) {
    assert.ok(Array.isArray(fields));
    const scene = cairn.createScene({ builtin: 'pyramid', parameters: { base: 4 } }, { solver: name });
    assert.equal(scene.solver.name, name);
    for (let i = 0; i < 10; ++i) scene.step();
    assert.ok(scene.metrics().maxPenetration < 0.05, `${name}: ${scene.metrics().maxPenetration}`);
    scene.free();
  }
});

test('another solver says how far it came', () => {
  const scene = cairn.createScene({ builtin: 'pyramid', parameters: { base: 3 } }, { solver: { name: 'pgs', iterations: 30 } });
  assert.equal(scene.solver.iterations, 30);
  for (let i = 0; i < 5; ++i) scene.step();
  const { residual, iterations } = scene.metrics();
  assert.ok(iterations > 0 && iterations <= 30);
  assert.ok(residual >= 0);
  assert.equal(scene.world.solverMessage, '');
  scene.setSolver('soft-step');
  assert.equal(scene.solver.name, 'soft-step');
  assert.equal(scene.world.stageSolver, '');
  assert.throws(() => scene.setSolver('pgs:itertions=3'), /itertions/);
  scene.free();
  const world = cairn.createWorld({ solver: 'si:iterations=12' });
  assert.equal(world.stageSolver, 'si:iterations=12');
  world.free();
  assert.throws(() => cairn.createWorld({ solver: 'sj' }), /sj/);
});

test('solvers are chosen by text or as in a scene file, and changed while running', () => {
  const scene = cairn.createScene({ builtin: 'pyramid', parameters: { base: 3 } }, { solver: 'soft-step:substeps=3' });
  assert.equal(scene.solver.substeps, 3);
  scene.setSolver({ name: 'soft-step', substeps: 5 });
  assert.equal(scene.step().substeps, 5);
  assert.throws(() => scene.setSolver('soft-stp'), /unknown solver 'soft-stp'/);
  assert.throws(() => scene.setSolver('soft-step:substeps=0'), /must be between/);
  assert.throws(() => scene.setSolver(7), /solver must be an object/);
  scene.free();
});

test('a snapshot of a scene goes back to its step', () => {
  const scene = cairn.createScene({ builtin: 'washer', parameters: { count: 20 } });
  for (let i = 0; i < 10; ++i) scene.step();
  const snapshot = scene.snapshot();
  for (let i = 0; i < 10; ++i) scene.step();
  const later = scene.world.hash();
  scene.restore(snapshot);
  assert.equal(scene.stepIndex, 10);
  for (let i = 0; i < 10; ++i) scene.step();
  assert.equal(scene.world.hash(), later);
  scene.free();
});

test('bodies can be added and pushed', () => {
  const scene = cairn.createScene({ builtin: 'pyramid', parameters: { base: 3 } });
  const count = scene.bodies.length;
  const ball = scene.addBody({ name: 'ball', position: { x: 0, y: 9, z: 0 }, color: 0xff8800, shape: { type: 'sphere', radius: 0.2 } });
  assert.equal(scene.bodies.length, count + 1);
  assert.equal(ball.color, 0xff8800);
  scene.apply({ body: 'ball', kind: 'velocity', value: { x: 0, y: 3, z: 0 } });
  assert.equal(ball.body.velocity.y, 3);
  scene.apply({ body: count, kind: 'velocity', value: { x: 0, y: 4, z: 0 } });
  assert.equal(ball.body.velocity.y, 4);
  assert.throws(() => scene.apply({ body: 'bal', kind: 'impulse', value: { x: 0, y: 0, z: 0 } }), /bal/);
  assert.throws(() => scene.apply({ body: 'ball', kind: 'kick', value: { x: 0, y: 0, z: 0 } }), /kind/);
  assert.throws(() => scene.addBody({ shape: { type: 'sphere', radius: -3 } }), /radius/);
  scene.free();
});

test('broken files are refused with a reason', () => {
  const worlds = cairn.memory().worlds;
  for (const [text, reason] of [
    ['', /JSON/], ['{', /line 1/], ['[]', /object/], ['{"bodies": 3}', /bodies/],
    ['{"bodies": [{"shapes": [{"type": "sphere", "radius": -1}]}]}', /bodies\[0\]\.shapes\[0\]\.radius/],
    ['{"solver": {"name": "magic"}}', /solver.*magic/],
    ['['.repeat(100000), /deep|depth|nest|JSON/],
  ]) {
    assert.throws(() => cairn.createScene({ text }), reason);
  }
  for (const [text, reason] of [
    ['', /recording/], ['hello\n', /line 1/], ['{"cairn_recording": 99, "scene": {}}\n', /version/],
    ['{"cairn_recording": 1, "scene": {}}\n', /no hash/],
  ]) {
    assert.throws(() => cairn.createReplay(text), reason);
  }
  assert.throws(() => cairn.createScene({}), /a scene is \{ builtin \}/);
  assert.throws(() => cairn.createScene({ builtin: 'pyramid' }, { sovler: 'x' }), /did you mean 'solver'/);
  assert.equal(cairn.memory().worlds, worlds);
});

test('a recording that was cut off plays up to its last whole line', () => {
  const scene = cairn.createScene({ builtin: 'pyramid', parameters: { base: 2 } });
  scene.startRecording();
  for (let i = 0; i < 10; ++i) scene.step();
  assert.throws(() => scene.setSolver('soft-step:substeps=2'), /recording keeps one solver/);
  const soFar = scene.recordingText();
  scene.step();
  const early = cairn.createReplay(soFar);
  assert.ok(early.complete);
  assert.equal(early.length, 10);
  early.free();
  const text = scene.finishRecording();
  assert.throws(() => scene.recordingText(), /no recording/);
  scene.free();
  const replay = cairn.createReplay(text.slice(0, -60));
  assert.ok(!replay.complete);
  assert.ok(replay.length < 11 && replay.length > 5);
  while (replay.step());
  assert.equal(replay.difference, null);
  assert.throws(() => replay.hashAt(99), /recording has/);
  replay.free();
});
