// Cairn in JavaScript: 3D rigid-body physics, the same bits as the native engine.
//
// SI units, radians, Y up by default, right-handed, quaternions x y z w. Vectors go in and come out as plain
// objects. Misuse throws an Error whose message names the value that was wrong, and leaves the world as it was.
// Nothing needs freeing but the world (`world.free()`).

export interface Vec3 { x: number; y: number; z: number }
export interface Quat { x: number; y: number; z: number; w: number }
export interface Transform { position: Vec3; rotation: Quat }
export interface Bounds { lower: Vec3; upper: Vec3 }

// --- start ---------------------------------------------------------------------------------------

export interface InitOptions {
  /** WebAssembly SIMD: by default when the machine has it. Both builds give the same bits. */
  simd?: boolean;
  /**
   * Workers for worlds, the calling thread included; default 1. More than 1 needs shared memory: in a browser a
   * cross-origin isolated page (COOP and COEP headers). Where it is missing, init() throws and says so.
   */
  threads?: number;
  /** The WebAssembly file itself, or where it is, instead of the one beside this module. */
  wasm?: ArrayBuffer | Uint8Array | WebAssembly.Module | URL | string;
}

/** Loads the engine. One engine holds any number of worlds; call it once and share the result. */
export function init(options?: InitOptions): Promise<Cairn>;

/** Whether this machine runs WebAssembly SIMD, and whether memory can be shared with workers here. */
export function features(): { simd: boolean; threads: boolean };

export interface Cairn {
  readonly version: string;
  readonly simd: boolean;
  /** Workers, the calling thread included. */
  readonly threads: number;
  /** Makes a world; call its `free()` when done with it. */
  createWorld(def?: WorldDef): World;
  /** The convex hull of points: built once, shared by any number of shapes. Freed by the garbage collector. */
  createHull(points: readonly Vec3[] | Float32Array): Hull;
  /** Memory of the engine: its size now, how much of it is in use, how many worlds are alive. */
  memory(): { bytes: number; used: number; worlds: number };
  /** Whether the engine stopped for good (a trap, an exhausted stack). Every call then throws; init() starts another. */
  broken(): boolean;
  /** Stops the workers, if any. Worlds must have been freed. */
  terminate(): void;
}

// --- definitions ---------------------------------------------------------------------------------

/** The default solver. Fields left out keep their defaults; docs/tuning.md says what each number does. */
export interface SoftStep {
  substeps?: number;
  contactHertz?: number;
  contactDamping?: number;
  pushSpeed?: number;
  jointHertz?: number;
  jointDamping?: number;
  restitutionSpeed?: number;
  stiffMassRatio?: number;
  loadMemory?: number;
}

export interface WorldDef {
  /** Default 0, -9.81, 0. */
  gravity?: Vec3;
  /** Numbers of the default solver, or another solver by name: "pgs:iterations=20" (see World.stageSolver). */
  solver?: SoftStep | string;
  /** Whether bodies at rest may fall asleep; default true. */
  sleep?: boolean;
  /** Bodies slower than this (m/s) for half a second may fall asleep. */
  sleepSpeed?: number;
  /** Stop fast bodies at the time of impact so that they do not tunnel; default true. */
  continuous?: boolean;
  /** Speed (m/s) above which contacts of shapes with hitEvents raise hit events. */
  hitEventSpeed?: number;
  /** At most Cairn.threads, which is the default. The result does not depend on it. */
  threads?: number;
  /** SIMD lanes: 4 with SIMD, 1 without; 0 or left out: what there is. The result does not depend on it. */
  lanes?: number;
}

/** fixed: never moves. kinematic: moves with the velocity it is given, pushes and is not pushed. */
export type BodyType = 'fixed' | 'kinematic' | 'dynamic';

export interface Locks {
  linearX?: boolean; linearY?: boolean; linearZ?: boolean;
  angularX?: boolean; angularY?: boolean; angularZ?: boolean;
}

export interface BodyDef {
  /** Default 'dynamic'. */
  type?: BodyType;
  position?: Vec3;
  rotation?: Quat;
  /** Of the centre of mass, m/s. */
  velocity?: Vec3;
  /** rad/s, world axes. */
  angularVelocity?: Vec3;
  /** kg; 0 or left out: from the shapes' densities. */
  mass?: number;
  /** Principal inertia about the centre of mass, kg m^2; left out: from the shapes. */
  inertia?: Vec3;
  /** In the body's frame; left out: from the shapes. */
  centerOfMass?: Vec3;
  gravityScale?: number;
  /** 1/s */
  linearDamping?: number;
  angularDamping?: number;
  /** World axes along which the body may not move, or about which it may not turn. */
  locks?: Locks;
  canSleep?: boolean;
  awake?: boolean;
  /** Continuous collision against other moving bodies too. */
  bullet?: boolean;
  gyroscopic?: boolean;
  /** One shape or several, added at once: the same as addShape() after addBody(). */
  shape?: ShapeDef;
  shapes?: readonly ShapeDef[];
}

