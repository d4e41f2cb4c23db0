import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { components, listFile, listModule, noticesFile, noticesOf } from '../../scripts/notices.ts';

const all = components();

// `npm run notices` writes both files.
test('the notices and the page name what the lock file holds', () => {
  expect(readFileSync(listFile, 'utf8')).toBe(listModule(all));
  expect(readFileSync(noticesFile, 'utf8')).toBe(noticesOf(all));
});

test('every package has a license that we know', () => {
  expect(all.filter(({ license }) => license === 'unknown')).toEqual([]);
});

test('only what is installed with a site is listed, each version once', () => {
  const locked = (dev: boolean) => ({ version: '1.0.0', license: 'MIT', dev });
  const lock = JSON.stringify({
    packages: {
      '': { version: '0.1.0' },
      'node_modules/a': locked(false),
      'node_modules/b/node_modules/a': locked(false),
      'node_modules/b': { ...locked(false), os: ['linux'] },
      'node_modules/tested-with': locked(true),
    },
  });
  expect(components([lock])).toEqual([
    { name: 'a', version: '1.0.0', license: 'MIT', folder: 'node_modules/b/node_modules/a' },
    { name: 'b', version: '1.0.0', license: 'MIT', folder: null },
  ]);
});
