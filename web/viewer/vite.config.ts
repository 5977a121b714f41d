import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
// Where the built npm package is (its JavaScript and WebAssembly); the script that builds the site says.
const engine = process.env.CAIRN_PACKAGE ?? here('../package');

export default defineConfig({
  base: './', // a static site that works from any folder
  resolve: { alias: { 'cairn-physics/lab': `${engine}/lab.js` } },
  server: { fs: { allow: [here('.'), engine] } },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    outDir: process.env.CAIRN_SITE ?? here('../../build/web/viewer'),
    emptyOutDir: true,
    assetsInlineLimit: 0, // data: URLs would need a weaker content security policy
    modulePreload: { polyfill: false }, // would be an inline script
    reportCompressedSize: false,
  },
});