export interface Filter {
  /** Sets of 64 bits, -1 for all of them; bits above the 53rd need a bigint. */
  category?: number | bigint;
  mask?: number | bigint;
  /** Equal groups other than 0 override category and mask: positive always collide, negative never. */
  group?: number;
}

/** What a query sees: shapes whose category is in this mask and whose mask has this category, but none of `ignored`. */
export interface QueryFilter {
  category?: number | bigint;
  mask?: number | bigint;
  ignored?: Body | null;
}

export type Combine = 'average' | 'minimum' | 'multiply' | 'maximum' | 'geometric';

export interface Material {
  /** kg/m^3, default 1000 */
  density?: number;
  friction?: number;
  restitution?: number;
  /** Lever arms in metres. */
  rollingResistance?: number;
  spinningFriction?: number;
  /** Of the surface against the body, body axes: conveyor belts. */
  surfaceVelocity?: Vec3;
  frictionCombine?: Combine;
  restitutionCombine?: Combine;
  filter?: Filter;
  /** Reports overlaps as events and pushes nothing. */
  sensor?: boolean;
  contactEvents?: boolean;
  hitEvents?: boolean;
}

export interface Sphere { type: 'sphere'; radius?: number; center?: Vec3 }
/** A segment with a radius. */
export interface Capsule { type: 'capsule'; a?: Vec3; b?: Vec3; radius?: number }
export interface Box { type: 'box'; halfExtents?: Vec3; center?: Vec3; rotation?: Quat }
/** Points, or a Hull that several shapes share. */
export type HullGeometry =
  { type: 'hull'; points: readonly Vec3[] | Float32Array; hull?: undefined } | { type: 'hull'; hull: Hull; points?: undefined };
/** Everything below normal.x = offset is solid; only on fixed bodies. */
export interface Plane { type: 'plane'; normal?: Vec3; offset?: number }
export type Geometry = Sphere | Capsule | Box | HullGeometry | Plane;
export type ShapeDef = Geometry & Material;

export interface MassProperties {
  mass: number;
  center: Vec3;
  /** By columns, about the centre of mass, body axes. */
  inertia: { x: Vec3; y: Vec3; z: Vec3 };
}

/** hertz 0: no spring. */
export interface Spring { hertz?: number; dampingRatio?: number }
export interface Limits { enabled?: boolean; lower?: number; upper?: number }
/** Drives a speed with bounded force or torque; speed 0 with a bound is dry friction. */
export interface Motor { enabled?: boolean; speed?: number; maxForce?: number }

/** Anchors and axes are in world space at the pose the bodies have when the joint is added. */
export interface JointBase {
  /** Left out or null: the world. */
  bodyA?: Body | null;
  bodyB?: Body | null;
  collideConnected?: boolean;
  /** Above these (N, N m) the joint breaks, is removed and raises an event. */
  breakForce?: number;
  breakTorque?: number;
  /** Softness of the constraint itself; hertz 0: as stiff as the solver allows. */
  stiffness?: Spring;
}
export interface BallJoint extends JointBase {
  type: 'ball'; anchor?: Vec3; axis?: Vec3; coneLimit?: number; twist?: Limits; spring?: Spring;
  motorVelocity?: Vec3; motorTorque?: number;
}
export interface HingeJoint extends JointBase {
  type: 'hinge'; anchor?: Vec3; axis?: Vec3; limits?: Limits; motor?: Motor; spring?: Spring; springTarget?: number;
}
export interface SliderJoint extends JointBase {
  type: 'slider'; anchor?: Vec3; axis?: Vec3; limits?: Limits; motor?: Motor; spring?: Spring; springTarget?: number;
}
export interface FixedJoint extends JointBase { type: 'fixed'; anchor?: Vec3; angularStiffness?: Spring }
/** Length negative or left out: as it is now. A rope is a limit from 0. */
export interface DistanceJoint extends JointBase {
  type: 'distance'; anchorA?: Vec3; anchorB?: Vec3; length?: number; limits?: Limits; motor?: Motor; spring?: Spring;
}
/** A wheel (body b) on a chassis (body a). */
export interface WheelJoint extends JointBase {
  type: 'wheel'; anchor?: Vec3; suspensionAxis?: Vec3; spinAxis?: Vec3; suspension?: Spring; travel?: Limits;
  motor?: Motor; steering?: boolean; steeringSpring?: Spring; steeringTarget?: number; steeringTorque?: number;
  steeringLimits?: Limits;
}
/** Drives the pose of body b relative to body a towards a target. */
export interface MotorJoint extends JointBase {
  type: 'motor'; anchor?: Vec3; targetPosition?: Vec3; targetRotation?: Quat; linear?: Spring; angular?: Spring;
  maxForce?: number; maxTorque?: number;
}
export type JointDef =
  BallJoint | HingeJoint | SliderJoint | FixedJoint | DistanceJoint | WheelJoint | MotorJoint;
