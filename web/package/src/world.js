// A world and the handles of what is in it.

import { Body } from './body.js';
import { Joint, writeJoint } from './joint.js';
import { structs } from './layout.js';
import { requireFlag, requireNumber, requireObject, shown } from './checks.js';
import { Shape, withBareGeometry } from './shape.js';

export const transformStride = 8;
export const contactStride = 12;
export const BodyState = Object.freeze({ none: 0, fixed: 1, kinematic: 2, asleep: 3, awake: 4, frozen: 5 });

const handleTypes = { body: Body, shape: Shape, joint: Joint };
const nullIndex = 0xffffffff;
/** The fields of a report that are numbers of their own; it is read after every step, so not by the general way. */
const reportCounts = structs.cairn_step_report.fields.filter(({ name, length }) => !length && name !== 'totalSeconds');
const eventLists = [
  ['contactBegin', 'cairn_contact_event'], ['contactEnd', 'cairn_contact_event'], ['hits', 'cairn_hit_event'],
  ['sensorBegin', 'cairn_sensor_event'], ['sensorEnd', 'cairn_sensor_event'], ['jointsBroken', 'cairn_joint_event'],
  ['fellAsleep', 'cairn_body'], ['wokeUp', 'cairn_body'], ['frozen', 'cairn_body'],
];

/** All state of a world; its memory is let go with the world, or when nobody holds it any more. */
export class Snapshot {
  constructor(world, pointer) {
    this.world = world;
    this.pointer = pointer;
    this.bytes = world.engine.memory.call('cairn_snapshot_byte_count', pointer);
  }
}

export class World {
  /** Made by createWorld() and scenes; `owner` frees the pointer where it is not the world's own. */
  constructor(engine, pointer, owner = null) {
    this.engine = engine;
    this.owner = owner;
    this.address = pointer;
    this.windowAddress = engine.memory.call('cairn_window_create');
    this.handles = { body: [], shape: [], joint: [] };
    /** Goes up whenever shapes may have come or gone: rows of transforms do not tell, because they are used again. */
    this.revision = 0;
    this.snapshots = new Set();
    // a snapshot that nobody holds is forgotten; the set knows only addresses, or it would keep it alive
    this.forgotten = new FinalizationRegistry(address => {
      if (this.snapshots.delete(address)) engine.memory.exports.cairn_snapshot_destroy(address);
    });
    engine.worlds.add(this);
  }

  free() {
    if (this.owner) throw new Error('this world belongs to a scene: free the scene');
    this.release(address => this.engine.memory.exports.cairn_world_destroy(address));
  }

  /** Lets go of all that hangs on the world; `end` ends the world itself. */
  release(end) {
    if (this.freed) return;
    const { exports } = this.engine.memory;
    for (const address of this.snapshots) exports.cairn_snapshot_destroy(address);
    this.snapshots.clear();
    exports.cairn_window_destroy(this.windowAddress);
    end(this.address);
    this.address = 0;
    this.engine.worlds.delete(this);
  }

  get freed() { return this.address === 0; }

  /** The address of the world; every use of it passes here. */
  get pointer() {
    if (this.address === 0) throw new Error('this world has been freed');
    return this.address;
  }

  /** The one object that stands for this id. */
  handle(kind, index, generation) {
    if (index === nullIndex) return null;
    const known = this.handles[kind];
    const there = known[index];
    if (there && there.generation === generation) return there;
    return known[index] = new handleTypes[kind](this, index, generation);
  }

  addBody(def = {}) {
    const { memory } = this.engine;
    requireObject(def, 'body');
    const { shape, shapes = [], ...fields } = def;
    if (!Array.isArray(shapes)) throw new TypeError(`body.shapes must be an array of shapes, got ${shown(shapes)}`);
    const at = memory.structRoom('cairn_body_def');
    memory.exports.cairn_body_def_default(at);
    memory.write(at, 'cairn_body_def', fields, 'body');
    if (fields.centerOfMass !== undefined) memory.data.setUint8(at + memory.offset('cairn_body_def', 'hasCenterOfMass'), 1);
    const body = memory.get('cairn_body', 'cairn_body_add', this, this.pointer, at);
    try {
      if (shape !== undefined) body.addShape(shape);
      for (const one of shapes) body.addShape(one);
    } catch (error) {
      body.remove(); // all or nothing
      throw error;
    }
    return body;
  }

  addJoint(def) {
    const { memory } = this.engine;
    const at = writeJoint(this, def);
    return memory.get('cairn_joint', 'cairn_joint_add', this, this.pointer, at);
  }

  // --- the step ------------------------------------------------------------------------------------

  step(dt) {
    const { memory } = this.engine;
    memory.call('cairn_world_step', this.pointer, requireNumber(dt, 'dt'));
    return this.report();
  }

