// The examples do what they say, and what index.d.ts declares exists.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { core, folder, lab } from './package_under_test.js';

// a project that has the package in node_modules
const project = mkdtempSync(join(tmpdir(), 'cairn-'));
mkdirSync(join(project, 'node_modules'));
symlinkSync(fileURLToPath(folder), join(project, 'node_modules', 'cairn-physics'));
cpSync(new URL('examples', folder), project, { recursive: true });
writeFileSync(join(project, 'package.json'), '{"type": "module"}'); // Node 18 does not guess
after(() => rmSync(project, { recursive: true }));

test('hello world is 15 lines and ends at rest', () => {
  assert.ok(readFileSync(join(project, 'hello.js'), 'utf8').trim().split('\n').length <= 15);
  const output = execFileSync('node', ['--input-type=module', '-e', "await import('./hello.js')"], { cwd: project, encoding: 'utf8' });
  assert.match(output, /resting at 0\.(499|500) m, hash [0-9a-f]{16}/);
});

test('the programs in the manual and in the README run as they are printed', () => {
  const pages = [new URL('README.md', folder), new URL('../../docs/web.md', import.meta.url)];
  const programs = pages.flatMap(page => [...readFileSync(page, 'utf8').matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code));
  assert.equal(programs.length, pages.length);
  for (const program of programs) {
    const output = execFileSync('node', ['--input-type=module', '-e', program], { cwd: project, encoding: 'utf8' });
    assert.match(output, /y: 0\.(499|5)[\s\S]* [0-9a-f]{16}\n$/, 'the crate rests, and its world has a hash');
  }
});

test('the worker example posts poses', async () => {
  const worker = new Worker(join(project, 'worker.js'));
  const messages = [];
  await new Promise((resolve, reject) => {
    worker.on('error', reject);
    worker.on('message', message => {
      messages.push(message);
      if (messages.length === 20) resolve();
    });
    worker.postMessage({ bodies: 10, steps: 20 });
  });
  await worker.terminate();
  assert.equal(messages[19].step, 20);
  assert.ok(messages[19].transforms.length >= 8 * 11);
});

/** The members that a class in the .d.ts declares. */
function declared(text, name) {
  const body = text.match(new RegExp(`export (?:class|interface) ${name}(?: extends \\w+)? \\{([\\s\\S]*?)\\n\\}`))[1];
  const names = body.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/^ {2}(?:readonly |get |set )?(\w+)\??\s*[(:<]/gm);
  return [...new Set([...names].map(match => match[1]))].filter(word => word !== 'constructor');
}

test('everything that the type declarations name exists', async () => {
  const cairn = await lab.init();
  const scene = cairn.createScene({ builtin: 'chain' });
  const { world } = scene;
  world.step(1 / 60);
  const recorded = cairn.createScene({ builtin: 'pyramid', parameters: { base: 1 } });
  recorded.startRecording();
  recorded.step();
  const replay = cairn.createReplay(recorded.finishRecording());
  const index = readFileSync(new URL('index.d.ts', folder), 'utf8');
  const more = readFileSync(new URL('lab.d.ts', folder), 'utf8');
  const things = {
    World: world, Body: scene.bodies[0].body, Shape: scene.bodies.at(-1).body.shapes()[0], Joint: scene.joints[0].joint,
    Cairn: cairn, Snapshot: world.snapshot(), StepReport: world.report(), Metrics: world.metrics(), Events: world.events(),
    Hull: cairn.createHull([-1, 1].flatMap(x => [-1, 1].flatMap(y => [-1, 1].map(z => ({ x, y, z }))))),
  };
  for (const [name, thing] of Object.entries(things)) {
    const names = declared(index, name);
    assert.ok(names.length > 0, `index.d.ts: ${name} was not understood`);
    for (const member of names) assert.ok(member in thing, `${name}.${member} is declared and does not exist`);
  }
  for (const [name, thing] of Object.entries({ CairnLab: cairn, Scene: scene, Replay: replay })) {
    for (const member of declared(more, name)) assert.ok(member in thing, `${name}.${member} is declared and does not exist`);
  }
  for (const name of ['init', 'features', 'World', 'Body', 'Shape', 'Joint', 'Hull', 'Snapshot', 'BodyState', 'transformStride', 'contactStride']) {
    assert.ok(name in core, `${name} is not exported`);
  }
  for (const thing of [scene, recorded, replay]) thing.free();
});
