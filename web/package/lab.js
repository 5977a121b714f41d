// cairn-physics/lab: the engine with scenes, recordings and the laboratory's solvers. See lab.d.ts.

import { facade } from './index.js';
import { start } from './src/engine.js';
import { files } from './src/files_lab.js';
import { LabEngine } from './src/lab_engine.js';

export * from './index.js';
export { Replay } from './src/replay.js';
export { Scene } from './src/scene.js';

export async function init(options) {
  const engine = await start(files, options, LabEngine);
  return {
    ...facade(engine),
    scenes: () => engine.scenes(),
    solvers: () => engine.solvers(),
    createScene: (source, sceneOptions) => engine.createScene(source, sceneOptions),
    sceneText: (source, sceneOptions) => engine.sceneText(source, sceneOptions),
    createReplay: (text, replayOptions) => engine.createReplay(text, replayOptions),
    hash: hashOptions => engine.hash(hashOptions),
  };
}
