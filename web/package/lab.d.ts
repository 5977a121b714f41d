// Cairn with its scenes, recordings and laboratory solvers: everything of `cairn-physics`, and what the command line
// can load. A larger file; programs that only simulate want `cairn-physics`.

import type {
  Body, BodyDef, Cairn, InitOptions, Joint, Metrics, ShapeDef, Snapshot, StepReport, Vec3, World,
} from './index.js';
export * from './index.js';

/** Loads the engine with scenes and laboratory. */
export function init(options?: InitOptions): Promise<CairnLab>;

export interface CairnLab extends Cairn {
  /** The built-in scenes, by name. */
  scenes(): SceneInfo[];
  /** The solvers that can run a world, the default first. */
  solvers(): SolverInfo[];
  /** Builds a scene; call its `free()` when done with it. */
  createScene(source: SceneSource, options?: SceneOptions): Scene;
  /** The scene as the text of a JSON scene file, without building it. */
  sceneText(source: SceneSource, options?: SceneOptions): string;
  /** Reads a recording; throws Error naming the line that is wrong. `free()` the replay when done with it. */
  createReplay(text: string, options?: { lanes?: number; threads?: number }): Replay;
  /** Hashes of the six scenes that compare machines, after this many steps (default 1000): as `cairn hash`. */
  hash(options?: { steps?: number; lanes?: number; threads?: number; onScene?(name: string, hash: string): void }):
    { name: string; hash: string }[];
}

export interface SceneParameter {
  name: string; summary: string; default: number; minimum: number; maximum: number; integer: boolean;
}
export interface SceneInfo { name: string; summary: string; parameters: SceneParameter[] }

export interface SolverField {
  name: string;
  /** Shown beside the field, where the solver gives one. */
  summary?: string;
  default: number | string | boolean; minimum?: number; maximum?: number; integer?: boolean;
  /** For fields that are one of several words. */
  choices?: string[];
}
export interface SolverInfo { name: string; summary?: string; fields: SolverField[] }

/** A built-in scene by name, or the text of a JSON scene file, or such a file parsed. */
export type SceneSource =
  | { builtin: string; parameters?: Record<string, number> }
  | { text: string }
  | { json: object };

/** By name, as on the command line ("pgs:iterations=20"), or as in a scene file ({ name: "pgs", iterations: 20 }). */
export type SolverChoice = string | ({ name: string } & Record<string, number | string | boolean>);

export interface SceneOptions {
  solver?: SolverChoice;
  dt?: number;
  threads?: number;
  lanes?: number;
  /** Overrides what the scene says. */
  sleep?: boolean;
}

export interface SceneBody {
  name: string;
  body: Body;
  /** 0xrrggbb, where the scene gives one. */
  color?: number;
  /** Left out of pictures: walls that would hide what they hold. */
  hidden: boolean;
}

export interface SceneInput {
  /** Index into Scene.bodies, or the body's name. */
  body: number | string;
  kind: 'impulse' | 'angular_impulse' | 'force' | 'torque' | 'velocity' | 'angular_velocity';
  value: Vec3;
  /** World space, for impulse and force; left out: the centre of mass. */
  at?: Vec3;
}

/** A running scene: a world with names. */
export class Scene {
  private constructor();
  free(): void;
  readonly freed: boolean;
  /** Belongs to the scene: do not free it. */
  readonly world: World;
  readonly name: string;
  readonly summary: string;
  readonly dt: number;
  /** Steps that show what the scene is about. */
  readonly steps: number;
  readonly camera: { eye: Vec3; target: Vec3 };
  /** In the order of the scene. */
  readonly bodies: readonly SceneBody[];
  readonly joints: readonly { name: string; joint: Joint }[];
  /** Steps taken so far. */
  readonly stepIndex: number;

  /** Applies the motions and inputs that are due, then steps the world by dt. */
  step(): StepReport;
  /** Does something to a body now; recorded where a recording is being made. */
  apply(input: SceneInput): void;
  /**
   * Adds a body while the scene runs (a ball that is shot); recorded where a recording is being made. It is written as in a
   * scene file: shapes say all their sizes, and hulls must be the scene's. Left out, the name is one that is free.
   */
  addBody(def: BodyDef & { name?: string; color?: number; shapes?: readonly ShapeDef[] }): SceneBody;

  /** The solver in use, as a scene file writes it. */
  readonly solver: { name: string } & Record<string, number | string | boolean>;
  /** Changes the solver from the next step on. */
  setSolver(choice: SolverChoice): void;
  metrics(): Metrics & SceneResidual;

  snapshot(): SceneSnapshot;
  /** Refused while a recording is made, which goes forward only. */
  restore(snapshot: SceneSnapshot): void;

  /** Begins a recording; only before the first step. What is then done to `world` itself is not in it: use the scene. */
  startRecording(): void;
  readonly recording: boolean;
  /** The recording as if it ended now, without ending it. */
  recordingText(): string;
  /** Ends the recording and returns its text, which `cairn replay` and createReplay() read. */
  finishRecording(): string;
  /** The scene as it was built, as the text of a JSON scene file. */
  text(): string;
}

export interface SceneSnapshot { readonly stepIndex: number; readonly world: Snapshot }

/** How far the last solve was from the exact answer (m/s), where the solver says so, and its iterations. */
export interface SceneResidual { residual: number | null; iterations: number }

/** A recording that runs again; every step is compared with what was recorded. */
export class Replay {
  private constructor();
  free(): void;
  readonly freed: boolean;
  readonly scene: Scene;
  /** Steps that were recorded. */
  readonly length: number;
  /** False where the recording was cut off. */
  readonly complete: boolean;
  readonly stepIndex: number;
  readonly done: boolean;
  /** One step; null at the end. */
  step(): ReplayStep | null;
  /** The first step that differed so far, or null. */
  readonly difference: ReplayStep | null;
  /** The recorded hash before the first step (0), after the first (1), and so on. */
  hashAt(step: number): string;
}
export interface ReplayStep { step: number; same: boolean; recorded: string; replayed: string }
