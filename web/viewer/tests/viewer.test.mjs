// The viewer in a real browser, against the native program.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import {
  cairn, choose, drop, enter, go, hashOf, keep, launch, linkHolds, loaded, native, nativeHash, openPage, pause, reachStep,
  saveRecording, serve, stepOf, site, stepTo, still, toastText,
} from './support.mjs';

let browser, server, page;
before(async () => {
  [browser, server] = await Promise.all([launch(), serve()]);
});
after(async () => {
  await browser?.close();
  server?.stop();
});

describe('the page', () => {
  test('loads from its own host alone, under 2 MB, under a strict policy', async () => {
    const hosts = new Set();
    page = await openPage(browser, `${server.origin}#scene=pyramid&base=8`, {
      before: (fresh) => fresh.on('request', (request) => hosts.add(new URL(request.url()).host)),
    });
    await reachStep(page, 5);
    const transferred = () => ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))
      .reduce((sum, entry) => sum + entry.transferSize, 0);
    const parts = await Promise.all([page, ...page.workers()].map((place) => place.evaluate(transferred)));
    assert(parts.length === 2 && parts.every((part) => part > 50_000), `page and worker: ${parts}`);
    const bytes = parts[0] + parts[1];
    assert.deepEqual([...hosts], [new URL(server.origin).host]);
    assert(bytes > 100_000 && bytes < 2_000_000, `${bytes} bytes`);
    const policy = await page.getAttribute('meta[http-equiv=Content-Security-Policy]', 'content');
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|https?:/);
    // Later, since what a debugger evaluates itself is above the policy.
    const blocked = await page.evaluate(() => new Promise((resolve) => setTimeout(() => {
      try { resolve(new Function('return 1')()); } catch { resolve('blocked'); }
    })));
    assert.equal(blocked, 'blocked');
    console.log(`first load: ${bytes} bytes`);
  });

  test('lists the scenes of the native program', async () => {
    const scenes = JSON.parse(native('scenes', '--json'));
    const names = (Array.isArray(scenes) ? scenes : scenes.scenes).map((scene) => scene.name).sort();
    const shown = await page.$$eval('#scene option', (options) => options.map((option) => option.value).sort());
    assert.deepEqual(shown, names);
  });

  test('pauses and steps one by one to the native hash', async () => {
    await pause(page);
    const now = await stepOf(page);
    await page.click('#step');
    await reachStep(page, now + 1);
    assert.equal(await stepOf(page), now + 1);
    await page.keyboard.press('.');
    await reachStep(page, now + 2);
    assert.equal(await hashOf(page), nativeHash(now + 2, 'pyramid', '--set', 'base=8'));
  });

  test('restarts, plays on, and slow motion is slower', async () => {
    await page.click('#restart');
    await page.waitForFunction(() => document.querySelector('#clock').textContent.startsWith('step 0 '));
    await page.selectOption('#speed', '0.1');
    await page.click('#play');
    await reachStep(page, 2);
    await linkHolds(page, 'speed=0.1');
    await page.selectOption('#speed', '1');
    await reachStep(page, 10);
  });

  test('picks scenes and sets their parameters', async () => {
    for (const name of ['newton-cradle', 'card-house', 'bridge']) {
      await choose(page, '#scene', name);
      assert.match(page.url(), new RegExp(`scene=${name}`));
      await reachStep(page, 8);
      await keep(page, `scene-${name}`);
    }
    await enter(page, 'input[name=planks]', '7');
    await enter(page, 'input[name=crates]', '3');
    await loaded(page);
    assert.match(page.url(), /planks=7&crates=3/);
    await pause(page);
    const words = ['bridge', '--set', 'planks=7', '--set', 'crates=3'];
    assert.equal(await hashOf(page), nativeHash(await stepOf(page), ...words));
  });

  test('a value out of range is brought back into it', async () => {
    await enter(page, 'input[name=planks]', '100000');
    await loaded(page);
    assert.match(page.url(), /planks=500/);
    assert.equal(await page.inputValue('input[name=planks]'), '500');
  });
});