export type JointType = JointDef['type'];

// --- the world -----------------------------------------------------------------------------------

/** Floats a body in `World.transforms`. */
export const transformStride: 8;
/** Floats a contact point in `World.contactPoints`. */
export const contactStride: 12;
/** What stands at offset 3 of a row of `World.transforms`. */
export const BodyState: {
  readonly none: 0; readonly fixed: 1; readonly kinematic: 2; readonly asleep: 3; readonly awake: 4; readonly frozen: 5;
};

export class World {
  private constructor();
  /** Ends the world and all that is in it. Using it, or anything of it, afterwards throws. */
  free(): void;
  readonly freed: boolean;

  addBody(def?: BodyDef): Body;
  addJoint(def: JointDef): Joint;

  /** Advances the world by dt seconds. */
  step(dt: number): StepReport;
  /** What the last step did and cost; a fresh object. */
  report(): StepReport;
  /** What happened in the last step, in an order that depends on ids alone. */
  events(): Events;

  /**
   * All poses, without copying: row `body.index` is `transformStride` (8) floats: position x y z, BodyState,
   * rotation x y z w. A row stays with its body for as long as that lives; rows without a body hold zeros.
   * The array is a window into the engine's memory: read it here and now, ask again after the next change. Its
   * length is transformStride * (largest index + 1).
   */
  readonly transforms: Float32Array;
  /** As transforms: velocity x y z, 0, angular velocity x y z, 0. */
  readonly velocities: Float32Array;
  /**
   * All contact points, `contactStride` (12) floats each: position x y z, separation (negative: overlap), normal x y z
   * from a to b, normal impulse of the last sub-step (N s), index of body a, index of body b, number of the touching
   * pair, points of that pair. A window into the engine's memory.
   */
  readonly contactPoints: Float32Array;
  /** For each row of transforms: the number of the group of touching or joined dynamic bodies it is in, or -1. */
  islands(): Int32Array;
  /** What the engine sees, as coloured line segments and points for a renderer. Windows into its memory. */
  debug(options?: DebugOptions): DebugGeometry;

  bodies(): Body[];
  joints(): Joint[];
  contacts(): Contact[];
  readonly bodyCount: number;
  /** The body in this row of transforms, or null. */
  bodyAt(index: number): Body | null;

  gravity: Vec3;
  /** The parameters of the default solver; setting takes fields to change. */
  get solver(): Required<SoftStep>;
  set solver(changes: SoftStep);
  /**
   * Another solver in place of the default one, NAME[:key=value,...]; '' is none. `cairn-physics/lab` has them
   * (CairnLab.solvers()); the smaller engine has none.
   */
  stageSolver: string;
  /** Why that solver could not solve the last step; '' where it could. */
  readonly solverMessage: string;
  setSleep(enabled: boolean): void;
  readonly lanes: number;
  readonly threads: number;

  /** The nearest shape on the way, or null. Sensors are in the way of nothing. */
  castRay(from: Vec3, to: Vec3, filter?: QueryFilter): RayHit | null;
  /** Every shape on the way, nearest first. */
  castRayAll(from: Vec3, to: Vec3, filter?: QueryFilter): RayHit[];
  /** Moves the geometry from `start` by `motion`; the first thing it meets, or null. */
  castShape(geometry: Geometry, start: Partial<Transform>, motion: Vec3, filter?: QueryFilter): RayHit | null;
  /** Shapes whose bounds overlap these. */
  overlapBounds(bounds: Bounds, filter?: QueryFilter): Shape[];
  /** Shapes that overlap this geometry at this pose. */
  overlapShape(geometry: Geometry, transform?: Partial<Transform>, filter?: QueryFilter): Shape[];