  report() {
    const { memory, stageNames } = this.engine;
    const at = memory.structRoom('cairn_step_report');
    memory.call('cairn_world_report', this.pointer, at);
    const { data } = memory;
    const report = { milliseconds: data.getFloat64(at + memory.offset('cairn_step_report', 'totalSeconds'), true) * 1e3, stages: {} };
    for (const { name, kind, at: offset } of reportCounts) {
      report[name] = kind === 'i32' ? data.getInt32(at + offset, true)
        : kind === 'f64' ? data.getFloat64(at + offset, true) : Number(data.getBigUint64(at + offset, true));
    }
    const seconds = at + memory.offset('cairn_step_report', 'seconds');
    const begin = at + memory.offset('cairn_step_report', 'begin');
    for (let i = 0; i < stageNames.length; ++i) {
      report.stages[stageNames[i]] = {
        begin: data.getFloat64(begin + 8 * i, true) * 1e3, milliseconds: data.getFloat64(seconds + 8 * i, true) * 1e3,
      };
    }
    return report;
  }

  events() {
    const { memory } = this.engine;
    const at = memory.structRoom('cairn_events');
    memory.call('cairn_world_events', this.pointer, at);
    const events = {};
    for (const [name, struct] of eventLists) {
      const first = memory.data.getUint32(at + memory.offset('cairn_events', name), true);
      const count = memory.data.getInt32(at + memory.offset('cairn_events', `${name}Count`), true);
      const size = memory.size(struct);
      events[name] = Array.from({ length: count }, (_, i) => memory.read(first + i * size, struct, this));
    }
    return events;
  }

  // --- windows -------------------------------------------------------------------------------------

  window(name, Type, ...values) {
    const { memory } = this.engine;
    return memory.window(memory.call(`cairn_window_${name}`, this.windowAddress, this.pointer, ...values), Type);
  }

  get transforms() { return this.window('transforms', Float32Array); }
  get velocities() { return this.window('velocities', Float32Array); }
  get contactPoints() { return this.window('contacts', Float32Array); }
  islands() { return this.window('islands', Int32Array); }

  debug(options = {}) {
    const { memory } = this.engine;
    const at = memory.structRoom('cairn_debug_draw_options');
    const { contacts = true, normals = true, joints = true, bounds = false, centers = false, ...others } = options;
    memory.write(at, 'cairn_debug_draw_options', { shapes: false, contacts, normals, joints, bounds, centers, ...others },
      'debug options');
    const lines = this.window('lines', Float32Array, at);
    return { lines, points: memory.window(memory.call('cairn_window_points', this.windowAddress), Float32Array) };
  }

  metrics() {
    const [bodies, contacts, contactPoints, maxPenetration, meanPenetration, kineticEnergy, potentialEnergy,
      px, py, pz, lx, ly, lz, maxSpeed, maxAngularSpeed, maxJointError, meanJointError, awake, frozen, dropped] =
      this.window('metrics', Float64Array);
    return {
      bodies, contacts, contactPoints, maxPenetration, meanPenetration, kineticEnergy, potentialEnergy,
      linearMomentum: { x: px, y: py, z: pz }, angularMomentum: { x: lx, y: ly, z: lz },
      maxSpeed, maxAngularSpeed, maxJointError, meanJointError, awake, frozen, dropped,
    };
  }

  // --- what is in it -------------------------------------------------------------------------------

  list(struct, name) {
    const { memory } = this.engine;
    return memory.list(struct, this, (at, max) => memory.call(name, this.pointer, at, max));
  }

  bodies() { return this.list('cairn_body', 'cairn_world_bodies'); }
  joints() { return this.list('cairn_joint', 'cairn_world_joints'); }
  contacts() { return this.list('cairn_contact', 'cairn_world_contacts').map(trimmed); }
  get bodyCount() { return this.engine.memory.call('cairn_world_body_count', this.pointer); }

  bodyAt(index) {
    const known = this.handles.body[index];
    if (known?.valid) return known;
    return this.bodies().find(body => body.index === index) ?? null;
  }

  get gravity() { return this.engine.memory.get('cairn_vec3', 'cairn_world_gravity', this, this.pointer); }
  set gravity(value) {
    const { memory } = this.engine;
    memory.call('cairn_world_set_gravity', this.pointer, memory.vector(value, 'gravity'));
  }

  get solver() { return this.engine.memory.get('cairn_soft_step', 'cairn_world_solver', this, this.pointer); }
  set solver(changes) {
    const { memory } = this.engine;
    const at = memory.structRoom('cairn_soft_step');
    memory.call('cairn_world_solver', at, this.pointer);
    memory.write(at, 'cairn_soft_step', changes, 'solver');
    memory.call('cairn_world_set_solver', this.pointer, at);
  }

