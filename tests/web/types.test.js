// The type declarations: a program that uses everything compiles, and mistakes do not.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { folder } from './package_under_test.js';

const require = createRequire(new URL('../npm/', folder));

test('tsc --noEmit accepts the right uses and sees the wrong ones', () => {
  const tsc = require.resolve('typescript/bin/tsc');
  // lines that must not compile are marked with @ts-expect-error, which is an error itself where they do
  const project = fileURLToPath(new URL('tsconfig.json', import.meta.url));
  const { status, stdout } = spawnSync('node', [tsc, '--project', project], { encoding: 'utf8' });
  assert.equal(status, 0, stdout);
});
