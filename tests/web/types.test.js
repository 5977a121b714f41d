// The type declarations: a program that uses everything compiles, and mistakes do not.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { core, folder, lab, steps, worldWithFloor } from './package_under_test.js';

const require = createRequire(new URL('../npm/', folder));

function compile(project) {
  const { status, stdout } = spawnSync('node', [require.resolve('typescript/bin/tsc'), '--project', project], { encoding: 'utf8' });
  assert.equal(status, 0, stdout);
}

/** What the engine reads or gives, by the type that stands for it: the names of its fields. */
async function fieldsOfTypes() {
  const { structs } = await import(new URL('src/layout.js', folder));
  const settable = ({ name, kind }) => !['tasks', 'userData', 'hasCenterOfMass'].includes(name) && !['pointer', 'union'].includes(kind);
  const of = (struct, ...more) => [...structs[struct].fields.filter(settable).map(({ name }) => name), ...more];
  const joint = type => [...of('cairn_joint_def'), ...of(`cairn_${type}_joint`)];
  const laboratory = await lab.init();
  const scene = laboratory.createScene({ builtin: 'pyramid', parameters: { base: 2 } });
  const world = worldWithFloor(await core.init());
  const box = world.addBody({ position: { x: 0, y: 0.5, z: 0 }, shape: { type: 'box' } });
  steps(world, 2);
  const types = {
    SoftStep: of('cairn_soft_step'), WorldDef: of('cairn_world_def'), BodyDef: of('cairn_body_def', 'shape', 'shapes'),
    Locks: of('cairn_locks'), Filter: of('cairn_filter'), QueryFilter: of('cairn_query_filter'), SensorEvent: of('cairn_sensor_event'), Material: of('cairn_shape_def'), Spring: of('cairn_spring'),
    Limits: of('cairn_limits'), Motor: of('cairn_motor'), Sphere: of('cairn_sphere', 'type'), Capsule: of('cairn_capsule', 'type'),
    Box: of('cairn_box', 'type'), Plane: of('cairn_half_space', 'type'), BallJoint: joint('ball'), HingeJoint: joint('hinge'),
    SliderJoint: joint('slider'), FixedJoint: joint('fixed'), DistanceJoint: joint('distance'), WheelJoint: joint('wheel'),
    MotorJoint: joint('motor'), StepReport: Object.keys(world.report()), Metrics: Object.keys(world.metrics()),
    Events: Object.keys(world.events()), Contact: Object.keys(world.contacts()[0]), MassProperties: Object.keys(box.massProperties),
    RayHit: Object.keys(world.castRay({ x: 0, y: 9, z: 0 }, { x: 0, y: -9, z: 0 })), HitEvent: of('cairn_hit_event'),
    SceneInfo: Object.keys(laboratory.scenes()[0]), SceneBody: Object.keys({ color: 0, ...scene.bodies[0] }),
  };
  scene.free();
  world.free();
  return types;
}

test('types name every field that the engine knows, and no other', async () => {
  const work = new URL('../npm/fields/', folder);
  mkdirSync(work, { recursive: true });
  const fields = Object.entries(await fieldsOfTypes());
  const lines = fields.map(([type, names]) =>
    `export const of${type}: Record<keyof ${type}, 0> = { ${names.map(name => `${name}: 0`).join(', ')} };`);
  writeFileSync(new URL('fields.ts', work), `import type { ${fields.map(([type]) => type).join(', ')} } from '../../package/lab.js';\n${lines.join('\n')}\n`);
  const options = { noEmit: true, strict: true, target: 'es2022', module: 'nodenext', moduleResolution: 'nodenext', types: [] };
  writeFileSync(new URL('tsconfig.json', work), JSON.stringify({ compilerOptions: options, files: ['fields.ts'] }));
  compile(fileURLToPath(new URL('tsconfig.json', work)));
});

test('tsc --noEmit accepts the right uses and sees the wrong ones', () => {
  // lines that must not compile are marked with @ts-expect-error, which is an error itself where they do
  compile(fileURLToPath(new URL('tsconfig.json', import.meta.url)));
});
