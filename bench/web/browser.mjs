// Steps a second in Chromium: the package in a worker by itself, and the viewer with its picture.
//
//   node browser.mjs --package FOLDER --site FOLDER [--base N] [--steps N] [--json FILE]
//
// bench/web/run --browser pins it, and with it the whole browser, to one core.

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { servePackage } from '../../web/tools/serve_package.mjs';

const { chromium } = createRequire(new URL('../../web/viewer/package.json', import.meta.url))('playwright-core');
const { values: options } = parseArgs({
  options: {
    package: { type: 'string' }, site: { type: 'string' }, base: { type: 'string', default: '40' },
    steps: { type: 'string', default: '600' }, json: { type: 'string' },
  },
});
if (!options.package || !options.site) throw new Error('--package FOLDER and --site FOLDER: what web/build-viewer built');
const base = Number(options.base), steps = Number(options.steps);
const shown = (value) => value.toFixed(2).padStart(9);

const here = fileURLToPath(new URL('.', import.meta.url));
const { origin, stop } = await servePackage({ package: options.package, bench: here, viewer: options.site }, { isolated: true });
const browser = await chromium.launch({
  executablePath: process.env.CAIRN_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-gl=angle', '--use-angle=gl-egl', '--ignore-gpu-blocklist'],
});

/** Steps of the scene as fast as they go, sleep off, no picture. */
async function inWorker() {
  const page = await browser.newPage();
  await page.goto(origin);
  const times = await page.evaluate((ask) => new Promise((resolve, reject) => {
    const worker = new Worker('/bench/step_worker.mjs', { type: 'module' });
    worker.onmessage = ({ data }) => (data.error ? reject(new Error(data.error)) : resolve(data.times));
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(ask);
  }), { base, steps });
  await page.close();
  const sorted = times.toSorted((a, b) => a - b);
  const mean = times.reduce((a, b) => a + b, 0) / times.length;
  return {
    ms_per_step: mean, median_ms: sorted[sorted.length >> 1], p99_ms: sorted[Math.floor(0.99 * sorted.length)], slowest_ms: sorted.at(-1),
    steps_per_second: 1000 / mean, over_a_60th: times.filter((time) => time > 1000 / 60).length,
  };
}

/** The viewer at its normal speed: the steps it takes and the pictures it shows a second. */
async function inViewer() {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.goto(`${origin}/viewer/index.html#scene=pyramid&base=${base}&sleep=0`);
  await page.waitForSelector('html[data-ready]');
  const result = await page.evaluate(async (count) => {
    const step = () => Number(document.querySelector('#clock').textContent.match(/step (\d+)/)[1]);
    const until = (done) => new Promise((resolve) => {
      const look = () => (done() ? resolve() : requestAnimationFrame(look));
      look();
    });
    await until(() => step() >= 60); // code is compiled, buffers are there
    const first = step(), began = performance.now();
    let pictures = 0;
    await until(() => (++pictures, step() >= first + count));
    const seconds = (performance.now() - began) / 1000;
    return { steps_per_second: (step() - first) / seconds, pictures_per_second: pictures / seconds };
  }, Math.min(steps, 300));
  await page.close();
  return result;
}

const worker = await inWorker(), viewer = await inViewer();
await browser.close();
stop();

const cores = availableParallelism();
console.log(`pyramid base=${base} in Chromium, on ${cores} core${cores > 1 ? 's' : ''}, sleep off`);
console.log(`the package in a worker   ${shown(worker.steps_per_second)} steps a second: ${worker.ms_per_step.toFixed(2)} ms each, ` +
  `median ${worker.median_ms.toFixed(2)}, 99 % ${worker.p99_ms.toFixed(2)}, slowest ${worker.slowest_ms.toFixed(2)}; ` +
  `${worker.over_a_60th} of ${steps} longer than a 60th of a second`);
console.log(`the viewer, 1280 x 720    ${shown(viewer.steps_per_second)} steps and ${viewer.pictures_per_second.toFixed(1)} pictures a second`);
if (options.json) writeFileSync(options.json, JSON.stringify({ base, steps, cores, worker, viewer }, null, 2) + '\n');
