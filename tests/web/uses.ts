// Compiled by types.test.js, never run: right uses, and wrong ones that the compiler must refuse.
import {
  BodyState, features, init, transformStride, type Body, type Cairn, type JointDef, type ShapeDef, type StepReport,
} from '../../build/wasm/package/index.js';
import { init as initLab, type CairnLab, type Scene } from '../../build/wasm/package/lab.js';
import { WorldMeshes } from '../../build/wasm/package/three.js';

const cairn: Cairn = await init({ simd: true, threads: 2 });
const world = cairn.createWorld({ gravity: { x: 0, y: -9.81, z: 0 }, solver: { substeps: 4 }, sleep: false });
const shape: ShapeDef = { type: 'capsule', a: { x: 0, y: 0, z: 0 }, b: { x: 0, y: 1, z: 0 }, radius: 0.2, friction: 0.4 };
const body: Body = world.addBody({ type: 'kinematic', position: { x: 0, y: 1, z: 0 }, shapes: [shape, { type: 'plane' }] });
const joint: JointDef = { type: 'hinge', bodyA: body, bodyB: null, motor: { enabled: true, speed: 1, maxForce: 10 } };
world.addJoint(joint).set({ limits: { enabled: true, lower: -1, upper: 1 } });
const turned: number = world.addJoint(joint).positionOf('angle');
const report: StepReport = world.step(1 / 60);
const milliseconds: number = report.stages.solve.milliseconds + report.milliseconds;
const row: number = world.transforms[body.index * transformStride + 3] ?? BodyState.none;
const hit = world.castRay({ x: 0, y: 1, z: 0 }, { x: 0, y: -1, z: 0 }, { mask: 0xffn });
if (hit) hit.body.applyImpulse(hit.normal, hit.point);
world.restore(world.snapshot());
world.stageSolver = 'pgs:iterations=20';
const text: string = world.hash();
const { simd }: { simd: boolean } = features();

const lab: CairnLab = await initLab();
const scene: Scene = lab.createScene({ builtin: 'pyramid', parameters: { base: 5 } }, { solver: { name: 'pgs', iterations: 20 } });
scene.apply({ body: 0, kind: 'force', value: { x: 1, y: 0, z: 0 } });
const residual: number | null = scene.metrics().residual;
lab.createReplay('').step()?.same;

// @ts-expect-error a misspelt field
world.addBody({ postion: { x: 0, y: 0, z: 0 } });
// @ts-expect-error a vector without z
body.velocity = { x: 0, y: 0 };
// @ts-expect-error a shape that does not exist
body.addShape({ type: 'cone' });
// @ts-expect-error worlds come from createWorld
new world.constructor.World();
// @ts-expect-error a joint's field on another joint
world.addJoint({ type: 'ball', length: 2 });
// @ts-expect-error what cannot be set
body.mass = 3;
// @ts-expect-error a scene needs a source
lab.createScene({ name: 'pyramid' });
// @ts-expect-error meshes need a material
new WorldMeshes({} as never, world, {});

export { milliseconds, residual, row, simd, text, turned };
