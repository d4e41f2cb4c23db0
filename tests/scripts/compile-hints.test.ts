import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
// @ts-expect-error -- a script of the build, without types
import { hint, hintFirstScripts } from '../../scripts/lean/compile-hints.mjs';

let folder = '';
afterEach(() => rm(folder, { recursive: true, force: true }));

test("exactly the large scripts that a page's HTML names are compiled on arrival", async () => {
  folder = await mkdtemp(join(tmpdir(), 'limelight-hints-'));
  await mkdir(join(folder, 'static'));
  const large = `x();${' '.repeat(20_000)}`;
  const files = {
    'static/first.js': large,
    'static/small.js': 'y();',
    'static/first.css': large,
    'static/later.js': large,
  };
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
  await writeFile(
    join(folder, 'build-manifest.json'),
    JSON.stringify({
      pages: {
        '/': ['static/first.js', 'static/small.js', 'static/first.css'],
        '/home': ['static/first.js'],
      },
    }),
  );
  await hintFirstScripts(folder);
  await hintFirstScripts(folder);
  const now = await Promise.all(Object.keys(files).map((name) => readFile(join(folder, name), 'utf8')));
  expect(now).toEqual([`${hint}${large}`, 'y();', large, large]);
});
