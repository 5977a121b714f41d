import { Worker } from 'node:worker_threads';
import { place } from './worker.js';

export async function startWorkers(module, exports, memory, count) {
  const workers = await Promise.all(Array.from({ length: count }, () => new Promise((resolve, reject) => {
    const workerData = { module, memory, ...place(exports, memory) };
    const worker = new Worker(new URL('./worker_node.js', import.meta.url), { workerData });
    worker.once('message', () => resolve(worker));
    worker.once('error', reject);
  })));
  for (const worker of workers) worker.unref(); // a program ends without sending them home
  return { count, terminate: () => exports.cairn_worker_stop() };
}