describe('solvers', () => {
  test('another setting gives the native hash of that setting', async () => {
    await go(page, '#scene=catto-stack&n=5&paused=1');
    await page.click('.solver summary');
    await enter(page, '.solver input[name=substeps]', '3');
    await loaded(page);
    assert.match(page.url(), /solver=soft-step:substeps=3/);
    await stepTo(page, 12);
    assert.equal(await hashOf(page), nativeHash(12, 'catto-stack', '--set', 'n=5', '--solver', 'soft-step:substeps=3'));
    assert.notEqual(await hashOf(page), nativeHash(12, 'catto-stack', '--set', 'n=5'));
  });

  test('two to four run side by side, in step, each with its plot', async () => {
    for (const count of [2, 3, 4]) {
      await page.click('#add-solver');
      await loaded(page);
      assert.equal(await page.locator('#labels .label').count(), count);
    }
    assert(await page.isHidden('#add-solver'), 'four are as many as fit');
    await stepTo(page, 4);
    for (const kind of ['Energy', 'Deepest overlap', 'Time of a step']) {
      const numbers = page.locator(`.plot[aria-label^="${kind}"] .plot-number`);
      await page.waitForFunction((label) => [...document.querySelectorAll(`.plot[aria-label^="${label}"] .plot-number`)]
        .filter((number) => /\d/.test(number.textContent)).length === 4, kind);
      assert.equal(await numbers.count(), 4);
    }
    assert.equal(await page.locator('.plot canvas').count() >= 3, true);
    await page.click('#play');
    await reachStep(page, 30);
    await keep(page, 'four-solvers');
    await pause(page);
    await page.click('[aria-label="Remove solver 4"]');
    await loaded(page);
    assert.equal(await page.locator('#labels .label').count(), 3);
  });

  test('equal solvers side by side show equal numbers', async () => {
    await go(page, '#scene=catto-stack&n=3&paused=1&solver=soft-step&solver=soft-step');
    await stepTo(page, 9);
    const depths = await page.$$eval('#labels .label', (labels) => labels.map((label) => label.textContent.match(/[\d.e-]+ mm deep/)[0]));
    assert.equal(depths.length, 2);
    assert.equal(depths[0], depths[1]);
  });

  test('every solver that the engine reports runs a scene or says why not', async () => {
    await go(page, '#scene=catto-stack&n=3&paused=1');
    const names = await page.$$eval('.solver select[aria-label="Solver 1"] option', (options) => options.map((option) => option.value));
    assert(names.includes('soft-step'));
    for (const name of names) {
      await choose(page, 'select[aria-label="Solver 1"]', name);
      const refusal = page.locator('.toast.bad:not([data-waiting])');
      if (await refusal.count()) {
        assert.match(await refusal.textContent(), /not applicable|cannot/, name);
        await refusal.locator('.toast-close').click();
        continue;
      }
      await stepTo(page, 2);
      const solver = await page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('solver'));
      assert.equal(solver.split(':')[0], name);
      assert.equal(await hashOf(page), nativeHash(2, 'catto-stack', '--set', 'n=3', '--solver', solver), solver);
      const tells = solver.includes('measure=true');
      await page.waitForFunction((wanted) => document.querySelector('.plot[aria-label^="How far"]').hidden !== wanted, tells);
    }
  });

  test('an unknown solver in a link is a message, and the page goes on', async () => {
    await go(page, '#scene=pyramid&base=4&solver=soft-stepp');
    assert.match(await toastText(page, 'soft-stepp'), /did you mean|unknown/);
    await page.click('.toast-close');
    await go(page, '#scene=pyramid&base=4&solver=soft-step&solver=nonsense');
    await page.waitForSelector('#labels .trouble');
    await reachStep(page, 3);
  });
});

describe('overlays', () => {
  test('each one changes the picture, and off it is as before', { timeout: 300_000 }, async () => {
    await go(page, '#scene=ragdolls&count=3&paused=1');
    await page.click('#play');
    await reachStep(page, 80);
    await pause(page);
    await page.mouse.move(0, 0);
    const area = await page.locator('#canvas').boundingBox();
    const look = () => page.screenshot({ clip: { ...area, height: area.height - 90 } }); // above the bar
    /** The next picture for which this holds. */
    const until = async (holds) => {
      for (;;) {
        const seen = await look();
        if (holds(seen)) return seen;
      }
    };
    let last = await look();
    const plain = await until((seen) => seen.equals(last) || ((last = seen), false));
    for (const name of ['contacts', 'normals', 'impulses', 'joints', 'bounds', 'islands']) {
      await page.click(`[data-overlay=${name}]`);
      await until((seen) => !seen.equals(plain));
      if (name === 'bounds' || name === 'joints') await keep(page, `overlay-${name}`);
      await page.click(`[data-overlay=${name}]`);
      await until((seen) => seen.equals(plain));
    }
    await page.keyboard.press('1');
    await page.waitForSelector('[data-overlay=contacts][aria-pressed=true]');
    await page.keyboard.press('1');
  });
});

