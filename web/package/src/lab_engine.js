import { Engine } from './engine.js';
import { asJson, requireFields, requireFlag, requireNumber, requireObject, requireWhole, shown } from './checks.js';
import { Replay } from './replay.js';
import { Scene } from './scene.js';

const sceneOptions = ['solver', 'dt', 'threads', 'lanes', 'sleep'];
const replayOptions = ['lanes', 'threads'];
const hashOptions = ['steps', 'lanes', 'threads', 'onScene'];
/** What else a source may hold besides the field that says which kind it is. */
const sources = { builtin: ['parameters'], text: [], json: [], hashScene: [] };
const hashSceneCount = 6;

/** The engine of the larger file. Texts that go to it and come back are JSON. */
export class LabEngine extends Engine {
  constructor(instance) {
    instance.exports.cairn_lab_begin();
    super(instance);
  }

  scenes() { return JSON.parse(this.ask('cairn_lab_scenes')); }
  solvers() { return JSON.parse(this.ask('cairn_lab_solvers')); }

  /** A call that answers with a text. */
  ask(name, ...values) { return this.memory.text(this.memory.call(name, ...values)); }

  request(source, options = {}) {
    const { dt, sleep, solver } = requireFields(options, sceneOptions, 'options');
    if (dt !== undefined) requireNumber(dt, 'options.dt');
    if (sleep !== undefined) requireFlag(sleep, 'options.sleep');
    return asJson({ ...this.sourceOf(source), ...this.crew(options), dt, sleep, solver });
  }

  /** The fields of a request that say what to build. */
  sourceOf(source) {
    requireObject(source, 'scene');
    const kind = Object.keys(sources).find(key => source[key] !== undefined);
    if (!kind) throw new TypeError(`a scene is { builtin }, { text } or { json }, got ${shown(source)}`);
    requireFields(source, [kind, ...sources[kind]], 'scene');
    if (kind === 'json') return { text: asJson(requireObject(source.json, 'scene.json')) };
    if (kind === 'hashScene') return { hash_scene: source.hashScene };
    if (typeof source[kind] !== 'string') throw new TypeError(`scene.${kind} must be a text, got ${shown(source[kind])}`);
    if (kind === 'text') return { text: source.text };
    const parameters = requireObject(source.parameters ?? {}, 'scene.parameters');
    for (const [name, value] of Object.entries(parameters)) requireNumber(value, `scene.parameters.${name}`);
    return { builtin: source.builtin, parameters };
  }

  /** The fields of a request that say who computes. */
  crew({ lanes = 0, threads = this.threads }) {
    this.checkThreads(threads);
    return { lanes: requireWhole(lanes, 'lanes'), threads };
  }

  createScene(source, options) {
    const { memory } = this;
    return new Scene(this, memory.withText(this.request(source, options), at => memory.call('cairn_scene_create', at)));
  }

  sceneText(source, options) {
    return this.memory.withText(this.request(source, options), at => this.ask('cairn_lab_scene_text', at));
  }

  createReplay(text, options = {}) {
    const { memory } = this;
    if (typeof text !== 'string') throw new TypeError(`a recording is a text, got ${shown(text)}`);
    const crew = this.crew(requireFields(options, replayOptions, 'options'));
    const address = memory.withText(text, recording => memory.withText(asJson(crew),
      request => memory.call('cairn_scene_replay', recording, request)));
    return new Replay(new Scene(this, address));
  }

  hash(options = {}) {
    const { steps = 1000, onScene } = requireFields(options, hashOptions, 'options');
    const crew = this.crew(options);
    requireWhole(steps, 'options.steps', 0);
    const results = [];
    for (let i = 0; i < hashSceneCount; ++i) {
      const scene = this.createScene({ hashScene: i }, crew);
      for (let step = 0; step < steps; ++step) scene.advance();
      results.push({ name: scene.name, hash: scene.world.hash() });
      scene.free();
      onScene?.(results[i].name, results[i].hash);
    }
    return results;
  }
}