  get stageSolver() {
    const { memory } = this.engine;
    return memory.text(memory.call('cairn_world_stage_solver', this.pointer));
  }
  set stageSolver(text) {
    if (typeof text !== 'string') throw new TypeError(`stageSolver must be a text, got ${shown(text)}`);
    const { memory } = this.engine;
    memory.withText(text, at => memory.call('cairn_world_set_stage_solver', this.pointer, at));
  }
  get solverMessage() {
    const { memory } = this.engine;
    return memory.text(memory.call('cairn_world_solver_message', this.pointer));
  }

  setSleep(enabled) {
    this.engine.memory.call('cairn_world_set_sleep', this.pointer, requireFlag(enabled, 'enabled') ? 1 : 0);
  }
  get lanes() { return this.engine.memory.call('cairn_world_lanes', this.pointer); }
  get threads() { return this.engine.memory.call('cairn_world_threads', this.pointer); }

  // --- queries -------------------------------------------------------------------------------------

  /** A filter, of queries or of a shape, in scratch memory, or null for the default. */
  filter(value, struct = 'cairn_query_filter') {
    if (value === undefined) return 0;
    const { memory } = this.engine;
    const at = memory.structRoom(struct);
    memory.exports[`${struct}_default`](at);
    memory.write(at, struct, value, 'filter');
    return at;
  }

  castRay(from, to, filter) {
    const { memory } = this.engine;
    const values = [memory.vector(from, 'from'), memory.vector(to, 'to'), this.filter(filter)];
    const hit = memory.structRoom('cairn_ray_hit');
    return memory.call('cairn_world_cast_ray', this.pointer, ...values, hit) ? memory.read(hit, 'cairn_ray_hit', this) : null;
  }

  castRayAll(from, to, filter) {
    const { memory } = this.engine;
    const values = [memory.vector(from, 'from'), memory.vector(to, 'to'), this.filter(filter)];
    return memory.list('cairn_ray_hit', this,
      (at, max) => memory.call('cairn_world_cast_ray_all', this.pointer, ...values, at, max));
  }

  castShape(geometry, start, motion, filter) {
    const { memory } = this.engine;
    return withBareGeometry(this.engine, geometry, shape => {
      const values = [this.pose(start), memory.vector(motion, 'motion'), this.filter(filter)];
      const hit = memory.structRoom('cairn_ray_hit');
      return memory.call('cairn_world_cast_shape', this.pointer, shape, ...values, hit)
        ? memory.read(hit, 'cairn_ray_hit', this) : null;
    });
  }

  /** A transform in scratch memory; what is left out is that of `standard`. */
  pose(value = {}, standard = { position: { x: 0, y: 0, z: 0 }, rotation: { x: 0, y: 0, z: 0, w: 1 } }) {
    const { memory } = this.engine;
    const at = memory.structRoom('cairn_transform');
    memory.write(at, 'cairn_transform', standard, 'transform');
    memory.write(at, 'cairn_transform', value, 'transform');
    return at;
  }

  overlapBounds(bounds, filter) {
    const { memory } = this.engine;
    const at = memory.structRoom('cairn_bounds');
    memory.write(at, 'cairn_bounds', bounds, 'bounds');
    const filterAt = this.filter(filter);
    return memory.list('cairn_shape', this,
      (to, max) => memory.call('cairn_world_overlapping_bounds', this.pointer, at, filterAt, to, max));
  }

  overlapShape(geometry, transform, filter) {
    const { memory } = this.engine;
    return withBareGeometry(this.engine, geometry, shape => {
      const pose = this.pose(transform);
      const filterAt = this.filter(filter);
      return memory.list('cairn_shape', this,
        (to, max) => memory.call('cairn_world_overlapping_shape', this.pointer, shape, pose, filterAt, to, max));
    });
  }

  // --- determinism ---------------------------------------------------------------------------------

  snapshot() {
    const address = this.engine.memory.call('cairn_world_snapshot', this.pointer);
    this.snapshots.add(address);
    const snapshot = new Snapshot(this, address);
    this.forgotten.register(snapshot, address);
    return snapshot;
  }

  restore(snapshot) {
    if (!(snapshot instanceof Snapshot)) throw new TypeError(`restore() takes a snapshot, got ${shown(snapshot)}`);
    const pointer = this.pointer;
    if (snapshot.world.engine !== this.engine) throw new Error('this snapshot is of another engine: init() was called more than once');
    if (snapshot.world.freed) throw new Error('the world of this snapshot has been freed, and the snapshot with it');
    this.engine.memory.call('cairn_world_restore', pointer, snapshot.pointer);
    ++this.revision;
  }

  hash() {
    return BigInt.asUintN(64, this.engine.memory.call('cairn_world_hash', this.pointer)).toString(16).padStart(16, '0');
  }
}

/** A contact without the points it does not have. */
export function trimmed({ pointCount, points, ...contact }) {
  return { ...contact, points: points.slice(0, pointCount) };
}