  /** Energies, momenta, overlap: how the world is doing. */
  metrics(): Metrics;
  /** All state. It is let go when the world is freed or the garbage collector finds it. */
  snapshot(): Snapshot;
  /** Puts the state back; the next steps give the same bits. Snapshots of another world of this engine are taken too. */
  restore(snapshot: Snapshot): void;
  /** Of all state that the future depends on: sixteen hexadecimal digits, the same on every machine. */
  hash(): string;
}

/**
 * A body of a world. One object stands for one body, so === and Map work. After the body was removed its use throws;
 * its row in World.transforms may then belong to another.
 */
export class Body {
  private constructor();
  readonly world: World;
  /** Row in World.transforms. */
  readonly index: number;
  readonly generation: number;
  /** Whether the body still exists; never throws. */
  readonly valid: boolean;
  equals(other: Body): boolean;
  remove(): void;
  addShape(shape: ShapeDef): Shape;
  shapes(): Shape[];
  joints(): Joint[];
  contacts(): Contact[];

  get transform(): Transform;
  /** What is left out stays as it is. */
  set transform(value: Partial<Transform>);
  position: Vec3;
  rotation: Quat;
  velocity: Vec3;
  angularVelocity: Vec3;
  type: BodyType;
  awake: boolean;
  readonly frozen: boolean;
  readonly mass: number;
  readonly gravityScale: number;
  readonly linearDamping: number;
  readonly angularDamping: number;
  readonly locks: Locks;
  readonly canSleep: boolean;
  readonly bullet: boolean;
  readonly centerOfMass: Vec3;
  massProperties: MassProperties;
  velocityAt(worldPoint: Vec3): Vec3;
  setGravityScale(scale: number): void;
  setDamping(linear: number, angular: number): void;
  setLocks(locks: Locks): void;
  setCanSleep(canSleep: boolean): void;
  setBullet(bullet: boolean): void;
  /** For kinematic bodies: the velocity that reaches the pose after dt seconds; what is left out stays as it is. */
  moveTo(target: Partial<Transform>, dt: number): void;

  /** Forces act during the next step, impulses at once; at the centre of mass unless `at` (world space) is given. */
  applyForce(force: Vec3, at?: Vec3): void;
  applyTorque(torque: Vec3): void;
  applyImpulse(impulse: Vec3, at?: Vec3): void;
  applyAngularImpulse(impulse: Vec3): void;
}

export class Shape {
  private constructor();
  readonly world: World;
  readonly index: number;
  readonly generation: number;
  readonly valid: boolean;
  equals(other: Shape): boolean;
  remove(): void;
  readonly body: Body;
  /** Type and sizes; a hull comes as a Hull. */
  readonly geometry: Required<Sphere> | Required<Capsule> | Required<Box> | { type: 'hull'; hull: Hull } | Required<Plane>;
  readonly material: Required<Material>;
  /** In world space. */
  readonly bounds: Bounds;
  setFriction(friction: number): void;
  setRestitution(restitution: number): void;
  setSurfaceVelocity(velocity: Vec3): void;
  setFilter(filter: Filter): void;
}

/** Of body b against body a: `angle` of a hinge, `translation` of a slider, `length` of a distance joint, `swing` and `twist` of a
 * ball, `travel`, `steering` and `spin` of a wheel. Metres and radians. */
export type JointCoordinate = 'angle' | 'translation' | 'length' | 'swing' | 'twist' | 'travel' | 'steering' | 'spin';

export class Joint {
  private constructor();
  readonly world: World;
  readonly index: number;
  readonly generation: number;
  /** False when it was removed or broke. */
  readonly valid: boolean;
  equals(other: Joint): boolean;
  remove(): void;
  /** As last given; anchors and axes as they were when added. */
  readonly definition: JointDef;
  /** Changes motors, limits, springs and targets: the fields to change. Bodies and frames stay. */
  set(changes: Partial<Omit<BallJoint, 'type'>> | Partial<Omit<HingeJoint, 'type'>> | Partial<Omit<SliderJoint, 'type'>>
    | Partial<Omit<FixedJoint, 'type'>> | Partial<Omit<DistanceJoint, 'type'>> | Partial<Omit<WheelJoint, 'type'>>
    | Partial<Omit<MotorJoint, 'type'>>): void;
  /** Force (N) and torque (N m) on body b at its anchor. */
  readonly reaction: { force: Vec3; torque: Vec3 };
  /** Hinge angle (radians), slider distance, distance joint length, ball swing (radians), wheel travel (metres). */
  readonly position: number;
  readonly speed: number;
  /** One of several; an error where the joint does not have it. */
  positionOf(coordinate: JointCoordinate): number;
  speedOf(coordinate: JointCoordinate): number;
  /** Metres by which the anchors have come apart. */
  readonly error: number;
}

