import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
// Where the built npm package is (its JavaScript and WebAssembly); the script that builds the site says.
const engine = process.env.CAIRN_PACKAGE ?? here('../package');

/** Beside each file one that is packed, for servers that hand those out (`cairn view` does). */
const packed: Plugin = {
  name: 'packed',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      const source = gzipSync(file.type === 'chunk' ? file.code : file.source, { level: 9 });
      this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source });
    }
  },
};

export default defineConfig({
  base: './', // a static site that works from any folder
  resolve: { alias: { 'cairn-physics/lab': `${engine}/lab.js`, 'cairn-physics/three': `${engine}/three.js` } },
  server: { fs: { allow: [here('.'), engine] } },
  plugins: [packed],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    outDir: process.env.CAIRN_SITE ?? here('../../build/web/viewer'),
    emptyOutDir: true,
    assetsInlineLimit: 0, // data: URLs would need a weaker content security policy
    modulePreload: { polyfill: false }, // would be an inline script
    chunkSizeWarningLimit: 2000,
    reportCompressedSize: false,
  },
});
