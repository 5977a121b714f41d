// The six scenes in a worker, with the build that was asked for.

import { init } from '/package/lab.js';

self.onmessage = async ({ data: options }) => {
  try {
    const cairn = await init(options);
    self.postMessage({ simd: cairn.simd, threads: cairn.threads, hashes: cairn.hash() });
    cairn.terminate();
  } catch (error) {
    self.postMessage({ error: error.message });
  }
};
