// A running scene: a world with names for what is in it.

import { asJson, requireObject, requireWhole, shown } from './checks.js';
import { Hull } from './hull.js';
import { Snapshot, World } from './world.js';

const snake = name => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

/** JavaScript's way of writing as a scene file's: names_like_this, vectors as lists. */
function asSceneFile(value) {
  if (Array.isArray(value)) return value.map(asSceneFile);
  if (typeof value !== 'object' || value === null) return value;
  const { x, y, z, w } = value;
  if (x !== undefined && y !== undefined && z !== undefined) return w === undefined ? [x, y, z] : [x, y, z, w];
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [snake(key), asSceneFile(inner)]));
}

/** A hull is points in a scene file. */
function withPoints(shape) {
  const { hull, ...others } = requireObject(shape, 'shape');
  return hull instanceof Hull ? { ...others, points: hull.vertices } : shape;
}

export class Scene {
  constructor(engine, address) {
    this.engine = engine;
    this.address = address;
    this.world = new World(engine, engine.memory.exports.cairn_scene_world(address), this);
    this.recording = false;
    this.refresh();
  }

  /** Asks for names and ids again. */
  refresh() {
    const { bodies, joints, ...info } = JSON.parse(this.ask('info'));
    Object.assign(this, info);
    this.bodies = bodies.map(body => this.named(body));
    this.joints = joints.map(({ name, id }) => ({ name, joint: this.world.handle('joint', id.index, id.generation) }));
  }

  named({ name, id, color, hidden }) {
    return { name, body: this.world.handle('body', id.index, id.generation), color, hidden };
  }

  free() {
    if (this.freed) return;
    this.world.release(() => this.engine.memory.exports.cairn_scene_destroy(this.address));
    this.address = 0;
  }

  get freed() { return this.address === 0; }

  get pointer() {
    if (this.address === 0) throw new Error('this scene has been freed');
    return this.address;
  }

  call(name, ...values) { return this.engine.memory.call(`cairn_scene_${name}`, this.pointer, ...values); }
  ask(name, ...values) { return this.engine.memory.text(this.call(name, ...values)); }
  send(value, use) { return this.engine.memory.withText(asJson(value), use); }

  get stepIndex() { return this.call('step_index') >>> 0; }

  /** A step without a report. */
  advance() { this.call('step'); }

  step() {
    this.advance();
    return this.world.report();
  }

  apply(given) {
    const { body, at, ...input } = requireObject(given, 'input');
    const name = typeof body === 'number' ? this.bodies[body]?.name : body;
    if (typeof name !== 'string') throw new RangeError(`input.body: no body ${shown(body)} in this scene`);
    const request = { body: name, step: this.stepIndex, ...asSceneFile(input) };
    if (at !== undefined) request.at = asSceneFile(at);
    this.send(request, text => this.call('apply', text));
  }

  addBody(given) {
    const { shape, shapes = [], color, ...def } = requireObject(given, 'body');
    if (!Array.isArray(shapes)) throw new TypeError(`body.shapes must be an array of shapes, got ${shown(shapes)}`);
    const request = { name: this.freeName(), ...asSceneFile(def) };
    request.shapes = (shape === undefined ? shapes : [shape, ...shapes]).map(one => asSceneFile(withPoints(one)));
    if (color !== undefined) request.color = `#${requireWhole(color, 'body.color', 0, 0xffffff).toString(16).padStart(6, '0')}`;
    const added = this.named(JSON.parse(this.send(request, text => this.ask('add_body', text))));
    this.bodies.push(added);
    return added;
  }

  /** A name for a body that was given none. */
  freeName() {
    const taken = new Set(this.bodies.map(({ name }) => name));
    let number = this.bodies.length;
    while (taken.has(`body${number}`)) ++number;
    return `body${number}`;
  }

  get solver() { return JSON.parse(this.ask('solver')); }
  setSolver(choice) {
    if (typeof choice !== 'string') requireObject(choice, 'solver');
    this.send(choice, text => this.call('set_solver', text));
  }

  metrics() {
    const { residual, iterations } = this.world.report();
    return { ...this.world.metrics(), residual: residual < 0 ? null : residual, iterations };
  }

  snapshot() { return { stepIndex: this.stepIndex, world: this.world.snapshot() }; }

  restore(snapshot) {
    if (!(snapshot?.world instanceof Snapshot)) throw new TypeError(`restore() takes a snapshot, got ${shown(snapshot)}`);
    if (this.recording) throw new Error('a recording goes forward only: finish it first');
    this.world.restore(snapshot.world);
    this.call('set_step_index', requireWhole(snapshot.stepIndex, 'snapshot.stepIndex', 0, 2 ** 32 - 1));
  }

  startRecording() {
    this.call('record');
    this.recording = true;
  }

  recordingText() { return this.ask('recording_text'); }

  finishRecording() {
    const text = this.ask('finish_recording');
    this.recording = false;
    return text;
  }

  text() { return this.ask('text'); }
}
