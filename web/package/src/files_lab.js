// Written out, because bundlers look for exactly this.
export const files = {
  simd: () => new URL('../wasm/lab-simd.wasm', import.meta.url),
  scalar: () => new URL('../wasm/lab-scalar.wasm', import.meta.url),
  threads: () => new URL('../wasm/lab-threads.wasm', import.meta.url),
};
