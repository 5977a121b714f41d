// What is refused, by name and value, rather than taken for something else.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { core, folder, lab, steps, worldWithFloor } from './package_under_test.js';

const { surroundings } = await import(new URL('src/surroundings.js', folder));
const corners = [-1, 1].flatMap(x => [-1, 1].flatMap(y => [-1, 1].map(z => ({ x, y, z }))));
let cairn, laboratory, world, body;
before(async () => {
  [cairn, laboratory] = await Promise.all([core.init(), lab.init()]);
  world = worldWithFloor(cairn);
  body = world.addBody({ position: { x: 0, y: 5, z: 0 }, shape: { type: 'box' } });
});

test('a joint takes bodies of its own world alone: the same row of another world is another body', () => {
  const other = worldWithFloor(cairn);
  const stranger = other.addBody({ shape: { type: 'box' } });
  assert.throws(() => world.addJoint({ type: 'ball', bodyA: stranger, bodyB: body }), /ball joint.bodyA is of another world/);
  assert.throws(() => world.addJoint({ type: 'ball', bodyB: { ...stranger, kind: 'body', world: null } }), /bodyB is of another world/);
  assert.equal(world.joints().length, 0);
  other.free();
});

test('hulls and snapshots of another engine are addresses in another memory', async () => {
  const second = await core.init();
  const other = second.createWorld();
  assert.throws(() => world.restore(other.snapshot()), /this snapshot is of another engine/);
  assert.throws(() => body.addShape({ type: 'hull', hull: second.createHull(corners) }), /shape.hull is of another engine/);
  other.free();
});

test('whole numbers and sets of bits do not wrap around', () => {
  assert.throws(() => { world.solver = { substeps: 2 ** 32 + 4 }; }, /solver.substeps must be from .* got 4294967300/);
  assert.throws(() => cairn.createWorld({ lanes: 2 ** 32 }), /world.lanes must be .* got 4294967296/);
  const filtered = filter => body.addShape({ type: 'sphere', filter });
  assert.throws(() => filtered({ group: 2 ** 40 }), /shape.filter.group must be .* got 1099511627776/);
  assert.throws(() => filtered({ category: 1e30 }), /category must be a set of 64 bits, or -1 for all, got 1e\+30/);
  assert.throws(() => filtered({ mask: 1n << 64n }), /mask must be a set of 64 bits/);
  const all = filtered({ mask: -1, category: 1n << 63n });
  assert.deepEqual([all.material.filter.mask, all.material.filter.category], [2n ** 64n - 1n, 1n << 63n]);
  all.remove();
});

test('a number too large for the engine is not infinity', () => {
  assert.throws(() => world.addBody({ mass: 1e39 }), /body.mass must be within 3.4e38 of zero, got 1e\+39/);
});

test('what is true or false is not guessed', () => {
  assert.throws(() => { body.awake = 'false'; }, /awake must be true or false, got "false"/);
  assert.throws(() => body.setBullet(1), /bullet must be true or false, got 1/);
  assert.throws(() => body.setCanSleep(0), /canSleep must be true or false, got 0/);
  assert.throws(() => world.setSleep('no'), /enabled must be true or false, got "no"/);
});

test('a list where an object belongs, and an object where a list does', () => {
  assert.throws(() => world.addBody({ position: [0, 1, 2] }), /body.position must be an object, got \[0,1,2\]/);
  assert.throws(() => world.addBody({ shapes: { type: 'box' } }), /body.shapes must be an array of shapes, got {"type":"box"}/);
});

test('mass properties come whole: what is left out is not what memory happens to hold', () => {
  const before = body.massProperties;
  assert.throws(() => { body.massProperties = { mass: 2 }; }, /massProperties.center must be an object, got undefined/);
  assert.throws(() => { body.massProperties = { ...before, inertia: { x: before.inertia.x } }; }, /inertia.y must be an object/);
  assert.deepEqual(body.massProperties, before);
});

test('of a pose, what is left out stays; what is misspelt is named', () => {
  const turned = { x: 1, y: 0, z: 0, w: 0 };
  body.rotation = turned;
  body.transform = { position: { x: 0, y: 7, z: 0 } };
  assert.deepEqual(body.transform, { position: { x: 0, y: 7, z: 0 }, rotation: turned });
  assert.throws(() => body.moveTo({ positon: { x: 0, y: 0, z: 0 } }, 0.1), /transform has no field 'positon'; did you mean 'position'/);
  assert.throws(() => { body.transform = null; }, /transform must be an object, got null/);
  assert.throws(() => world.castShape({ type: 'sphere' }, null, { x: 0, y: 1, z: 0 }), /transform must be an object, got null/);
});

test('a joint stays of its type', () => {
  const joint = world.addJoint({ type: 'hinge', bodyB: body });
  assert.throws(() => joint.set({ type: 'ball' }), /joint.type: this is a hinge joint and stays one, got "ball"/);
  joint.set(joint.definition);
  joint.remove();
});

