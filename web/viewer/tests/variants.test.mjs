// The package's builds in a real browser: with SIMD, without, with threads; each gives the native bits.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { after, before, describe, test } from 'node:test';
import { servePackage } from '../../tools/serve_package.mjs';
import { launch, native, patience } from './support.mjs';

const here = path => fileURLToPath(new URL(path, import.meta.url));
const folders = { package: here('../../../build/wasm/package'), tests: here('.') };
const hashes = native('hash').trim().split('\n').map((line) => {
  const [name, hash] = line.split(' ');
  return { name, hash };
});

let browser, isolated, plain;
before(async () => {
  [browser, isolated, plain] = await Promise.all(
    [launch(), servePackage(folders, { isolated: true }), servePackage(folders, { isolated: false })]);
});
after(async () => {
  await browser?.close();
  isolated?.stop();
  plain?.stop();
});

/** What a worker of a page answers; the page itself may not wait for threads. */
async function ask({ origin }, options) {
  const page = await browser.newPage();
  page.setDefaultTimeout(patience);
  await page.goto(origin);
  const answer = await page.evaluate((wanted) => new Promise((resolve, reject) => {
    const worker = new Worker('/tests/hash_worker.mjs', { type: 'module' });
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(wanted);
  }), options);
  await page.close();
  return answer;
}

describe('the six scenes in Chromium', () => {
  for (const options of [{ simd: true }, { simd: false }, { threads: 2 }, { threads: 4 }]) {
    const variant = options.threads ? 'threads' : options.simd ? 'simd' : 'scalar';
    const skip = existsSync(`${folders.package}/wasm/lab-${variant}.wasm`) ? false : `${variant} was not built: ./test --long builds it`;
    test(`give the native hashes with ${JSON.stringify(options)}`, { skip }, async () => {
      const { simd = true, threads = 1 } = options;
      assert.deepEqual(await ask(isolated, options), { simd, threads, hashes });
    });
  }

  test('threads on a page that is not cross-origin isolated are refused with what it lacks', async () => {
    const { error } = await ask(plain, { threads: 2 });
    assert.match(error, /must be cross-origin isolated \(Cross-Origin-Opener-Policy: same-origin/);
  });
});
