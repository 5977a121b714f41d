import { place } from './worker.js';

export async function startWorkers(module, exports, memory, count) {
  const workers = await Promise.all(Array.from({ length: count }, () => new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker_web.js', import.meta.url), { type: 'module' });
    worker.onmessage = () => resolve(worker);
    worker.onerror = event => reject(new Error(`a worker could not be started: ${event.message}`));
    worker.postMessage({ module, memory, ...place(exports, memory) });
  })));
  return {
    count,
    terminate() {
      exports.cairn_worker_stop();
      for (const worker of workers) worker.terminate();
    },
  };
}