test('a query has no use for a material, nor a shape for points and a hull', () => {
  assert.throws(() => world.overlapShape({ type: 'sphere', friction: 1 }), /geometry has no field 'friction'/);
  const hull = cairn.createHull(corners);
  assert.throws(() => body.addShape({ type: 'hull', hull, points: corners }), /shape has points and a hull: one of them/);
});

test('a source or an option that nobody would read is named', () => {
  assert.throws(() => laboratory.createScene({ builtin: 'pyramid', parmeters: { base: 3 } }), /scene has no field 'parmeters'; did you mean 'parameters'/);
  assert.throws(() => laboratory.createScene({ builtin: 'pyramid', parameters: 'base=3' }), /scene.parameters must be an object, got "base=3"/);
  assert.throws(() => laboratory.createScene({ builtin: 'pyramid' }, { dt: 'short' }), /options.dt must be a number, got "short"/);
  assert.throws(() => laboratory.createScene({ builtin: 'pyramid' }, { lanes: 2 ** 33 }), /lanes must be .* got 8589934592/);
  assert.throws(() => laboratory.createReplay('', { lane: 4 }), /options has no field 'lane'; did you mean 'lanes'/);
  assert.throws(() => laboratory.hash({ steps: 'many' }), /options.steps must be a whole number, got "many"/);
});

test('a recording that ends in zeros is refused whole, not read up to the first', () => {
  const scene = laboratory.createScene({ builtin: 'pyramid', parameters: { base: 2 } });
  scene.startRecording();
  scene.step();
  const text = scene.finishRecording();
  assert.throws(() => laboratory.createReplay(`${text}\0more`), new RegExp(`may not hold U\\+0000, got one at position ${text.length}`));
  scene.free();
});

test('bodies without a name can be added to a scene, any number of them', () => {
  const scene = laboratory.createScene({ builtin: 'pyramid', parameters: { base: 2 } });
  const ball = { position: { x: 0, y: 9, z: 0 }, shape: { type: 'sphere', radius: 0.2 } };
  scene.addBody({ ...ball, name: `body${scene.bodies.length + 1}` });
  const names = [0, 1, 2].map(() => scene.addBody(ball).name);
  assert.equal(new Set(names).size, 3);
  assert.throws(() => scene.addBody({ ...ball, color: -1 }), /body.color must be from 0 to 16777215, got -1/);
  assert.throws(() => scene.addBody({ shape: { type: 'hull', hull: laboratory.createHull(corners) } }), /cannot bring a hull/);
  assert.throws(() => scene.apply({ body: 1, kind: 'impulse', value: { x: NaN, y: 0, z: 0 } }), /\[NaN,0,0\] must be of finite numbers, got NaN/);
  scene.free();
});

test('a recording goes forward: a scene that is being recorded is not put back', () => {
  const scene = laboratory.createScene({ builtin: 'pyramid', parameters: { base: 2 } });
  scene.startRecording();
  scene.step();
  const early = scene.snapshot();
  scene.step();
  assert.throws(() => scene.restore(early), /a recording goes forward only: finish it first/);
  const replay = laboratory.createReplay(scene.finishRecording());
  while (replay.step());
  assert.equal(replay.difference, null);
  scene.restore(early);
  assert.equal(scene.stepIndex, 1);
  replay.free();
  scene.free();
});

test('memory that cannot grow by a fifth grows by what is needed', async () => {
  // (module (import "env" "emscripten_resize_heap" (func (param i32) (result i32))) (export "resize" (func 0)))
  const words = text => [text.length, ...new TextEncoder().encode(text)];
  const module = new WebAssembly.Module(new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 6, 1, 96, 1, 127, 1, 127,
    2, 30, 1, ...words('env'), ...words('emscripten_resize_heap'), 0, 0, 7, 10, 1, ...words('resize'), 0, 0,
  ]));
  const memory = new WebAssembly.Memory({ initial: 10, maximum: 11 });
  const { exports } = await surroundings(module, memory);
  assert.equal(exports.resize(11 * 65536), 1);
  assert.equal(memory.buffer.byteLength, 11 * 65536);
  assert.equal(exports.resize(12 * 65536), 0, 'and no further than it may');
});

test('an engine that stopped half way is not entered again', async () => {
  const short = await core.init();
  const lost = short.createWorld();
  const { memory } = lost.engine;
  const { exports } = memory;
  memory.exports = { ...exports, cairn_world_hash() { throw new WebAssembly.RuntimeError('unreachable'); } };
  assert.equal(short.broken(), false);
  assert.throws(() => lost.step(0), /dt must be positive/);
  assert.equal(short.broken(), false, 'a complaint is no trap');
  assert.throws(() => lost.hash(), WebAssembly.RuntimeError);
  assert.equal(short.broken(), true);
  memory.exports = exports;
  assert.throws(() => lost.step(1 / 60), /the physics engine has stopped \(unreachable\): init\(\) starts another/);
});

test('after all that the world is as it was', () => {
  steps(world, 10);
  assert.equal(world.bodyCount, 2);
  world.free();
});
