import { Engine } from './engine.js';
import { requireObject, shown, suggestion } from './memory.js';
import { Replay } from './replay.js';
import { Scene } from './scene.js';

const sceneOptions = ['solver', 'dt', 'threads', 'lanes', 'sleep'];
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
    requireObject(source, 'scene');
    requireObject(options, 'options');
    for (const key of Object.keys(options)) {
      if (!sceneOptions.includes(key)) throw new TypeError(`options has no field '${key}'${suggestion(key, sceneOptions)}`);
    }
    const { threads = this.threads, ...others } = options;
    this.checkThreads(threads);
    const request = { ...others, threads };
    if (typeof source.builtin === 'string') Object.assign(request, { builtin: source.builtin, parameters: source.parameters ?? {} });
    else if (typeof source.text === 'string') request.text = source.text;
    else if (source.json !== undefined) request.text = JSON.stringify(source.json);
    else if (source.hashScene !== undefined) request.hash_scene = source.hashScene;
    else throw new TypeError(`a scene is { builtin }, { text } or { json }, got ${shown(source)}`);
    return JSON.stringify(request);
  }

  createScene(source, options) {
    const { memory } = this;
    return new Scene(this, memory.withText(this.request(source, options), at => memory.call('cairn_scene_create', at)));
  }

  sceneText(source, options) {
    return this.memory.withText(this.request(source, options), at => this.ask('cairn_lab_scene_text', at));
  }

  createReplay(text, { lanes = 0, threads = this.threads } = {}) {
    const { memory } = this;
    if (typeof text !== 'string') throw new TypeError(`a recording is a text, got ${shown(text)}`);
    this.checkThreads(threads);
    const address = memory.withText(text, recording => memory.withText(JSON.stringify({ lanes, threads }),
      request => memory.call('cairn_scene_replay', recording, request)));
    return new Replay(new Scene(this, address));
  }

  hash({ steps = 1000, lanes = 0, threads = this.threads, onScene } = {}) {
    const results = [];
    for (let i = 0; i < hashSceneCount; ++i) {
      const scene = this.createScene({ hashScene: i }, { lanes, threads });
      for (let step = 0; step < steps; ++step) scene.advance();
      results.push({ name: scene.name, hash: scene.world.hash() });
      scene.free();
      onScene?.(results[i].name, results[i].hash);
    }
    return results;
  }
}
