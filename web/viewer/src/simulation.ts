// One running scene inside a worker: loads, steps, drags, shoots, and packs what the page draws.

import type { CairnLab, Metrics, Replay, Scene, SceneBody, SceneResidual, ShapeDef } from 'cairn-physics/lab';
import type {
  BodyView, Drag, Frame, HullView, Loaded, Quadruple, ShapeView, Shot, Source, Triple, Wish,
} from './protocol';
import { sampleStride } from './protocol';
import { dragInputs } from './drag';

interface Point { x: number; y: number; z: number }
const triple = (v: Point): Triple => [v.x, v.y, v.z];
const quadruple = (q: Point & { w: number }): Quadruple => [q.x, q.y, q.z, q.w];

/** soft-step:substeps=8,... as the command line writes it. */
function solverText(solver: Scene['solver']): string {
  const { name, ...fields } = solver;
  const list = Object.entries(fields).map(([key, value]) => `${key}=${value}`);
  return list.length ? `${name}:${list.join(',')}` : name;
}

export class Simulation {
  private readonly scene: Scene;
  private readonly replay: Replay | null;
  private readonly hulls: HullView[] = [];
  private readonly hullNumbers = new Map<string, number>();
  private readonly gravity: Triple;
  private known = 0;
  private measured: (Metrics & SceneResidual) | null = null;
  private before: Float32Array;

  constructor(cairn: CairnLab, private readonly source: Source, solver: string | null) {
    this.replay = source.kind === 'recording' ? cairn.createReplay(source.text) : null;
    if (this.replay) {
      this.scene = this.replay.scene;
    } else {
      const options = solver === null ? {} : { solver };
      this.scene = source.kind === 'builtin'
        ? cairn.createScene({ builtin: source.name, parameters: source.parameters }, options)
        : cairn.createScene({ text: source.text }, options);
      this.scene.startRecording();
    }
    this.gravity = triple(this.scene.world.gravity);
    this.before = this.scene.world.transforms.slice();
  }

  free(): void {
    if (this.replay) this.replay.free();
    else this.scene.free();
  }

  describe(): Loaded {
    const { scene, replay } = this;
    const bodies = this.newBodies();
    return {
      name: scene.name, summary: scene.summary, dt: scene.dt, steps: scene.steps,
      camera: { eye: triple(scene.camera.eye), target: triple(scene.camera.target) },
      gravity: this.gravity, bodies, hulls: this.hulls, solver: solverText(scene.solver),
      replay: replay && { length: replay.length, complete: replay.complete },
    };
  }

  /** A recording plays as it was made: nobody can push it. */
  step(count: number, drag: Drag | null, shots: Shot[], wish: Wish): Frame {
    const samples: number[] = [];
    const began = performance.now();
    if (!this.replay) for (const shot of shots) this.shoot(shot);
    for (let i = 0; i < count; ++i) {
      if (i === count - 1) this.before = this.scene.world.transforms.slice();
      if (this.replay) {
        if (!this.replay.step()) break;
      } else {
        if (drag) this.pull(drag);
        this.scene.step();
      }
      this.sample(samples);
    }
    return this.frame(samples, wish, began);
  }

  look(wish: Wish): Frame {
    const samples: number[] = [];
    const began = performance.now();
    if (this.scene.stepIndex === 0) this.sample(samples);
    return this.frame(samples, wish, began);
  }

  recording(): string {
    if (this.source.kind === 'recording') return this.source.text;
    return this.scene.recordingText();
  }

  sceneText(): string {
    return this.scene.text();
  }

  /** Measuring costs a fifth of a step: of large scenes every fourth step is measured, between them the last holds. */
  private measure(): Metrics & SceneResidual {
    const every = this.known > 1500 ? 4 : 1;
    if (!this.measured || this.scene.stepIndex % every === 0) this.measured = this.scene.metrics();
    return this.measured;
  }

