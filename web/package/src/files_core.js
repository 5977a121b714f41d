// Written out, because bundlers look for exactly this.
export const files = {
  simd: () => new URL('../wasm/core-simd.wasm', import.meta.url),
  scalar: () => new URL('../wasm/core-scalar.wasm', import.meta.url),
  threads: () => new URL('../wasm/core-threads.wasm', import.meta.url),
};
