// WebAssembly gives the hashes of the native engine: with and without SIMD, with threads, and in recordings.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { built, lab } from './package_under_test.js';

const native = (...words) => execFileSync(process.env.CAIRN_CLI, words, { encoding: 'utf8' });
const nativeHashes = native('hash').trim().split('\n').map(line => {
  const [name, hash] = line.split(' ');
  return { name, hash };
});
const folder = mkdtempSync(join(tmpdir(), 'cairn-'));
after(() => rmSync(folder, { recursive: true }));

test('the command line has six scenes to compare', () => assert.equal(nativeHashes.length, 6));

for (const options of [{ simd: true }, { simd: false }, { threads: 2 }, { threads: 4 }]) {
  const variant = options.threads ? 'threads' : options.simd ? 'simd' : 'scalar';
  const skip = built(variant) ? false : `the variant ${variant} was not built: ./test --long builds it`;
  test(`the six scenes give the native hashes with ${JSON.stringify(options)}`, { skip }, async () => {
    const cairn = await lab.init(options);
    assert.equal(cairn.threads, options.threads ?? 1);
    assert.deepEqual(cairn.hash(), nativeHashes);
    cairn.terminate();
  });
}

test('a recording made here replays natively', async () => {
  const cairn = await lab.init();
  const scene = cairn.createScene({ builtin: 'pyramid', parameters: { base: 6 } });
  scene.startRecording();
  for (let i = 0; i < 60; ++i) {
    if (i === 20) scene.apply({ body: scene.bodies.at(-1).name, kind: 'impulse', value: { x: 900, y: 100, z: 0 } });
    if (i === 30) {
      scene.addBody({
        name: 'ball', position: { x: -6, y: 1, z: 0 }, velocity: { x: 15, y: 0, z: 0 },
        shapes: [{ type: 'sphere', radius: 0.4, density: 3000 }],
      });
    }
    scene.step();
  }
  const file = join(folder, 'here.rec');
  writeFileSync(file, scene.finishRecording());
  const { same, steps } = JSON.parse(native('replay', file, '--json'));
  assert.equal(steps, 60);
  assert.ok(same);
  scene.free();
});

test('a native recording replays here, and a changed one says the first step that differs', async () => {
  const cairn = await lab.init();
  const file = join(folder, 'there.rec');
  native('record', 'card-house', '-o', file, '--steps', '40');
  const text = readFileSync(file, 'utf8');
  const replay = cairn.createReplay(text);
  assert.equal(replay.length, 40);
  assert.ok(replay.complete);
  while (!replay.done) assert.ok(replay.step().same);
  assert.equal(replay.difference, null);
  replay.free();

  const lines = text.trim().split('\n');
  const at = lines.findIndex(line => JSON.parse(line).step === 7);
  lines[at] = JSON.stringify({ step: 7, hash: '0123456789abcdef' });
  const changed = cairn.createReplay(lines.join('\n') + '\n');
  while (changed.step());
  assert.equal(changed.difference.step, 7);
  assert.equal(changed.difference.recorded, '0123456789abcdef');
  changed.free();
});
