// What goes wrong in a page, and what it says then; small screens; screen readers; the same bits.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  drop, go, hashOf, keep, launch, native, nativeHash, openPage, pause, pictures, reachStep, serve, stepOf, toastText,
} from './support.mjs';

let browser, server, page;
before(async () => {
  [browser, server] = await Promise.all([launch(), serve()]);
  page = await openPage(browser, `${server.origin}#scene=pyramid&base=5`);
});
after(async () => {
  await browser?.close();
  server?.stop();
});

function record(...words) {
  const path = join(pictures, 'recording.cairn');
  native('record', ...words, '-o', path);
  return readFileSync(path, 'utf8');
}

describe('files from strangers', () => {
  test('a broken file is a message with the place in it, and the scene goes on', async () => {
    await reachStep(page, 3);
    await drop(page, 'broken.json', '{"bodies": [{"shapes": [{"type": "sphere", "radius": -1}]}]}');
    assert.match(await toastText(page, 'broken.json'), /broken\.json: bodies\[0\]\.shapes\[0\]\.radius: must be > 0, got -1/);
    await keep(page, 'broken-scene');
    await drop(page, 'noise.cairn', '{"cairn_recording":1,"scene":{}}\n{"step":7,"hash":"0000000000000000"}\n');
    assert.match(await toastText(page, 'noise.cairn'), /line 2: step: must be 0, got 7/);
    await drop(page, 'empty.json', '');
    await toastText(page, 'empty.json');
    const now = await stepOf(page);
    await reachStep(page, now + 3);
    await pause(page);
    assert.equal(await hashOf(page), nativeHash(await stepOf(page), 'pyramid', '--set', 'base=5'));
  });

  test('a recording that differs says at which step', async () => {
    const text = record('pyramid', '--set', 'base=3', '--steps', '20');
    const lines = text.split('\n');
    const at = lines.findIndex((line) => line.startsWith('{"step":9,'));
    lines[at] = '{"step":9,"hash":"0123456789abcdef"}';
    await drop(page, 'tampered.cairn', lines.join('\n'));
    assert.match(await toastText(page, 'differs from the recording'), /Step 9 differs from the recording: recorded 0123456789abcdef, here [0-9a-f]{16}/);
    await page.waitForSelector('#hash.bad');
    await keep(page, 'tampered-recording');
  });

  test('a recording that is cut off plays as far as it goes and says so', async () => {
    const text = record('pyramid', '--set', 'base=3', '--steps', '20');
    await drop(page, 'cut.cairn', text.slice(0, text.indexOf('{"step":12,') + 5));
    await toastText(page, 'cut off after step 11');
    await reachStep(page, 11);
  });

  test('of several files one is opened, and the page says which', async () => {
    const text = '{"bodies": [{"position": [0, 1, 0], "shapes": [{"type": "sphere", "radius": 0.5}]}]}';
    await drop(page, 'first.json', text, 'second.json', 'third.json');
    assert.equal(await toastText(page, 'One file'), 'One file at a time: of 3, first.json was opened');
    assert.equal(await page.$eval('#scene', (picker) => picker.selectedOptions[0].textContent), 'first.json');
  });

  test('names are text, whatever they hold', async () => {
    const evil = '<img src=x onerror=alert(1)><script>alert(2)</script>';
    const scene = { name: evil, summary: evil, bodies: [{ name: evil, position: [0, 1, 0], shapes: [{ type: 'sphere', radius: 0.5 }] }] };
    await drop(page, `${evil}.json`.replace('/', ''), JSON.stringify(scene));
    assert.match(await page.textContent('#scene-summary'), /onerror/);
    await reachStep(page, 2);
    assert.equal(await page.locator('img').count(), 0);
    assert.equal(await page.locator('body script').count(), 0);
    await drop(page, 'evil.json', JSON.stringify({ bodies: [{ [evil]: 1 }] }));
    await toastText(page, 'evil.json');
    assert.equal(await page.locator('img').count(), 0);
    await keep(page, 'hostile-names');
  });
});

