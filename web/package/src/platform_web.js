// What is different in browsers and their workers.
export const canShare = () => typeof SharedArrayBuffer !== 'undefined' && globalThis.crossOriginIsolated === true;

export async function readFile(url) {
  let response;
  try {
    response = await fetch(url);
  } catch (error) {
    throw new Error(`${url} could not be loaded: ${error.message}`);
  }
  if (!response.ok) throw new Error(`${url} could not be loaded: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

export { startWorkers } from './workers_web.js';
