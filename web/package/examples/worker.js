// Physics in a worker of its own: the page posts a message to begin and draws the poses that come back.
//
//   const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
//   worker.onmessage = ({ data }) => draw(data.transforms);   // 8 floats a body, see transformStride
//   worker.postMessage({ bodies: 200, steps: 600 });
import { init } from 'cairn-physics';

async function simulate({ bodies, steps }, post) {
  const cairn = await init();
  const world = cairn.createWorld();
  world.addBody({ type: 'fixed', shape: { type: 'plane' } });
  for (let i = 0; i < bodies; ++i) {
    world.addBody({ position: { x: (i % 7) - 3, y: 1 + i, z: (i % 5) - 2 }, shape: { type: 'sphere' } });
  }
  for (let i = 0; i < steps; ++i) {
    world.step(1 / 60);
    const transforms = world.transforms.slice(); // a copy that can be handed over
    post({ step: i + 1, transforms }, [transforms.buffer]);
  }
  world.free();
}

if (typeof self !== 'undefined' && typeof self.postMessage === 'function') {
  self.onmessage = ({ data }) => simulate(data, (message, transfer) => self.postMessage(message, transfer));
} else {
  const { parentPort } = await import('node:worker_threads');
  parentPort?.on('message', data => simulate(data, (message, transfer) => parentPort.postMessage(message, transfer)));
}
