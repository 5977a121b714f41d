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

export const native = (...words) => execFileSync(cairn, words, { encoding: 'utf8' });
export const nativeHash = (steps, ...words) => JSON.parse(native('sim', ...words, '--steps', String(steps), '--json')).hash;

/** `cairn view` at a free port: what users run is what is tested. */
export function serve(...words) {
  const server = spawn(cairn, ['view', ...words, '--no-open', '--port', '0', '--site', site], { stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`cairn view ended with ${code}`)));
    server.stdout.once('data', (text) => {
      const address = new URL(String(text).trim());
      resolve({ address: address.href, origin: `${address.origin}/`, stop: () => server.kill() });
    });
  });
}

const executable = process.env.CAIRN_CHROMIUM ?? '/usr/bin/chromium';
export const launch = () => chromium.launch({
  executablePath: executable,
  args: ['--no-sandbox', '--use-gl=angle', '--use-angle=gl-egl', '--ignore-gpu-blocklist'],
});

/** A page that must stay free of errors; `trouble` collects what went wrong. */
export async function openPage(browser, address, options = {}) {
  const { waitUntilReady = true, before, ...rest } = options;
  const context = await browser.newContext({
    viewport: { width: 1160, height: 640 }, acceptDownloads: true, colorScheme: 'light', ...rest,
  });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  page.trouble = [];
  page.on('pageerror', (error) => page.trouble.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') page.trouble.push(message.text());
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
export async function pause(page) {
  if ((await page.getAttribute('#play', 'aria-label')) === 'Pause') await page.click('#play');
  await page.waitForSelector('#play[aria-label="Play"]');
  // A request that was on its way still brings its steps.
  let last = -1;
  for (let now = await stepOf(page); now !== last; now = await stepOf(page)) {
    last = now;
    await page.waitForTimeout(150);
  }
}
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

/** Drops a file on the page as a user does. */
export async function drop(page, name, text) {
  const data = await page.evaluateHandle(([fileName, content]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], fileName, { type: 'application/json' }));
    return transfer;
  }, [name, text]);
  for (const kind of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('#canvas', kind, { dataTransfer: data });
}

export async function toastText(page, part) {
  const found = page.locator('.toast', { hasText: part }).first();
  await found.waitFor();
  return found.locator('span').first().textContent();
}

export async function saveRecording(page) {
  const waiting = page.waitForEvent('download');
  await page.click('#save');
  const file = await waiting;
  const path = await file.path();
  return { path, name: file.suggestedFilename() };
}
