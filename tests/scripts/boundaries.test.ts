import { describe, expect, test } from 'vitest';
import { importsOf, sourceFiles, violationsOf } from '../../scripts/boundaries.ts';

describe('importsOf', () => {
  test('sees every way to import, and types apart', () => {
    const source = `
      import a from '#lib/a';
      import { type B, b } from "#lib/b";
      import type { C } from '#contract/c';
      import type D from '#contract/d';
      import {
        e,
        f,
      } from '#ui/e';
      import './styles.css';
      export * from '#lib/g';
      export type { H } from '#contract/h';
      import type, { x } from '#lib/i';
      const j = () => import('#mock/j');
      const k = await import(\`#mock/k\`);
    `;
    expect(importsOf(source).map(({ from, kind }) => `${kind} ${from}`)).toEqual([
      'value #lib/a',
      'value #lib/b',
      'type #contract/c',
      'type #contract/d',
      'value #ui/e',
      'value ./styles.css',
      'value #lib/g',
      'type #contract/h',
      'value #lib/i',
      'dynamic #mock/j',
      'dynamic #mock/k',
    ]);
  });
  test('is not taken in by comments and texts', () => {
    expect(
      importsOf(
        `// import a from '#state/a'\n/* import b from '#state/b' */\nconst sql = "select 1 from 'x'";\nconst url = 'https://x.test/a';`,
      ),
    ).toEqual([]);
  });
});

describe('violationsOf catches', () => {
  test.each([
    ['src/services/posts.ts', `import { Feed } from '#contract/posts.ts';`, 'only as types'],
    ['src/services/posts.ts', `import { store } from '#state/store.ts';`, 'services may not import state'],
    ['src/ui/content/button.tsx', `import { store } from '#state/store.ts';`, 'ui may not import state'],
    ['src/ui/content/button.tsx', `import { store } from '../../state/store.ts';`, 'leaves the folder'],
    [
      'src/features/feeds/feed.tsx',
      `import { Bubble } from '#features/messages/bubble.tsx';`,
      'may not import another feature',
    ],
    [
      'src/features/feeds/feed.tsx',
      `import { Bubble } from '../messages/bubble.tsx';`,
      'may not import another feature',
    ],
    [
      'src/features/feeds/feed.tsx',
      `import { AppShell } from '#shell/app-shell';`,
      'features may not import shell',
    ],
    [
      'src/state/store.ts',
      `export { login } from '#backend/domain/accounts/auth-routes.ts';`,
      'state may not import backend',
    ],
    [
      'src/state/store.ts',
      `const x = () => import('#backend/domain/accounts/auth-routes.ts');`,
      'state may not import backend',
    ],
    [
      'src/mock/node.ts',
      `import { openDatabase } from '#backend/node/database/database.ts';`,
      "only the server's own host",
    ],
    ['pages/_app.tsx', `import { start } from '#mock/browser.ts';`, 'only as import()'],
    ['pages/index.tsx', `import { store } from '#state/store.ts';`, 'pages may not import state'],
    [
      'src/backend/domain/posts/routes.ts',
      `import { readFile } from 'node:fs/promises';`,
      'only backend/node runs on Node',
    ],
    ['src/backend/domain/posts/routes.ts', `import sharp from 'sharp';`, 'belongs into backend/node'],
    ['src/backend/domain/posts/routes.ts', `import { createApi } from '../../http/api.ts';`, 'comes before'],
    [
      'src/backend/domain/coupons/uses.ts',
      `import { start } from '../payments/start.ts';`,
      'the area coupons comes before payments',
    ],
    ['src/backend/db/schema.ts', `import { transfer } from '../domain/ledger/ledger.ts';`, 'comes before'],
    [
      'src/backend/domain/posts/routes.ts',
      `import { Feed } from '#services/posts.ts';`,
      'backend may not import services',
    ],
    ['src/contract/posts.ts', `import { sql } from 'drizzle-orm';`, 'contract may use zod'],
    ['src/shell/shell.tsx', `import { eq } from 'drizzle-orm';`, 'of the server'],
  ])('%s: %s', (file, source, words) => {
    const found = violationsOf(file, source);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(words);
  });
  test.each([
    ['src/services/posts.ts', `import type { Feed } from '#contract/posts.ts';`],
    ['pages/_app.tsx', `const mock = () => import('#mock/browser.ts');`],
    ['src/features/feeds/feed.tsx', `import { FeedList } from './feed-list.tsx';`],
    [
      'src/backend/node/main.ts',
      `import { createServer } from 'node:http'; import { createBackend } from '../create-backend.ts';`,
    ],
    ['src/backend/http/api.ts', `import { AppError } from '../kernel/errors.ts';`],
    ['src/backend/domain/coupons/routes.ts', `import { start } from '../payments/start.ts';`],
  ])('and lets through %s: %s', (file, source) => expect(violationsOf(file, source)).toEqual([]));
  test('a file of the backend that has no place among the layers is an error', () => {
    expect(() => violationsOf('src/backend/newcomer.ts', `import './errors.ts';`)).toThrow('has no place');
  });
});

test('the files of the tree are found', () => expect(sourceFiles()).toContain('src/config/env.ts'));
