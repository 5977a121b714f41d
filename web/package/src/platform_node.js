// What is different in Node.
import { readFile as readFromDisk } from 'node:fs/promises';

export const canShare = () => typeof SharedArrayBuffer !== 'undefined';

export async function readFile(url) {
  if (url.protocol === 'file:') return readFromDisk(url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

export { startWorkers } from './workers_node.js';
