// What the browser tests share: the native program, a server, a browser, and ways to wait for steps, not seconds.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

export const cairn = process.env.CAIRN_CLI;
export const site = process.env.CAIRN_SITE;
export const pictures = process.env.CAIRN_PICTURES;
assert(cairn && site && pictures, 'CAIRN_CLI, CAIRN_SITE and CAIRN_PICTURES say what is tested and where pictures go');
mkdirSync(pictures, { recursive: true });

/** Of a test that waits for what never comes; no good run depends on it, however slow the machine. */
export const patience = 240_000;

/** What hangs is said before ctest, after 900 seconds, ends everything without a word. */
const began = Date.now();
setTimeout(() => {
  console.error(`hung: ${process.argv[1]} still ran after ${Math.round((Date.now() - began) / 1000)} seconds, in the test after the last one that is listed above`);
  process.exit(1);
}, 840_000).unref();

export const native = (...words) => execFileSync(cairn, words, { encoding: 'utf8', timeout: patience });
export const nativeHash = (steps, ...words) => JSON.parse(native('sim', ...words, '--steps', String(steps), '--json')).hash;

/** `cairn view` at a free port: what users run is what is tested. */
export function serve(...words) {
  const server = spawn(cairn, ['view', ...words, '--no-open', '--port', '0', '--site', site], { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    const tooLong = setTimeout(() => {
      server.kill('SIGKILL');
      reject(new Error('cairn view said no address'));
    }, patience);
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`cairn view ended with ${code}`)));
    server.stdout.once('data', (text) => {
      clearTimeout(tooLong);
      const address = new URL(String(text).trim());
      resolve({ address: address.href, origin: `${address.origin}/`, stop: () => server.kill() });
    });
  });
}

const executable = process.env.CAIRN_CHROMIUM ?? '/usr/bin/chromium';
export const launch = () => chromium.launch({
  executablePath: executable,
  timeout: patience,
  args: ['--no-sandbox', '--use-gl=angle', '--use-angle=gl-egl', '--ignore-gpu-blocklist'],
});

/** Some messages go away by themselves: a slow machine must not miss them. */
function rememberToasts() {
  window.seenToasts = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (node.classList?.contains('toast')) window.seenToasts.push(node.querySelector('span').textContent);
      }
    }
  }).observe(document, { childList: true, subtree: true });
}

/** A page that must stay free of errors; `trouble` collects what went wrong. */
export async function openPage(browser, address, options = {}) {
  const { waitUntilReady = true, before, ...rest } = options;
  const context = await browser.newContext({
    viewport: { width: 1160, height: 640 }, acceptDownloads: true, colorScheme: 'light', ...rest,
  });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  page.trouble = [];
  await page.addInitScript(rememberToasts);
  page.on('pageerror', (error) => page.trouble.push(error.message));
  // what a driver without a graphics card says of its own speed (pictures and videos read pixels back) is not the page's
  const ofTheDriver = /GL Driver Message \(OpenGL, Performance,/;
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type()) || ofTheDriver.test(message.text())) return;
    page.trouble.push(message.text());
  });
  page.on('dialog', (dialog) => {
    page.trouble.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  if (before) await before(page);
  await page.goto(address);
  if (waitUntilReady) await page.waitForSelector('html[data-ready]');
  return page;
}

export const stepOf = async (page) => Number((await page.textContent('#clock')).match(/step (\d+)/)[1]);
export const hashOf = async (page) => (await page.textContent('#hash')).slice(0, 16);
/** Frames come at their own pace: wait for the step, whatever time it takes. */
export const reachStep = (page, step) => page.waitForFunction(
  (wanted) => Number(document.querySelector('#clock')?.textContent?.match(/step (\d+)/)?.[1] ?? -1) >= wanted, step,
  { polling: 50 });
/** Nothing is being loaded, and the link says what is shown. What a click or a key begins has begun when it returns. */
export const loaded = (page) => page.waitForSelector('#main[aria-busy=false]');
/** Neither the step nor the picture changes by itself any more. */
export const still = (page) => page.waitForSelector('#clock:not([data-moving])', { state: 'attached' });
export async function pause(page) {
  await page.evaluate(() => { // at once: a recording may end by itself
    const play = document.querySelector('#play');
    if (play.getAttribute('aria-label') === 'Pause') play.click();
  });
  await still(page);
}
/** Goes where a link points, as an edited address does. */
export async function go(page, hash) {
  await page.evaluate((text) => new Promise((resolve, reject) => {
    if (location.hash === text) reject(new Error('the page is there already'));
    addEventListener('hashchange', resolve, { once: true });
    location.hash = text;
  }), hash);
  await loaded(page);
}
export async function enter(page, selector, value) {
  await page.fill(selector, value);
  await page.press(selector, 'Enter');
}
export async function choose(page, selector, value) {
  await page.selectOption(selector, value);
  await loaded(page);
}
export const linkHolds = (page, ...parts) => page.waitForFunction(
  (wanted) => wanted.every((part) => location.hash.includes(part)), parts);
/** Single steps until the page shows this one. */
export async function stepTo(page, step) {
  for (let now = await stepOf(page); now < step; ++now) {
    await page.click('#step');
    await reachStep(page, now + 1);
  }
  assert.equal(await stepOf(page), step);
}

export const keep = async (page, name) => page.screenshot({ path: join(pictures, `${name}.png`) });
export const keepText = (name, text) => writeFileSync(join(pictures, name), text);

/** Drops a file on the page as a user does, and others of the same text with it; waits until it is read. */
export async function drop(page, name, text, ...others) {
  const data = await page.evaluateHandle(([names, content]) => {
    const transfer = new DataTransfer();
    for (const fileName of names) transfer.items.add(new File([content], fileName, { type: 'application/json' }));
    return transfer;
  }, [[name, ...others], text]);
  for (const kind of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('#canvas', kind, { dataTransfer: data });
  await loaded(page);
}

/** The whole of a message that was seen since the last one of its kind was asked for. */
export async function toastText(page, part) {
  const found = await page.waitForFunction((wanted) => {
    const at = window.seenToasts.findIndex((text) => text.includes(wanted));
    return at < 0 ? null : window.seenToasts.splice(0, at + 1).at(-1);
  }, part);
  return found.jsonValue();
}

export async function saveRecording(page) {
  const waiting = page.waitForEvent('download');
  await page.click('#save');
  const file = await waiting;
  const path = await file.path();
  return { path, name: file.suggestedFilename() };
}
