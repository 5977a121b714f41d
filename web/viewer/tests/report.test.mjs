// The page that `cairn compare --report` writes: its runs play within it, and it asks nobody for anything.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { keep, launch, native, patience } from './support.mjs';

let browser, page;
/** Frames come when they come; what time they are told it is may be the test's: then it does not matter how long a click
 *  takes on its way. */
function clockOfTheTest() {
  const ask = window.requestAnimationFrame.bind(window);
  window.film = { now: null };
  window.requestAnimationFrame = (call) => ask((now) => call(window.film.now ?? now));
}
const hold = () => page.evaluate(() => { window.film.now = performance.now(); });
const letGo = () => page.evaluate(() => { window.film.now = null; });
const pass = (seconds) => page.evaluate((more) => { window.film.now += 1000 * more; }, seconds);
const asked = [], trouble = [];
const folder = mkdtempSync(join(tmpdir(), 'cairn-report-'));
const report = join(folder, 'report.html');

before(async () => {
  const scene = JSON.parse(native('scenes', '--export', 'box-pile', '--set', 'columns=2', '--set', 'layers=3'));
  scene.name = '</title></script><img src=x onerror=alert(1)>';
  writeFileSync(join(folder, 'scene.json'), JSON.stringify(scene));
  native('compare', join(folder, 'scene.json'), '--solvers', 'soft-step,pgs,si', '--steps', '90', '--no-frozen', '--report', report);
  browser = await launch();
  page = await browser.newPage({ viewport: { width: 1160, height: 700 }, colorScheme: 'light' });
  page.setDefaultTimeout(patience);
  await page.addInitScript(clockOfTheTest);
  page.on('request', (request) => asked.push(request.url()));
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()));
  await page.goto(`file://${report}`);
  await page.waitForSelector('#replay canvas');
  await page.locator('#replay').scrollIntoViewIfNeeded();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

const clock = () => page.textContent('#replay output');
const buttonSays = (text) => page.waitForFunction((wanted) => document.querySelector('#replay button').textContent === wanted, text);
const clockSays = (text) => page.waitForFunction((wanted) => document.querySelector('#replay output').textContent === wanted, text);
/** What the panes show: a number that differs when a pixel does. */
const panes = () => page.$$eval('#replay canvas', (list) => list.map((canvas) => {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return data.reduce((sum, byte) => (Math.imul(sum, 31) + byte) | 0, 7);
}));
/** The frame that was asked for is painted at the next moment of painting. */
const painted = () => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

describe('the report of a comparison', () => {
  test('shows a pane for each solver, at the start', async () => {
    await painted();
    assert.deepEqual(await page.$$eval('#replay figcaption', (list) => list.map((one) => one.textContent.split(':')[0])), ['soft-step', 'pgs', 'si']);
    assert.equal(await clock(), '0.00 s');
    const [a, b, c] = await panes();
    assert(a === b && b === c, 'the same scene, seen alike');
    await keep(page, 'report-start');
  });

  test('plays to the end of all runs and stops there', async () => {
    const start = await panes();
    await page.click('#replay button');
    await clockSays('1.50 s');
    await buttonSays('Play');
    await painted();
    const end = await panes();
    end.forEach((pane, i) => assert.notEqual(pane, start[i], 'something moved'));
    assert.notEqual(end[0], end[1], 'two solvers, two ends');
    await keep(page, 'report-end');
  });

  test('plays by the clock, from the moment that Play was pressed', async () => {
    await hold();
    await page.click('#replay button');
    await clockSays('0.00 s'); // it was at its end
    assert.equal(await page.textContent('#replay button'), 'Pause');
    await pass(0.5);
    await clockSays('0.50 s');
    await page.selectOption('#replay select', '0.25');
    await pass(1);
    await clockSays('0.75 s');
    assert.equal(await page.textContent('#replay button'), 'Pause');
    await page.click('#replay button');
    await painted();
    await pass(30); // in which nothing is played, nor made up for later
    await painted();
    assert.deepEqual([await clock(), await page.textContent('#replay button')], ['0.75 s', 'Play']);
    await page.selectOption('#replay select', '1');
    await page.evaluate(() => { // Play, while a frame is on its way for another reason, and thrice for good measure
      const [slider, button] = ['input', 'button'].map((name) => document.querySelector(`#replay ${name}`));
      slider.value = '0';
      slider.dispatchEvent(new Event('input'));
      for (let i = 0; i < 3; ++i) button.click();
    });
    await painted();
    assert.deepEqual([await clock(), await page.textContent('#replay button')], ['0.00 s', 'Pause']);
    await pass(60);
    await clockSays('1.50 s');
    await buttonSays('Play');
    await letGo();
  });

  test('the slider goes to any moment, and back is the same picture', async () => {
    const slide = async (value) => {
      await page.$eval('#replay input', (slider, to) => {
        slider.value = to;
        slider.dispatchEvent(new Event('input'));
      }, String(value));
      await painted();
    };
    await slide(30.5);
    assert.equal(await clock(), '0.51 s');
    const before = await panes();
    await slide(80);
    assert.notDeepEqual(await panes(), before);
    await slide(30.5);
    assert.deepEqual(await panes(), before);
  });

  test('keys: home, end, arrows, space', async () => {
    await page.focus('#replay');
    await page.keyboard.press('Home');
    await clockSays('0.00 s');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await clockSays('0.03 s');
    await page.keyboard.press('ArrowLeft');
    await clockSays('0.02 s');
    await page.keyboard.press('End');
    await clockSays('1.50 s');
    await hold();
    await page.keyboard.press(' ');
    await clockSays('0.00 s');
    await pass(0.25);
    await clockSays('0.25 s');
    assert.equal(await page.textContent('#replay button'), 'Pause');
    await page.keyboard.press(' ');
    assert.equal(await page.textContent('#replay button'), 'Play');
    await letGo();
  });

  test('dragging turns all panes', async () => {
    await painted();
    const before = await panes();
    const box = await page.locator('#replay canvas').first().boundingBox();
    await page.mouse.move(box.x + 100, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 160, box.y + 110, { steps: 3 });
    await page.mouse.up();
    await painted();
    (await panes()).forEach((pane, i) => assert.notEqual(pane, before[i]));
  });

  test('is one small file that asks for nothing, and its names are text', async () => {
    assert.deepEqual(asked.filter((address) => !address.startsWith('data:')), [`file://${report}`]);
    assert.deepEqual(trouble, []);
    assert(statSync(report).size < 1_000_000);
    assert.equal(await page.locator('img[src=x]').count(), 0);
    assert.match(await page.textContent('h1'), /onerror/);
  });

  test('without WebGL the ends are shown, with a word about it', async () => {
    const poor = await browser.newPage();
    poor.setDefaultTimeout(patience);
    await poor.addInitScript(() => { HTMLCanvasElement.prototype.getContext = () => null; });
    await poor.goto(`file://${report}`);
    await poor.waitForFunction(() => /cannot be played here/.test(document.querySelector('#replay .note').textContent));
    assert.equal(await poor.locator('#replay .pane img').count(), 3);
    assert(await poor.isHidden('#replay .bar'));
    await poor.close();
  });
});
