// Hands that are quicker than the engine: what is typed while a scene is on its way counts.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  enter, go, hashOf, launch, linkHolds, loaded, nativeHash, openPage, pause, serve, stepOf, toastText,
} from './support.mjs';

let browser, server, page;
before(async () => {
  [browser, server] = await Promise.all([launch(), serve()]);
  page = await openPage(browser, server.origin, { before: (fresh) => fresh.addInitScript(holdLoads) });
});
after(async () => {
  await browser?.close();
  server?.stop();
});

/** While `loads.hold`, scenes are asked for only when the test says so: loading takes as long as it likes. */
function holdLoads() {
  const post = Worker.prototype.postMessage;
  const held = [];
  window.loads = {
    hold: false,
    held,
    /** The oldest one goes its way; a spoilt one asks for what does not exist. */
    release(spoilt) {
      const { worker, message } = held.shift();
      if (spoilt) message.ask = { ...message.ask, source: { kind: 'builtin', name: 'nowhere', parameters: {} } };
      post.call(worker, message);
    },
  };
  Worker.prototype.postMessage = function (message, ...rest) {
    if (window.loads.hold && message.kind === 'load') held.push({ worker: this, message });
    else post.call(this, message, ...rest);
  };
}

const hold = (on) => page.evaluate((value) => { window.loads.hold = value; }, on);
const release = async (spoilt = false) => {
  await page.waitForFunction(() => window.loads.held.length > 0);
  await page.evaluate((value) => window.loads.release(value), spoilt);
};
const planks = 'input[name=planks]', crates = 'input[name=crates]';

async function isNative(scene, ...words) {
  await pause(page);
  assert.equal(await hashOf(page), nativeHash(await stepOf(page), scene, ...words));
}

describe('while a scene loads', () => {
  let turn = 0;
  beforeEach(async () => {
    await go(page, `#scene=bridge&planks=12&solver=soft-step:substeps=${++turn + 8}`); // another link each time
    await hold(true);
  });

  test('what is being typed in another field stays', async () => {
    await enter(page, planks, '7');
    await page.fill(crates, '');
    await page.keyboard.type('1');
    await hold(false);
    await release();
    await linkHolds(page, 'planks=7');
    assert.equal(await page.inputValue(crates), '1');
    await page.keyboard.type('5');
    await page.keyboard.press('Enter');
    await linkHolds(page, 'planks=7', 'crates=15');
    await isNative('bridge', '--set', 'planks=7', '--set', 'crates=15', '--solver', 'soft-step:substeps=9');
  });

  test('a second change joins the first', async () => {
    await enter(page, planks, '8');
    await enter(page, crates, '2');
    await hold(false);
    await release();
    await loaded(page);
    assert.match(page.url(), /planks=8&crates=2/);
    assert.deepEqual([await page.inputValue(planks), await page.inputValue(crates)], ['8', '2']);
    await isNative('bridge', '--set', 'planks=8', '--set', 'crates=2', '--solver', 'soft-step:substeps=10');
  });

  test('fields of a solver join too, and stay open', async () => {
    await page.click('.solver summary');
    await enter(page, '.solver input[name=substeps]', '3');
    await enter(page, '.solver input[name=contact_hertz]', '25');
    await hold(false);
    await release();
    await linkHolds(page, 'substeps=3', 'contact_hertz=25');
    await isNative('bridge', '--set', 'planks=12', '--solver', 'soft-step:substeps=3,contact_hertz=25');
    assert(await page.isVisible('.solver input[name=substeps]'));
  });

  test('the parameters of the next scene can be set before it is there', async () => {
    await page.selectOption('#scene', 'card-house');
    await enter(page, 'input[name=storeys]', '2');
    await hold(false);
    await release();
    await linkHolds(page, 'scene=card-house&storeys=2');
    assert.equal(await page.inputValue('#scene'), 'card-house');
    await isNative('card-house', '--set', 'storeys=2', '--solver', 'soft-step:substeps=12');
  });

  test('a change that is refused goes back, and what is being typed stays', async () => {
    await enter(page, planks, '9');
    await page.fill(crates, '5');
    await release(true);
    assert.match(await toastText(page, 'nowhere'), /nowhere/);
    assert.equal(await page.inputValue(planks), '12');
    assert.equal(await page.inputValue(crates), '5');
    await hold(false);
    await page.press(crates, 'Enter');
    await linkHolds(page, 'planks=12&crates=5');
    await isNative('bridge', '--set', 'planks=12', '--set', 'crates=5', '--solver', 'soft-step:substeps=13');
  });

  test('a change that was overtaken may fail unheard', async () => {
    await enter(page, planks, '9');
    await enter(page, crates, '4');
    await release(true);
    await release();
    await loaded(page);
    await hold(false);
    assert.match(page.url(), /planks=9&crates=4/);
    assert.equal(await page.locator('.toast.bad').count(), 0);
    await isNative('bridge', '--set', 'planks=9', '--set', 'crates=4', '--solver', 'soft-step:substeps=14');
  });

  test('the last of two that is refused leaves the first running', async () => {
    await enter(page, planks, '9');
    await enter(page, crates, '4');
    await release();
    await release(true);
    await toastText(page, 'nowhere');
    await loaded(page);
    assert.match(page.url(), /planks=9&solver/);
    assert.deepEqual([await page.inputValue(planks), await page.inputValue(crates)], ['9', '12']);
    await hold(false);
    await isNative('bridge', '--set', 'planks=9', '--solver', 'soft-step:substeps=15');
  });
});