describe('scenes nobody thought of', () => {
  test('a scene without bodies is shown as it is', async () => {
    await drop(page, 'nothing.json', '{"bodies": []}');
    assert.equal(await page.$eval('#scene', (picker) => picker.selectedOptions[0].textContent), 'nothing.json');
    await reachStep(page, 2);
    assert.deepEqual(await page.$$eval('.toast.bad', (toasts) => toasts.map((toast) => toast.textContent)), []);
    await keep(page, 'no-bodies');
  });

  test('gravity says where up is: a pillar stands upright along any axis', async () => {
    const canvas = await page.locator('#canvas').boundingBox();
    const at = [canvas.x + canvas.width / 2, canvas.y + canvas.height / 2];
    /** Whether the pointer, that far from the middle of the picture, is over a body. */
    const isOver = async (x, y) => {
      await page.mouse.move(at[0] + x - 1, at[1] + y);
      await page.waitForTimeout(150); // bodies under the pointer are looked for ten times a second
      await page.mouse.move(at[0] + x, at[1] + y);
      return page.$eval('#canvas', (element) => element.classList.contains('body'));
    };
    for (const up of [[0, 1, 0], [0, 0, 1]]) {
      await drop(page, 'pillar.json', JSON.stringify({
        gravity: up.map((along) => -9.81 * along), camera: { eye: up.map((along, i) => (i === 0 ? 9 : 2 * along)), target: up.map((along) => 2 * along) },
        bodies: [{ type: 'fixed', shapes: [{ type: 'plane', normal: up, offset: 0 }] },
          { position: up.map((along) => 2 * along), shapes: [{ type: 'box', half_extents: up.map((along) => 0.3 + 1.7 * along) }] }],
      }));
      await pause(page);
      await keep(page, `up-${up.join('')}`);
      assert.deepEqual([await isOver(0, -90), await isOver(90, 0)], [true, false], `up is ${up}`);
    }
  });

  test('balls can be shot whatever the bodies are called', async () => {
    const names = ['shot 3', 'body3', 'shot 4'];
    await drop(page, 'names.json', JSON.stringify({
      bodies: names.map((name, i) => ({ name, position: [3 * i, 1, 0], shapes: [{ type: 'sphere', radius: 0.5 }] })),
    }));
    for (const count of [4, 5]) {
      await page.keyboard.press('b');
      await page.waitForFunction((wanted) => document.querySelector('[data-fact=awake]').textContent === String(wanted), count);
    }
  });
});

