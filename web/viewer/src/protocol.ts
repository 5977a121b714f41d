// What the page and a simulation worker say to each other. A request has a number; the answer carries it back.

import type { SceneInfo, SolverInfo } from 'cairn-physics/lab';

export type Triple = [number, number, number];
export type Quadruple = [number, number, number, number];

/** What is simulated: a built-in scene, a scene file or a recording. */
export type Source =
  | { kind: 'builtin'; name: string; parameters: Record<string, number> }
  | { kind: 'scene' | 'recording'; text: string; label: string; /** As links name it. */ file: string | null };

export interface Catalog {
  version: string;
  simd: boolean;
  scenes: SceneInfo[];
  solvers: SolverInfo[];
}

/** One shape as it is drawn; lengths in metres, in the body's frame. */
export type ShapeView =
  | { kind: 'sphere'; center: Triple; radius: number }
  | { kind: 'capsule'; a: Triple; b: Triple; radius: number }
  | { kind: 'box'; center: Triple; rotation: Quadruple; half: Triple }
  | { kind: 'hull'; hull: number }
  | { kind: 'plane'; normal: Triple; offset: number };

export interface BodyView {
  /** Row in the frame's poses. */
  row: number;
  name: string;
  type: 'fixed' | 'kinematic' | 'dynamic';
  color: number | null;
  hidden: boolean;
  sensor: boolean;
  mass: number;
  shapes: ShapeView[];
}

export interface HullView {
  vertices: number[];
  faces: number[][];
}

export interface Loaded {
  name: string;
  summary: string;
  dt: number;
  steps: number;
  camera: { eye: Triple; target: Triple };
  gravity: Triple;
  bodies: BodyView[];
  hulls: HullView[];
  /** As the command line writes it. */
  solver: string;
  /** Of a recording. */
  replay: { length: number; complete: boolean } | null;
}

/** A spring from a point of a body to the pointer. */
export interface Drag {
  body: number; // index into Loaded.bodies
  local: Triple;
  target: Triple;
}

export interface Shot {
  position: Triple;
  velocity: Triple;
  radius: number;
  density: number;
}

export interface Wish {
  contacts: boolean;
  bounds: boolean;
  islands: boolean;
}

/** Numbers a step in Frame.samples. */
export const sampleFields = [
  'step', 'kinetic', 'potential', 'penetration', 'residual', 'milliseconds', 'awake', 'contacts', 'jointError',
  'iterations',
] as const;
export type SampleField = (typeof sampleFields)[number];
export const sampleStride = sampleFields.length;

export interface Frame {
  step: number;
  /** Rows of 8: position, state, rotation; before the last step and after it. */
  before: Float32Array;
  after: Float32Array;
  /** sampleStride numbers a step taken, NaN where there is none. */
  samples: Float64Array;
  hash: string;
  /** What the request took the worker. */
  milliseconds: number;
  /** Of a replay: whether every hash so far agreed, and where the first did not. */
  replay: { done: boolean; difference: { step: number; recorded: string; replayed: string } | null } | null;
  /** 12 floats a contact point, see World.contactPoints. */
  contacts: Float32Array | null;
  /** Joints from centre to anchor, and boxes of the broad phase: 6 floats a vertex, two a line. */
  joints: Float32Array | null;
  bounds: Float32Array | null;
  islands: Int32Array | null;
  /** Bodies that came since the last frame. */
  added: BodyView[];
}

export interface Requests {
  catalog: { ask: Record<string, never>; answer: Catalog };
  load: { ask: { source: Source; solver: string | null }; answer: { loaded: Loaded; frame: Frame } };
  step: { ask: { count: number; drag: Drag | null; shots: Shot[]; wish: Wish }; answer: Frame };
  /** The state as it is, with other overlays. */
  look: { ask: { wish: Wish }; answer: Frame };
  recording: { ask: Record<string, never>; answer: string };
  sceneText: { ask: Record<string, never>; answer: string };
  sameBits: { ask: { steps: number }; answer: { name: string; hash: string }[] };
}
export type Kind = keyof Requests;

export type Request = { [K in Kind]: { id: number; kind: K; ask: Requests[K]['ask'] } }[Kind];
export type Reply =
  | { id: number; ok: true; answer: unknown }
  /** `fatal`: the engine itself is no longer to be trusted, and the worker must be started anew. */
  | { id: number; ok: false; message: string; fatal: boolean };