  private sample(into: number[]): void {
    const metrics = this.measure();
    const report = this.scene.world.report();
    into.push(
      this.scene.stepIndex, metrics.kineticEnergy, metrics.potentialEnergy, metrics.maxPenetration,
      metrics.residual ?? NaN, this.scene.stepIndex === 0 ? NaN : report.milliseconds, metrics.awake,
      metrics.contactPoints, metrics.maxJointError, metrics.iterations ?? NaN,
    );
    if (into.length % sampleStride !== 0) throw new Error('a sample has as many numbers as it has fields');
  }

  private frame(samples: number[], wish: Wish, began: number): Frame {
    const { world } = this.scene;
    const added = this.newBodies();
    const after = world.transforms.slice();
    if (this.before.length !== after.length) this.before = after.slice();
    const nothing = { contacts: false, normals: false, centers: false, joints: false, bounds: false };
    const lines = (shown: object) => world.debug({ ...nothing, ...shown }).lines.slice();
    const frame: Frame = {
      step: this.scene.stepIndex, before: this.before.slice(), after, samples: new Float64Array(samples),
      hash: world.hash(), milliseconds: 0, replay: this.replayState(),
      contacts: wish.contacts ? world.contactPoints.slice() : null,
      joints: this.scene.joints.length ? lines({ joints: true }) : null,
      bounds: wish.bounds ? lines({ bounds: true }) : null, islands: wish.islands ? world.islands().slice() : null, added,
    };
    frame.milliseconds = performance.now() - began;
    return frame;
  }

  private replayState(): Frame['replay'] {
    if (!this.replay) return null;
    const found = this.replay.difference;
    const difference = found && { step: found.step, recorded: found.recorded, replayed: found.replayed };
    return { done: this.replay.done, difference };
  }

  private newBodies(): BodyView[] {
    const fresh = this.scene.bodies.slice(this.known).map((body) => this.view(body));
    this.known += fresh.length;
    return fresh;
  }

  private view(entry: SceneBody): BodyView {
    const shapes: ShapeView[] = [];
    let sensor = false;
    for (const shape of entry.body.shapes()) {
      sensor ||= shape.material.sensor;
      const geometry = shape.geometry;
      switch (geometry.type) {
        case 'sphere':
          shapes.push({ kind: 'sphere', center: triple(geometry.center), radius: geometry.radius });
          break;
        case 'capsule':
          shapes.push({ kind: 'capsule', a: triple(geometry.a), b: triple(geometry.b), radius: geometry.radius });
          break;
        case 'box':
          shapes.push({
            kind: 'box', center: triple(geometry.center), rotation: quadruple(geometry.rotation),
            half: triple(geometry.halfExtents),
          });
          break;
        case 'hull':
          shapes.push({ kind: 'hull', hull: this.hullNumber(geometry.hull) });
          break;
        case 'plane':
          shapes.push({ kind: 'plane', normal: triple(geometry.normal), offset: geometry.offset });
          break;
      }
    }
    return {
      row: entry.body.index, name: entry.name, type: entry.body.type, color: entry.color ?? null,
      hidden: entry.hidden, sensor, mass: entry.body.mass, shapes,
    };
  }

  /** Equal hulls are drawn as instances of one mesh. */
  private hullNumber(hull: { vertices: readonly Point[]; faces: readonly (readonly number[])[] }): number {
    const vertices = hull.vertices.flatMap(triple);
    const key = vertices.join(' ');
    const found = this.hullNumbers.get(key);
    if (found !== undefined) return found;
    const number = this.hulls.length;
    this.hulls.push({ vertices, faces: hull.faces.map((face) => [...face]) });
    this.hullNumbers.set(key, number);
    return number;
  }

  private pull(drag: Drag): void {
    const entry = this.scene.bodies[drag.body];
    if (!entry || entry.body.type !== 'dynamic') return;
    for (const input of dragInputs(entry.body, drag, this.gravity, this.scene.dt)) {
      this.scene.apply({ body: drag.body, ...input });
    }
  }

  private shoot(shot: Shot): void {
    const shape: ShapeDef = { type: 'sphere', radius: shot.radius, density: shot.density, restitution: 0.2 };
    const [x, y, z] = shot.position;
    const [vx, vy, vz] = shot.velocity;
    this.scene.addBody({ position: { x, y, z }, velocity: { x: vx, y: vy, z: vz }, color: 0x2f3437, shape });
  }
}
