// Serves the npm package to a browser as it is, without a bundler, on a cross-origin isolated page or a plain one.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };
/** What shared memory, and with it threads, asks of a page. */
const isolation = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

const blank = '<!doctype html><meta charset="utf-8"><title>Cairn</title><link rel="icon" href="data:,">';

/** A blank page at /, and folders under their names, such as { package: '/…', tests: '/…' }. */
export async function servePackage(folders, { isolated }) {
  const headers = isolated ? isolation : {};
  const server = createServer(async ({ url }, response) => {
    if (url === '/') {
      response.writeHead(200, { 'Content-Type': 'text/html', ...headers }).end(blank);
      return;
    }
    const [, first, ...rest] = normalize(new URL(url, 'http://localhost').pathname).split('/');
    try {
      const folder = Object.hasOwn(folders, first) ? folders[first] : null;
      if (folder === null) throw new Error('no such folder');
      const type = types[extname(url)] ?? 'application/octet-stream';
      const content = resolved(await readFile(join(folder, ...rest)), type);
      response.writeHead(200, { 'Content-Type': type, ...headers }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
}

/** As bundlers for browsers resolve the package's own imports. */
function resolved(content, type) {
  return type === 'text/javascript' ? content.toString().replaceAll("'#platform'", "'./platform_web.js'") : content;
}