/** A convex hull that shapes can share. */
export class Hull {
  private constructor();
  readonly vertices: readonly Vec3[];
  /** Vertex indices of each polygonal face, counter-clockwise seen from outside. */
  readonly faces: readonly (readonly number[])[];
}

/** Complete state of a world. */
export class Snapshot {
  private constructor();
  readonly bytes: number;
}

// --- what a step gives ---------------------------------------------------------------------------

export type Stage = 'pairs' | 'collide' | 'cache' | 'islands' | 'prepare' | 'solve' | 'continuous' | 'finish';

export interface StepReport {
  step: number;
  /** Milliseconds of the step, of each stage, and when each stage began. */
  milliseconds: number;
  stages: Record<Stage, { begin: number; milliseconds: number }>;
  bodies: number; awakeBodies: number;
  /** Pairs whose bounds overlap; pairs that touch; their points. */
  pairs: number; contacts: number; contactPoints: number;
  /** Pairs that kept their manifold, pairs that ran the narrow phase. */
  recycled: number; collided: number;
  joints: number; substeps: number; colors: number; overflow: number;
  /** Counted only when something could fall asleep. */
  islands: number;
  /** Groups of islands that the default solver solved on their own. */
  parts: number;
  /** Bodies stopped at a time of impact. */
  continuous: number;
  frozen: number;
  /** Always 0: nothing is dropped. */
  dropped: number;
  /** Memory held by the world. */
  bytes: number;
  /** Of the solver in this step; sub-steps of the default one. */
  iterations: number;
  /** Steps so far that another solver gave up on (World.solverMessage says why). */
  solverFailures: number;
  /** Islands of this step that were given to a stronger solver. */
  switchedIslands: number;
  /** Rows of user joints left out because they are not finite. */
  unusableRows: number;
  /** Scalar rows visited in this step. */
  rowUpdates: number;
  /** Velocity error left, m/s; negative: not measured. */
  residual: number;
  /** Of the solve stage, spent on the residual. */
  measuringSeconds: number;
}

export interface SensorEvent {
  sensor: Shape; visitor: Shape;
  sensorBody: Body; visitorBody: Body;
}

export interface ContactEvent { shapeA: Shape; shapeB: Shape; bodyA: Body; bodyB: Body }
export interface HitEvent extends ContactEvent { point: Vec3; normal: Vec3; speed: number }
export interface Events {
  contactBegin: ContactEvent[]; contactEnd: ContactEvent[];
  hits: HitEvent[];
  sensorBegin: SensorEvent[]; sensorEnd: SensorEvent[];
  jointsBroken: { joint: Joint; force: number; torque: number }[];
  fellAsleep: Body[]; wokeUp: Body[];
  /** Left the finite range and were stopped there. */
  frozen: Body[];
}

export interface RayHit { shape: Shape; body: Body; point: Vec3; normal: Vec3; fraction: number }

export interface Contact {
  shapeA: Shape; shapeB: Shape; bodyA: Body; bodyB: Body;
  /** From a to b. */
  normal: Vec3;
  points: { position: Vec3; separation: number; normalImpulse: number; feature: number }[];
  /** With which a pushes b, averaged over the last sub-step, N. */
  force: Vec3;
}

export interface DebugOptions {
  contacts?: boolean; normals?: boolean; joints?: boolean; bounds?: boolean; centers?: boolean;
}
export interface DebugGeometry {
  /** Two vertices a segment, 6 floats a vertex: x y z, red green blue (0 to 1). */
  lines: Float32Array;
  /** 8 floats a point: x y z, size in metres, red green blue, 1. */
  points: Float32Array;
}

export interface Metrics {
  /** Dynamic ones. */
  bodies: number;
  contacts: number; contactPoints: number;
  /** Metres; the mean is over the points that overlap. */
  maxPenetration: number; meanPenetration: number;
  /** Joules; potential energy is zero at the origin. */
  kineticEnergy: number; potentialEnergy: number;
  linearMomentum: Vec3;
  /** About the origin. */
  angularMomentum: Vec3;
  maxSpeed: number; maxAngularSpeed: number;
  /** Metres by which joints' anchors came apart. */
  maxJointError: number; meanJointError: number;
  awake: number; frozen: number; dropped: number;
}