describe('links that are refused', () => {
  test('leave the address at what is shown', async () => {
    await go(page, '#scene=pyramid&base=4');
    await go(page, '#scene=pyramid&base=1e9');
    assert.match(await toastText(page, 'base must be'), /between 1 and 500, got 1e\+09/);
    assert.match(await page.evaluate(() => location.hash), /^#scene=pyramid&base=4&/);
    await go(page, '#file=no-such.json');
    assert.match(await toastText(page, 'no-such.json'), /^no-such.json: the server answered 404$/);
    assert.match(await page.evaluate(() => location.hash), /^#scene=pyramid&base=4&/);
  });

  test('are no reason to start the engine anew', async () => {
    await page.evaluate(() => { window.seenToasts = []; });
    await go(page, '#scene=pyramid&base=1e39');
    await toastText(page, 'must be within 3.4e38 of zero, got 1e+39');
    const now = await stepOf(page);
    await reachStep(page, now + 2);
    assert.deepEqual(await page.evaluate(() => window.seenToasts), []);
  });
});

describe('machines that lack something', () => {
  test('without WebGL the page says what to do', async () => {
    const poor = await openPage(browser, server.origin, {
      waitUntilReady: false,
      before: (fresh) => fresh.addInitScript(() => { HTMLCanvasElement.prototype.getContext = () => null; }),
    });
    await poor.waitForSelector('#cover [role=alert]');
    assert.match(await poor.textContent('#cover'), /no WebGL 2.*cairn render/s);
    await keep(poor, 'no-webgl');
    await poor.context().close();
  });

  test('without WebAssembly too', async () => {
    const poor = await openPage(browser, server.origin, {
      waitUntilReady: false, before: (fresh) => fresh.addInitScript(() => { delete globalThis.WebAssembly; }),
    });
    await poor.waitForSelector('#cover [role=alert]');
    assert.match(await poor.textContent('#cover'), /No WebAssembly here/);
    await poor.context().close();
  });

  test('an engine that cannot be fetched is a message', async () => {
    const poor = await openPage(browser, server.origin, {
      waitUntilReady: false, before: (fresh) => fresh.context().route(/\.wasm$/, (route) => route.abort()),
    });
    await poor.waitForSelector('#cover [role=alert]');
    assert.match(await poor.textContent('#cover'), /engine could not start/);
    await poor.context().close();
  });

  test('a worker that dies is started anew, and the page says so', async () => {
    await go(page, '#scene=pyramid&base=4');
    await reachStep(page, 2);
    await page.workers().at(-1).evaluate(() => { setTimeout(() => { throw new Error('struck by lightning'); }); });
    assert.match(await toastText(page, 'started anew'), /struck by lightning/);
    await reachStep(page, 5);
    await pause(page);
    assert.equal(await hashOf(page), nativeHash(await stepOf(page), 'pyramid', '--set', 'base=4'));
  });
});

describe('everyone', () => {
  test('controls have names, roles and a focus that is seen', async () => {
    const nameless = await page.$$eval('button, select, input:not([hidden]), canvas', (elements) => elements
      .filter((element) => !element.closest('[aria-hidden=true]'))
      .filter((element) => {
        const label = element.getAttribute('aria-label') || element.textContent?.trim() || element.labels?.[0]?.textContent;
        return !label;
      }).map((element) => element.outerHTML));
    assert.deepEqual(nameless, []);
    assert.equal(await page.getAttribute('#announcer', 'aria-live'), 'polite');
    assert.match(await page.getAttribute('#canvas', 'aria-label'), /Pyramid, 11 bodies/);
    await page.focus('#restart');
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
    assert.equal(outline, 'solid');
    await page.waitForFunction(() => location.hash.includes('paused=1')); // the pause above is in the link by now
    const link = await page.evaluate(() => location.hash);
    await page.focus('.skip');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'transport');
    assert.equal(await page.evaluate(() => location.hash), link, 'skipping is no link');
    await page.keyboard.press('?');
    await page.waitForSelector('dialog[open]');
    await keep(page, 'help');
    await page.keyboard.press('Escape');
  });

  test('without a pointer the camera turns by keys, and the world is left alone', async () => {
    await go(page, '#scene=pyramid&base=3&paused=1&camera=0,2,10,0,2,0');
    const [step, hash] = [await stepOf(page), await hashOf(page)];
    await page.focus('#canvas');
    /** The address follows the camera a moment later. */
    const cameraComesTo = async (...wanted) => {
      const there = (numbers) => {
        const [now] = /(?<=camera=)[^&]*/.exec(location.hash);
        return numbers.every((number, i) => Math.abs(Number(now.split(',')[i]) - number) < 0.01);
      };
      await page.waitForFunction(there, wanted).catch(async (error) => {
        throw new Error(`the camera should come to ${wanted}, but the address is ${await page.evaluate(() => location.hash)}`, { cause: error });
      });
    };
    await page.keyboard.press('ArrowRight');
    await cameraComesTo(10 * Math.sin(0.1), 2, 10 * Math.cos(0.1), 0, 2, 0);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('+');
    const [higher, level] = [2 + 9 * Math.sin(0.1), 9 * Math.cos(0.1)];
    await cameraComesTo(level * Math.sin(0.1), higher, level * Math.cos(0.1), 0, 2, 0);
    assert.deepEqual([await stepOf(page), await hashOf(page)], [step, hash]);
  });

  test('a phone has room for it', async () => {
    const phone = await openPage(browser, `${server.origin}#scene=card-house&storeys=3`, {
      viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true, colorScheme: 'dark',
    });
    await reachStep(phone, 5);
    await keep(phone, 'phone');
    assert(await phone.isHidden('#panel'));
    await phone.tap('#panel-toggle');
    await phone.waitForSelector('#panel', { state: 'visible' });
    await keep(phone, 'phone-panel');
    const overflow = await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert(overflow <= 0, `${overflow} pixels too wide`);
    await phone.context().close();
  });

  test('a narrow window cuts nothing off the bar', async () => {
    const narrow = await openPage(browser, `${server.origin}#scene=pyramid&base=3`, { viewport: { width: 280, height: 400 } });
    for (const width of [280, 320, 500, 761, 900, 1101]) {
      await narrow.setViewportSize({ width, height: 400 });
      const cut = await narrow.$$eval('#transport button, #transport select', (controls) => controls
        .map((control) => [control.getAttribute('aria-label'), control.getBoundingClientRect()])
        .filter(([, box]) => box.width > 0 && (box.left < 0 || box.right > innerWidth || box.bottom > innerHeight || box.width < 20))
        .map(([name]) => name));
      assert.deepEqual(cut, [], `at ${width} pixels`);
    }
    await narrow.context().close();
  });

  test('six scenes, a thousand steps: the native hashes', async () => {
    await page.keyboard.press('?');
    await page.click('#check-bits');
    const hashes = native('hash').trim().split('\n').map((line) => line.split(' '));
    await page.waitForSelector('#same-bits td.hash');
    const shown = await page.$$eval('#same-bits tr', (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
    assert.equal(hashes.length, 6);
    assert.deepEqual(shown, hashes);
    await keep(page, 'same-bits');
    await page.keyboard.press('Escape');
  });
});
