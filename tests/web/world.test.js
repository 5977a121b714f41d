// The package's world: what goes in, what comes out, what is refused.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { built, core, folder, steps, worldWithFloor } from './package_under_test.js';

const { BodyState, init, transformStride } = core;
const unitBox = { type: 'box', halfExtents: { x: 0.5, y: 0.5, z: 0.5 } };
const near = (actual, expected, tolerance) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not within ${tolerance} of ${expected}`);
let cairn;
before(async () => { cairn = await init(); });

test('the core is at most 300 kB gzipped, with threads 310', () => {
  for (const [name, most] of [['simd', 300e3], ['scalar', 300e3], ['threads', 310e3]]) {
    if (!built(name)) continue;
    const size = gzipSync(readFileSync(new URL(`wasm/core-${name}.wasm`, folder)), { level: 9 }).length;
    console.log(`core-${name}.wasm: ${size} bytes gzipped`);
    assert.ok(size <= most, `core-${name}.wasm is ${size} bytes gzipped`);
  }
});

test('a box falls freely, then rests on the floor', () => {
  const world = worldWithFloor(cairn);
  const box = world.addBody({ position: { x: 0, y: 4, z: 0 }, shape: unitBox });
  steps(world, 30);
  near(box.velocity.y, -9.81 * 0.5, 1e-3);
  near(box.position.y, 4 - 0.5 * 9.81 * 0.25, 0.03);
  steps(world, 300);
  near(box.position.y, 0.5, 2e-3);
  world.free();
});

test('transforms hold every body in the row of its index', () => {
  const world = worldWithFloor(cairn);
  const bodies = [0, 1, 2].map(i => world.addBody({ position: { x: 3 * i, y: 2, z: 0 }, shape: unitBox }));
  bodies[1].remove();
  const rows = world.transforms;
  assert.ok(rows instanceof Float32Array);
  assert.equal(rows.length % transformStride, 0);
  for (const { index, position } of [bodies[0], bodies[2]]) {
    const at = index * transformStride;
    assert.deepEqual([...rows.subarray(at, at + 8)], [position.x, position.y, position.z, BodyState.awake, 0, 0, 0, 1]);
  }
  assert.equal(rows[bodies[1].index * transformStride + 3], BodyState.none);
  world.free();
});

test('a sleeping body says so in its row and in the events', () => {
  const world = worldWithFloor(cairn);
  const box = world.addBody({ position: { x: 0, y: 0.5, z: 0 }, shape: unitBox });
  let slept = false;
  for (let i = 0; i < 120; ++i) {
    world.step(1 / 60);
    slept ||= world.events().fellAsleep.includes(box);
  }
  assert.ok(slept);
  assert.equal(world.transforms[box.index * transformStride + 3], BodyState.asleep);
  box.awake = true;
  assert.equal(world.transforms[box.index * transformStride + 3], BodyState.awake);
  world.free();
});

test('one object stands for one body, and a removed body throws', () => {
  const world = worldWithFloor(cairn);
  const box = world.addBody({ shape: unitBox, position: { x: 0, y: 5, z: 0 } });
  assert.equal(world.bodies().at(-1), box);
  assert.equal(box.shapes()[0].body, box);
  box.remove();
  assert.ok(!box.valid);
  assert.throws(() => box.position, /body .* does not exist: it was removed/);
  const again = world.addBody({ shape: unitBox });
  assert.equal(again.index, box.index, 'the row is used again');
  assert.notEqual(again, box);
  assert.throws(() => box.applyImpulse({ x: 1, y: 0, z: 0 }), /does not exist/);
  world.free();
  assert.throws(() => again.position, /this world has been freed/);
  assert.throws(() => world.step(1 / 60), /this world has been freed/);
});

test('mistakes are named', () => {
  const world = worldWithFloor(cairn);
  const before = [world.bodyCount, world.joints().length];
  assert.throws(() => world.addBody({ postion: { x: 0, y: 0, z: 0 } }), /body has no field 'postion'; did you mean 'position'/);
  assert.throws(() => world.addBody({ position: { x: 0, y: 1 } }), /body.position.z must be a number, got undefined/);
  assert.throws(() => world.addBody({ type: 'dinamic' }), /unknown word "dinamic"; did you mean 'dynamic'/);
  assert.throws(() => world.addBody({ shape: { type: 'sphere', radius: -1 } }), /radius must be positive, got -1/);
  assert.throws(() => world.addBody({ shape: { type: 'ball' } }), /shape.type: unknown word "ball"/);
  assert.throws(() => world.addBody({ shape: { ...unitBox, frition: 1 } }), /no field 'frition'; did you mean 'friction'/);
  assert.throws(() => world.addBody({ position: { x: NaN, y: 0, z: 0 } }), /finite|NaN|nan/);
  assert.throws(() => world.step(0), /dt must be positive, got 0/);
  assert.throws(() => world.step('fast'), /dt must be a number, got "fast"/);
  assert.throws(() => world.addJoint({ type: 'hing' }), /did you mean 'hinge'/);
  assert.throws(() => world.addJoint({ type: 'hinge', bodyA: 3 }), /hinge joint.bodyA must be a body, got 3/);
  assert.throws(() => cairn.createHull([{ x: 0, y: 0, z: 0 }]), Error);
  assert.deepEqual([world.bodyCount, world.joints().length], before, 'nothing half-made is left');
  world.free();
});

test('all shapes rest where they should', () => {
  const world = worldWithFloor(cairn);
  const corners = [-1, 1].flatMap(x => [-1, 1].flatMap(y => [-1, 1].map(z => ({ x: 0.4 * x, y: 0.3 * y, z: 0.5 * z }))));
  const hull = cairn.createHull(corners);
  assert.equal(hull.vertices.length, 8);
  assert.equal(hull.faces.length, 6);
  const heights = [
    [{ type: 'sphere', radius: 0.3, rollingResistance: 0.01 }, 0.3],
    [{ type: 'capsule', a: { x: -0.5, y: 0, z: 0 }, b: { x: 0.5, y: 0, z: 0 }, radius: 0.2, rollingResistance: 0.01 }, 0.2],
    [unitBox, 0.5],
    [{ type: 'hull', hull }, 0.3],
    [{ type: 'hull', points: corners }, 0.3],
  ];
  const bodies = heights.map(([shape], i) => world.addBody({ position: { x: 3 * i, y: 1, z: 0 }, shape }));
  steps(world, 180);
  heights.forEach(([shape, height], i) => near(bodies[i].position.y, height, 3e-3));
  assert.deepEqual(bodies.map(body => body.shapes()[0].geometry.type), ['sphere', 'capsule', 'box', 'hull', 'hull']);
  near(bodies[2].mass, 1000, 1e-2);
  world.free();
});

test('joints of every type hold, and a motor turns', () => {
  const world = cairn.createWorld();
  const defs = [
    { type: 'ball' }, { type: 'hinge', motor: { enabled: true, speed: 2, maxForce: 1e6 } }, { type: 'slider' }, { type: 'fixed' },
    { type: 'distance', anchorA: { x: 0, y: 6, z: 0 }, anchorB: { x: 0, y: 5, z: 0 } }, { type: 'wheel' }, { type: 'motor' },
  ];
  const joints = defs.map((def, i) => {
    const x = 4 * i;
    const body = world.addBody({ position: { x, y: 5, z: 0 }, shape: unitBox });
    const anchors = def.type === 'distance' ? { anchorA: { x, y: 6, z: 0 }, anchorB: { x, y: 5, z: 0 } } : { anchor: { x, y: 5, z: 0 } };
    return world.addJoint({ ...def, ...anchors, bodyB: body });
  });
  steps(world, 60);
  assert.deepEqual(joints.map(joint => joint.definition.type), defs.map(def => def.type));
  joints.slice(0, 5).forEach(joint => near(joint.error, 0, 5e-3));
  near(joints[1].speed, 2, 0.02);
  joints[1].set({ motor: { enabled: true, speed: -3, maxForce: 1e6 } });
  steps(world, 30);
  near(joints[1].speed, -3, 0.03);
  assert.equal(joints[1].positionOf('angle'), joints[1].position);
  assert.equal(joints[1].speedOf('angle'), joints[1].speed);
  near(joints[5].positionOf('steering'), 0, 1e-3);
  near(joints[4].positionOf('length'), 1, 5e-3);
  assert.throws(() => joints[1].positionOf('travel'), /travel/);
  assert.throws(() => joints[1].positionOf('angel'), /unknown word "angel".*angle/);
  near(joints[3].reaction.force.y, 9810, 50);
  assert.throws(() => joints[1].set({ lenght: 2 }), /has no field 'lenght'/);
  joints[0].remove();
  assert.throws(() => joints[0].error, /does not exist/);
  world.free();
});

test('a joint that is pulled too hard breaks and raises an event', () => {
  const world = cairn.createWorld();
  const body = world.addBody({ shape: unitBox });
  const joint = world.addJoint({ type: 'ball', bodyB: body, breakForce: 100 });
  const broken = [];
  for (let i = 0; i < 5; ++i) {
    world.step(1 / 60);
    broken.push(...world.events().jointsBroken);
  }
  assert.equal(broken.length, 1);
  assert.equal(broken[0].joint, joint);
  assert.ok(broken[0].force > 100);
  assert.ok(!joint.valid);
  world.free();
});

test('rays, casts and overlaps find what is there', () => {
  const world = worldWithFloor(cairn);
  const box = world.addBody({ position: { x: 0, y: 3, z: 0 }, shape: { ...unitBox, filter: { category: 2 } } });
  const down = [{ x: 0.2, y: 10, z: 0.1 }, { x: 0.2, y: -10, z: 0.1 }];
  const hit = world.castRay(...down);
  assert.equal(hit.body, box);
  near(hit.fraction, 6.5 / 20, 1e-5);
  near(hit.normal.y, 1, 1e-6);
  assert.equal(world.castRayAll(...down).length, 2);
  near(world.castRay(...down, { mask: 1 }).point.y, 0, 1e-5);
  near(world.castRay(...down, { ignored: box }).point.y, 0, 1e-5);
  assert.equal(world.castRay({ x: 60, y: 1, z: 0 }, { x: 60, y: 2, z: 0 }), null);
  const cast = world.castShape({ type: 'sphere', radius: 0.5 }, { position: { x: 0, y: 10, z: 0 } }, { x: 0, y: -20, z: 0 });
  assert.equal(cast.body, box);
  near(cast.fraction, 6 / 20, 1e-3);
  assert.deepEqual(world.overlapShape({ type: 'sphere', radius: 1 }, { position: { x: 0, y: 3, z: 1 } }), box.shapes());
  assert.equal(world.overlapBounds({ lower: { x: -1, y: -1, z: -1 }, upper: { x: 1, y: 5, z: 1 } }).length, 2);
  world.free();
});

test('contacts and events tell who touched whom', () => {
  const world = worldWithFloor(cairn);
  const box = world.addBody({ position: { x: 0, y: 0.6, z: 0 }, shape: { ...unitBox, hitEvents: true } });
  const begun = [];
  for (let i = 0; i < 60; ++i) {
    world.step(1 / 60);
    begun.push(...world.events().contactBegin);
  }
  assert.equal(begun.length, 1);
  assert.ok([begun[0].bodyA, begun[0].bodyB].includes(box));
  const [contact] = world.contacts();
  assert.equal(contact.points.length, 4);
  const weight = contact.points.reduce((sum, point) => sum + point.normalImpulse, 0) * 60 * world.solver.substeps;
  near(weight, 9810, 50);
  near(Math.abs(contact.force.y), 9810, 50);
  assert.equal(world.contactPoints.length, 4 * core.contactStride);
  near(world.contactPoints[7], contact.points[0].normalImpulse, 1e-6);
  assert.deepEqual(box.contacts().length, 1);
  world.free();
});

test('islands group what touches', () => {
  const world = worldWithFloor(cairn, { sleep: false });
  const at = (x, y) => world.addBody({ position: { x, y, z: 0 }, shape: unitBox });
  const [a, b, c] = [at(0, 0.5), at(0, 1.5), at(5, 0.5)];
  steps(world, 30);
  const numbers = world.islands();
  assert.equal(numbers[a.index], numbers[b.index]);
  assert.notEqual(numbers[a.index], numbers[c.index]);
  assert.equal(numbers[1], -1, 'the floor is in none');
  world.free();
});

test('the debug view draws contacts, joints and bounds', () => {
  const world = worldWithFloor(cairn, { sleep: false });
  const box = world.addBody({ position: { x: 0, y: 0.5, z: 0 }, shape: unitBox });
  world.addJoint({ type: 'distance', bodyB: box, anchorA: { x: 0, y: 3, z: 0 }, anchorB: { x: 0, y: 0.5, z: 0 } });
  steps(world, 5);
  const bounds = world.debug({ contacts: false, normals: false, joints: false, bounds: true });
  assert.equal(bounds.lines.length, 2 * 12 * 2 * 6, 'two boxes of twelve edges');
  const { lines, points } = world.debug();
  assert.ok(lines.length > 0 && lines.length % 12 === 0);
  assert.ok(points.length > 0 && points.length % 8 === 0);
  world.free();
});

test('a snapshot puts everything back, and the next steps give the same bits', () => {
  const world = worldWithFloor(cairn);
  for (let i = 0; i < 10; ++i) world.addBody({ position: { x: 0.1 * i, y: 1 + i, z: 0 }, shape: unitBox });
  steps(world, 30);
  const snapshot = world.snapshot();
  const then = world.hash();
  steps(world, 50);
  const later = world.hash();
  world.bodies().at(-1).remove();
  world.restore(snapshot);
  assert.equal(world.hash(), then);
  steps(world, 50);
  assert.equal(world.hash(), later);
  assert.ok(snapshot.bytes > 1000);
  world.free();
});

test('energy is conserved in free fall, momentum in a collision without friction', () => {
  const world = cairn.createWorld({ gravity: { x: 0, y: 0, z: 0 } });
  const ball = (x, speed) => world.addBody({
    position: { x, y: 0, z: 0 }, velocity: { x: speed, y: 0, z: 0 }, shape: { type: 'sphere', restitution: 1, friction: 0 },
  });
  ball(-2, 3);
  ball(2, -1);
  const before = world.metrics();
  steps(world, 120);
  const after = world.metrics();
  near(after.linearMomentum.x, before.linearMomentum.x, 1e-2);
  near(after.kineticEnergy, before.kineticEnergy, 0.02 * before.kineticEnergy);
  assert.equal(after.bodies, 2);
  world.free();
});

test('the solver and gravity can be changed between steps', () => {
  const world = worldWithFloor(cairn);
  world.solver = { substeps: 3 };
  assert.equal(world.solver.substeps, 3);
  assert.equal(world.step(1 / 60).substeps, 3);
  assert.throws(() => { world.solver = { substeps: 0 }; }, Error);
  assert.throws(() => { world.solver = { subteps: 4 }; }, /did you mean 'substeps'/);
  world.gravity = { x: 0, y: 1, z: 0 };
  assert.deepEqual(world.gravity, { x: 0, y: 1, z: 0 });
  world.free();
});

test('a report says where the time went', () => {
  const world = worldWithFloor(cairn);
  world.addBody({ position: { x: 0, y: 0.5, z: 0 }, shape: unitBox });
  const report = world.step(1 / 60);
  assert.equal(report.step, 1);
  assert.equal(report.dropped, 0);
  assert.deepEqual(Object.keys(report.stages), ['pairs', 'collide', 'cache', 'islands', 'prepare', 'solve', 'continuous', 'finish']);
  const sum = Object.values(report.stages).reduce((total, stage) => total + stage.milliseconds, 0);
  assert.ok(report.milliseconds > 0 && sum <= report.milliseconds * 1.001);
  world.free();
});

test('init refuses what it does not know', async () => {
  await assert.rejects(init({ smd: true }), /init options has no field 'smd'; did you mean 'simd'/);
  await assert.rejects(init({ threads: 0 }), /threads must be a whole number from 1/);
  await assert.rejects(init({ wasm: new Uint8Array([1, 2, 3]) }), Error);
  await assert.rejects(init({ wasm: new URL('no-such.wasm', import.meta.url) }), /no-such/);
  assert.throws(() => cairn.createWorld({ threads: 2 }), /threads must be a whole number from 1 to 1/);
});
