import { parentPort, workerData } from 'node:worker_threads';
import { serve } from './worker.js';

await serve(workerData, () => parentPort.postMessage('ready'));
