// Times single steps of a pyramid in a worker.

import { init } from '/package/lab.js';

self.onmessage = async ({ data: { base, steps } }) => {
  try {
    const cairn = await init();
    const scene = cairn.createScene({ builtin: 'pyramid', parameters: { base, sleep: 0 } });
    for (let i = 0; i < 60; ++i) scene.step(); // code is compiled
    const times = [];
    for (let i = 0; i < steps; ++i) {
      const before = performance.now();
      scene.step();
      times.push(performance.now() - before);
    }
    scene.free();
    self.postMessage({ times });
  } catch (error) {
    self.postMessage({ error: error.message });
  }
};