describe('hands', () => {
  test('a body that is pulled and a ball that is shot are recorded, and the native replay agrees', async () => {
    // The camera looks at the middle of a box, so that it is in the middle of the picture.
    await go(page, '#scene=catto-stack&n=1&camera=0,0.9,4,0,0.18,0');
    await reachStep(page, 3);
    const box = await page.locator('#canvas').boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    const from = await stepOf(page);
    await page.mouse.move(x + 60, y - 120, { steps: 4 });
    await reachStep(page, from + 25);
    await keep(page, 'pulled');
    await page.mouse.up();
    await page.click('#shoot');
    await reachStep(page, (await stepOf(page)) + 20);
    await keep(page, 'shot');
    await pause(page);
    const steps = await stepOf(page);
    const hash = await hashOf(page);
    assert.notEqual(hash, nativeHash(steps, 'catto-stack', '--set', 'n=1'), 'pulling must matter');
    const { path, name } = await saveRecording(page);
    assert.equal(name, 'catto-stack.cairn');
    const text = readFileSync(path, 'utf8');
    assert.match(text, /"input":\{.*"kind":"force"/);
    assert.match(text, /"add":\{/);
    assert.equal(text.trimEnd().split('\n').at(-1), `{"end":${steps}}`);
    const replay = JSON.parse(native('replay', path, '--json'));
    assert.deepEqual([replay.same, replay.complete, replay.steps], [true, true, steps]);

    await drop(page, 'mine.cairn', text);
    await toastText(page, 'every hash agrees');
    assert.match(await page.textContent('#hash'), /✓ same/);
    assert.equal(await hashOf(page), hash);
    assert.equal(await stepOf(page), steps);
    await keep(page, 'replayed');
    page.recordingText = text;
  });

  test('a picture and a video are offered as files', async () => {
    await go(page, '#scene=newton-cradle'); // never comes to rest, so the film has pictures
    await reachStep(page, 2);
    const waiting = page.waitForEvent('download');
    await page.click('#picture');
    const picture = await waiting;
    assert.match(picture.suggestedFilename(), /^newton-cradle-\d+\.png$/);
    assert(readFileSync(await picture.path()).subarray(1, 4).equals(Buffer.from('PNG')));
    await page.click('#video');
    await page.waitForSelector('#video[aria-pressed=true]');
    await reachStep(page, (await stepOf(page)) + 20);
    const film = page.waitForEvent('download');
    await page.click('#video');
    const video = await film;
    assert.match(video.suggestedFilename(), /^newton-cradle\.(mp4|webm)$/);
    assert(readFileSync(await video.path()).length > 1000);
  });

  test('turning the camera leaves the world alone', async () => {
    await go(page, '#scene=pyramid&base=4&paused=1&camera=0,3,14,0,2,0');
    await stepTo(page, 2);
    const box = await page.locator('#canvas').boundingBox();
    await page.mouse.move(box.x + 40, box.y + 40); // sky
    await page.mouse.down();
    await page.mouse.move(box.x + 140, box.y + 60, { steps: 5 });
    await page.mouse.up();
    await page.waitForFunction(() => !location.hash.includes('camera=0,3,14,0,2,0'));
    await stepTo(page, 4);
    assert.equal(await hashOf(page), nativeHash(4, 'pyramid', '--set', 'base=4'));
  });
});

describe('links', () => {
  test('a link restores scene, parameters, solvers, overlays, camera, speed', async () => {
    const link = '#scene=tower&courses=3&bricks=8&solver=soft-step:substeps=4&solver=soft-step&show=contacts,sleep'
      + '&camera=7,5,9,0.5,1,0&speed=0.5&paused=1';
    const other = await openPage(browser, server.origin + link);
    await stepTo(other, 6);
    await still(other);
    const written = await other.evaluate(() => location.hash);
    assert.equal(written, link);
    const hash = await hashOf(other);
    assert.equal(await other.inputValue('#speed'), '0.5');
    assert.equal(await other.getAttribute('[data-overlay=sleep]', 'aria-pressed'), 'true');
    await other.goto('about:blank');
    await other.goto(server.origin + written);
    await other.waitForSelector('html[data-ready]');
    await stepTo(other, 6);
    assert.equal(await hashOf(other), hash);
    assert.equal(await other.evaluate(() => location.hash), link);
    assert.deepEqual(other.trouble, []);
    await other.context().close();
  });

  test('nonsense in a link is left out', async () => {
    await go(page, '#scene=newton-cradle&balls=abc&camera=1,2&speed=99&show=contacts,<b>&paused=1&file=../../secret');
    assert.match(page.url(), /#scene=newton-cradle&solver=soft-step&show=contacts&camera=/);
    assert.equal(await page.inputValue('#speed'), '1');
  });

  test('cairn view FILE opens that file', async () => {
    const { mkdtempSync, writeFileSync } = await import('node:fs');
    const folder = mkdtempSync('/tmp/cairn-view-');
    writeFileSync(`${folder}/my scene.json`, native('scenes', '--export', 'catto-stack', '--set', 'n=2'));
    const other = await serve(`${folder}/my scene.json`);
    try {
      assert.match(other.address, /#file=my-scene\.json$/);
      const opened = await openPage(browser, other.address);
      await pause(opened);
      assert.equal(await hashOf(opened), nativeHash(await stepOf(opened), 'catto-stack', '--set', 'n=2'));
      await opened.context().close();
    } finally {
      other.stop();
    }
  });

  test('without a display, cairn view says how to open the page', async () => {
    const { DISPLAY, WAYLAND_DISPLAY, ...env } = process.env;
    const words = await new Promise((resolve, reject) => {
      const child = spawn(cairn, ['view', '--port', '0', '--site', site], { env, stdio: ['ignore', 'ignore', 'pipe'] });
      let said = '';
      child.once('error', reject);
      child.once('exit', () => resolve(said));
      child.stderr.on('data', (text) => {
        said += text;
        if (/then open the address there\n/.test(said)) child.kill();
      });
    });
    assert.match(words, /no display here, so no browser was opened; .*ssh -L (\d+):localhost:\1 /);
  });

  test('nothing above was an error in the console', () => {
    assert.deepEqual(page.trouble.filter((text) => !/unsafe-eval/.test(text)), []);
  });
});
