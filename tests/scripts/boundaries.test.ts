import { describe, expect, test } from 'vitest';
import { findingsIn, judged, schemaOf, sourceFiles } from '../../scripts/boundaries.ts';
import { folderFindings } from '../../scripts/boundaries/folders.ts';
import { importsOf } from '../../scripts/boundaries/read-imports.ts';
import type { Schema } from '../../scripts/boundaries/schema.ts';
import { usesOf } from '../../scripts/boundaries/statements.ts';
import { parse } from '../../scripts/boundaries/syntax.ts';
import { ownerFindings, owners } from '../../scripts/boundaries/tables.ts';

const schema: Schema = new Map([
  ['accounts', 'accounts'],
  ['feeds', 'feeds'],
  ['follows', 'follows'],
  ['ledger_accounts', 'ledgerAccounts'],
  ['purchases', 'purchases'],
  ['rate_limits', 'rateLimits'],
]);
const problemsOf = (file: string, source: string, allowed: Record<string, string> = {}) =>
  judged(findingsIn(file, source, schema), allowed).problems;
const importsIn = (source: string) => importsOf(parse('src/lib/a.ts', source), source);

describe('importsOf', () => {
  test('finds every way to load another file, and separates types', () => {
    const { found, unread } = importsIn(`
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
      export type * from '#contract/i';
      export {} from '#lib/j';
      import type, { x } from '#lib/k';
      import { type L } from '#contract/l';
      import m = require('#lib/m');
      const n = () => import('#mock/n');
      const o = await import(\`#mock/o\`);
      const p = deep({ of: [() => (cond ? import(/* why */ '#mock/p').then((it) => it.p) : null)] });
      const q = require('#lib/q');
      const r = require.resolve('r/package.json');
      const s = createRequire(import.meta.url)('s');
      const t = new URL('./t.ts', import.meta.url);
      const u = new URL(\`u-files/\${name}\`, import.meta.url);
      const v: typeof import('#mock/v') = n;
      const w = import.meta.resolve('w');
    `);
    expect(found.map(({ from, kind }) => `${kind} ${from}`)).toEqual([
      'value #lib/a',
      'value #lib/b',
      'type #contract/c',
      'type #contract/d',
      'value #ui/e',
      'value ./styles.css',
      'value #lib/g',
      'type #contract/h',
      'type #contract/i',
      'value #lib/j',
      'value #lib/k',
      'value #contract/l',
      'value #lib/m',
      'dynamic #mock/n',
      'dynamic #mock/o',
      'dynamic #mock/p',
      'value #lib/q',
      'dynamic r/package.json',
      'value s',
      'dynamic ./t.ts',
      'dynamic ./u-files/',
      'type #mock/v',
      'dynamic w',
    ]);
    expect(unread).toEqual([]);
  });
  test('ignores comments and strings', () => {
    const { found } = importsIn(
      `// import a from '#state/a'\n/* import b from '#state/b' */\nconst sql = "import c from '#state/c'";\nconst url = 'https://x.test/a'; const d = \`require('#state/d') \${e}\`;\nconst f = /import '#state.f'/;`,
    );
    expect(found).toEqual([]);
  });
  test.each([
    'import(name)',
    'import(`#mock/${name}`)',
    `import('#mock/' + name)`,
    'require(name)',
    'createRequire(import.meta.url)(name)',
    'new URL(name, import.meta.url)',
  ])("reports what can't be analyzed: %s", (load) => {
    expect(importsIn(`const x = ${load};`)).toEqual({ found: [], unread: [load] });
  });
  test('reports require under another name', () => {
    expect(importsIn('const load = createRequire(import.meta.url); load("a");').unread).toHaveLength(1);
  });
});

describe('import rules report', () => {
  test.each([
    [
      'src/services/content/posts/posts.ts',
      `import { Feed } from '#contract/content/posts/posts.ts';`,
      'only as types',
    ],
    [
      'src/services/content/posts/posts.ts',
      `import { type Feed } from '#contract/content/posts/posts.ts';`,
      'only as types',
    ],
    [
      'src/services/content/posts/posts.ts',
      `export { Feed } from '#contract/content/posts/posts.ts';`,
      'only as types',
    ],
    [
      'src/services/content/posts/posts.ts',
      `import { store } from '#state/store.ts';`,
      'services may not import state',
    ],
    [
      'src/services/content/posts/posts.ts',
      `const s = require('#state/store.ts');`,
      'services may not import state',
    ],
    ['src/ui/content/button.tsx', `import { store } from '#state/store.ts';`, 'ui may not import state'],
    ['src/ui/content/button.tsx', `import { store } from '../../state/store.ts';`, 'leaves the folder'],
    ['src/ui/button.tsx', `new Worker(new URL('../mock/worker.ts', import.meta.url));`, 'leaves the folder'],
    ['src/ui/button.tsx', `let a: typeof import('#mock/start-mock.ts');`, 'ui may not import mock'],
    ['src/ui/button.tsx', `import { say } from '../../scripts/say.mjs';`, 'leaves src and pages'],
    ['src/ui/button.tsx', `const a = import(name);`, 'write the name itself'],
    ['src/ui/button.tsx', `const a = require(name);`, 'write the name itself'],
    ['src/ui/button.tsx', `import { vi } from 'vitest';`, 'of the tests'],
    [
      'src/features/content/posts/post.tsx',
      `import { Bubble } from '#features/talk/messages/bubble.tsx';`,
      'may not import another feature',
    ],
    [
      'src/features/content/posts/post.tsx',
      `import { Bubble } from '../../talk/messages/bubble.tsx';`,
      'may not import another feature',
    ],
    [
      'src/features/content/posts/post.tsx',
      `import { AppShell } from '#shell/app-shell';`,
      'features may not import shell',
    ],
    [
      'src/state/store.ts',
      `export { login } from '#backend/domain/people/accounts/auth-routes.ts';`,
      'state may not import backend',
    ],
    [
      'src/state/store.ts',
      `const { x } = await import(\`#backend/domain/people/accounts/auth-routes.ts\`);`,
      'state may not import backend',
    ],
    [
      'src/mock/node.ts',
      `import { openDatabase } from '#backend/node/database/database.ts';`,
      "only the server's own host",
    ],
    ['pages/_app.tsx', `import { start } from '#mock/start-mock.ts';`, 'only as import()'],
    ['pages/index.tsx', `import { store } from '#state/store.ts';`, 'pages may not import state'],
    [
      'src/backend/domain/content/posts/routes.ts',
      `import { readFile } from 'node:fs/promises';`,
      'only backend/node runs on Node',
    ],
    ['src/backend/domain/content/posts/routes.ts', `import sharp from 'sharp';`, 'belongs into backend/node'],
    [
      'src/backend/domain/content/posts/routes.ts',
      `import { createApi } from '../../../http/api.ts';`,
      'comes before',
    ],
    [
      'src/backend/domain/money/coupons/uses.ts',
      `import { start } from '../payments/start.ts';`,
      'the area money/coupons comes before money/payments',
    ],
    [
      'src/backend/db/schema/ledger.ts',
      `import { transfer } from '../../domain/base/ledger/ledger.ts';`,
      'comes before',
    ],
    [
      'src/backend/domain/content/posts/routes.ts',
      `import { Feed } from '#services/content/posts/posts.ts';`,
      'backend may not import services',
    ],
    ['src/contract/content/posts/posts.ts', `import { sql } from 'drizzle-orm';`, 'contract may use zod'],
    ['src/shell/shell.tsx', `import { eq } from 'drizzle-orm';`, 'of the server'],
  ])('%s: %s', (file, source, words) => {
    const found = problemsOf(file, source);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(words);
  });
  test.each([
    ['src/services/content/posts/posts.ts', `import type { Feed } from '#contract/content/posts/posts.ts';`],
    [
      'pages/_app.tsx',
      `const mock = () => import('#mock/start-mock.ts').then(({ startMock }) => startMock());`,
    ],
    ['src/features/content/posts/post.tsx', `import { FeedList } from './feed-list.tsx';`],
    [
      'src/backend/node/main.ts',
      `import { createServer } from 'node:http'; import { createBackend } from '../create-backend.ts';`,
    ],
    ['src/backend/http/api.ts', `import { AppError } from '../kernel/errors.ts';`],
    ['src/backend/domain/money/coupons/routes.ts', `import { start } from '../payments/start.ts';`],
  ])('nothing in %s: %s', (file, source) => expect(problemsOf(file, source)).toEqual([]));
  test('a backend file outside the layers is an error', () => {
    expect(() => problemsOf('src/backend/newcomer.ts', `import './errors.ts';`)).toThrow('has no place');
  });
  test("a file that doesn't parse is an error", () => {
    expect(() => problemsOf('src/lib/a.ts', 'const = 1;')).toThrow('can’t be read');
  });
});

const posts = 'src/backend/domain/content/posts/mutations.ts';
const tables = `
  import { accounts } from '../../../db/schema/accounts.ts';
  import { follows } from '../../../db/schema/community.ts';
  import { rateLimits as hits } from '../../../db/schema/kernel.ts';
  import { feeds } from '../../../db/schema/posts.ts';
  import { purchases } from '../../../db/schema/wallet.ts';
`;

describe('table rules report', () => {
  test.each([
    ['an insert', `tx.db.insert(accounts).values({});`],
    ['an update', `await tx.db.update(accounts).set({});`],
    ['a delete', `tx.db.delete(accounts);`],
    ['a delete over several lines', `await tx.db\n  .delete(\n    accounts,\n  )\n  .where(x);`],
    ['a delete through another name of the database', `const d = tx.db; d.delete(accounts);`],
    ['a member by its text', `tx.db['insert'](accounts).values({});`],
    ['a member by a variable', `tx.db[method](accounts).values({});`],
    ['a table under another type', `tx.db.insert(accounts as never).values({});`],
    ['SQL', 'tx.db.execute(sql`UPDATE accounts a SET name = 1`);'],
    ['SQL with a quoted name', 'tx.db.execute(sql`INSERT INTO "accounts" (id) VALUES (1)`);'],
    [
      'SQL over several lines',
      'tx.db.execute(sql`\n  WITH gone AS (\n DELETE\n FROM accounts\n RETURNING 1) SELECT 1`);',
    ],
    ['SQL with the table put in', 'tx.db.execute(sql`DELETE FROM ${accounts} WHERE true`);'],
    [
      'SQL with a schema and a comment',
      'sql`DELETE /* all */ FROM "public"."accounts" -- why\n WHERE true`;',
    ],
    ['SQL in a plain text', `tx.db.execute('insert into accounts (id) values (1)');`],
    ['SQL that empties it', 'tx.db.execute(sql`TRUNCATE accounts`);'],
    ['SQL that copies into it', `tx.db.execute('COPY accounts (id) FROM STDIN');`],
  ])("writing another area's table: %s", (_, source) => {
    expect(problemsOf(posts, `${tables}\n${source}`)).toEqual([
      `${posts}: accounts is written by accounts and joining alone: call a function of theirs`,
    ]);
  });
  test('a table under another name, and one of a whole module', () => {
    expect(problemsOf(posts, `${tables} tx.db.delete(hits);`)).toEqual([
      expect.stringContaining('rateLimits is written by kernel alone'),
    ]);
    const whole = `import * as all from '../../../db/schema/accounts.ts'; tx.db.delete(all.accounts);`;
    expect(problemsOf(posts, whole)).toEqual([expect.stringContaining('accounts is written by')]);
  });
  test.each([
    ['a variable', `for (const table of [feeds, accounts]) tx.db.delete(table).where(x);`],
    ['a variable, the database too', `const d = tx.db; d.update(table).set({});`],
    ['a variable, with nothing after it', `await tx.db.delete(table);`],
    ['SQL with a name put in', 'tx.db.execute(sql`UPDATE ${tableOf[kind]} SET state = 1`);'],
    ['SQL with a made name', 'tx.db.execute(sql.raw(`DELETE FROM ${name}`));'],
    ['SQL put together', `tx.db.execute('DELETE FROM ' + name);`],
    ['an update put together', `tx.db.execute('UPDATE ' + name + ' SET a = 1');`],
  ])("a table whose name isn't known: %s", (_, source) => {
    expect(problemsOf(posts, `${tables}\n${source}`)).toEqual([
      expect.stringContaining('can’t be told here'),
    ]);
  });
  test("a table that doesn't exist", () => {
    expect(problemsOf(posts, 'tx.db.execute(sql`DELETE FROM nowhere`);')).toEqual([
      expect.stringContaining('no table of the schema'),
    ]);
  });
  test.each([
    ['its own', `tx.db.insert(feeds).values({}); tx.db.execute(sql\`DELETE FROM feeds\`);`],
    ['a read of another’s', 'tx.db.select().from(accounts); sql`SELECT 1 FROM accounts`;'],
    ['a lock', 'sql`SELECT 1 FROM feeds FOR UPDATE`; sql`SELECT 1 FROM feeds FOR NO KEY UPDATE `;'],
    [
      'what is no table',
      `kept.delete(key); hash.update(text).digest(); api.update(id, {}); list.insert(one);`,
    ],
    ['sentences', `throw new Error('Please update the app settings, then set a name.');`],
  ])('nothing in %s', (_, source) => expect(problemsOf(posts, `${tables}\n${source}`)).toEqual([]));
  test("only the ledger writes the ledger's tables, whatever else an area may write", () => {
    const source = `import { accounts } from '../db/schema/accounts.ts'; import { ledgerAccounts } from '../db/schema/ledger.ts'; db.delete(accounts); db.delete(ledgerAccounts);`;
    const allowed = { 'demo writes any table': 'makes a past' };
    expect(problemsOf('src/backend/demo/money.ts', source, allowed)).toEqual([
      expect.stringContaining('ledgerAccounts is written by ledger alone'),
    ]);
    expect(
      problemsOf('src/backend/domain/base/ledger/ledger.ts', 'sql`UPDATE ledger_accounts SET x = 1`'),
    ).toEqual([]);
  });
  test('a table without an owner, and an owner without a table', () => {
    const own = (names: readonly string[]): Schema => new Map(names.map((name) => [name, name]));
    const known = Object.keys(owners);
    expect(ownerFindings(own([...known, 'newcomers'])).map(({ problem }) => problem)).toEqual([
      'newcomers has no owner',
    ]);
    expect(ownerFindings(own(known.slice(1)))).toHaveLength(1);
  });
  test('who reads the tables that access depends on', () => {
    for (const source of [
      'ctx.db.select().from(purchases);',
      'ctx.db.select().from(feeds).innerJoin(purchases, x);',
      'ctx.db.$count(purchases, x);',
      'sql`SELECT EXISTS (SELECT 1 FROM purchases p)`;',
      'sql`SELECT 1 FROM feeds JOIN ${purchases} ON true`;',
      'sql`SELECT 1 FROM feeds f, purchases AS p WHERE true`;',
      'sql`SELECT 1 FROM feeds, ${purchases}`;',
      'sql`SELECT 1 FROM /* sold */ "public"."purchases"`;',
      'ctx.db.query.purchases.findMany();',
    ])
      expect(problemsOf(posts, `${tables}\n${source}`), source).toEqual([
        `${posts}: purchases says what is open to whom: ask domain/base/access`,
      ]);
    const access = 'src/backend/domain/base/access/access.ts';
    expect(problemsOf(access, 'sql`SELECT 1 FROM purchases`;')).toEqual([]);
    const owner = 'src/backend/domain/money/wallet/unlock.ts';
    expect(problemsOf(owner, `${tables} tx.db.select().from(purchases);`)).toEqual([]);
  });
  test('separates reads and writes', () => {
    const program = parse(
      posts,
      'sql`DELETE FROM feeds USING accounts WHERE x IN (SELECT id FROM follows)`;',
    );
    expect(usesOf(posts, program, schema).map(({ does, table }) => `${does} ${table}`)).toEqual([
      'writes feeds',
      'reads accounts',
      'reads follows',
    ]);
  });
});

describe('access rules report', () => {
  const facts = `import { loadAccessFacts } from '../../base/access/access.ts';`;
  test.each([
    ['looking into the facts', `${facts} if (facts.offers.has(id)) throw e;`],
    [
      'under another name',
      `${facts} const f = await loadAccessFacts(ctx, x); const sold = f.purchases.has(id);`,
    ],
    ['taking them apart', `${facts} const { subscribes } = await loadAccessFacts(ctx, x);`],
    [
      'making them',
      `import type { Facts } from '../../base/access/access.ts'; const facts: Facts = { follows, subscribes, purchases, blocks };`,
    ],
  ])('deciding by %s', (_, source) => {
    expect(problemsOf(posts, source)).toEqual([expect.stringContaining('by the facts of access itself')]);
  });
  test.each([
    `const may = item.audience === 'public';`,
    `const may = 'public' !== post.audience;`,
    `switch (item.audience) { case 'public': }`,
    `const may = eq(feeds.audience, 'public');`,
    "const may = sql`f.audience = 'public' AND true`;",
    "const may = sql`f.state = ${state} AND f.audience IN ('public')`;",
  ])('comparing an audience: %s', (source) => {
    expect(problemsOf(posts, source)).toEqual([expect.stringContaining('compares an audience')]);
  });
  test('nothing for asking access, or storing an audience', () => {
    const source = `${facts} const found = await loadAccessFacts(ctx, x); decideAccess(found, item); const row = { audience: input.audience, offers: own.offers };`;
    expect(problemsOf(posts, source)).toEqual([]);
    expect(problemsOf('src/backend/domain/base/access/access.ts', `item.audience === 'public'`)).toEqual([]);
  });
});

describe('socket rules report', () => {
  test.each([
    [posts, `ctx.ports.transport.emit(room, event, payload);`, 'speaks to the transport'],
    [posts, `const { transport } = ctx.ports;`, 'speaks to the transport'],
    ['src/backend/jobs/runner.ts', `const send = ports['transport'];`, 'speaks to the transport'],
    ['src/backend/node/host.ts', `ports.transport.disconnect(room);`, 'speaks to the transport'],
    [posts, `import { createHub } from '../../../kernel/hub.ts';`, 'waits for the commit'],
    [posts, `import type { Hub } from '../../../kernel/hub.ts';`, 'waits for the commit'],
    ['src/backend/node/host.ts', `import { Server } from 'socket.io';`, 'packages of sockets'],
    ['src/backend/node/host.ts', `const a = import('@socket.io/redis-adapter');`, 'packages of sockets'],
  ])('%s: %s', (file, source, words) => {
    expect(problemsOf(file, source)).toEqual([expect.stringContaining(words)]);
  });
  test.each([
    ['src/backend/kernel/hub.ts', `transport.emit(room, event, payload);`],
    [posts, `import { rooms } from '../../../kernel/hub.ts'; tx.emit(rooms.account(id), 'a', {});`],
    ['src/backend/node/host.ts', `const made = { transport: live.transport };`],
  ])('nothing in %s: %s', (file, source) => expect(problemsOf(file, source)).toEqual([]));
});

describe('dynamic import rules report', () => {
  const page = 'src/features/content/home/home-page.tsx';
  test('a component that loads later in another way than the others', () => {
    const source = `import { lazy, useState } from 'react';`;
    expect(problemsOf(page, source)).toEqual([expect.stringContaining('use lazyPart')]);
    expect(problemsOf('src/ui/layout/lazy-part.ts', source)).toEqual([]);
    expect(problemsOf(page, `import { useState } from 'react';`)).toEqual([]);
  });
  test.each([
    `const load = () => import('./rail.tsx');`,
    `void import('./rail.tsx');`,
    `const load = () => untilLoaded(() => import('./rail.tsx'));`,
    `const both = await Promise.all([import('./rail.tsx'), more()]);`,
  ])("one that doesn't name its exports: %s", (source) => {
    expect(problemsOf(page, source)).toEqual([expect.stringContaining('./rail.tsx is loaded whole')]);
  });
  test.each([
    `const Rail = lazyPart(async () => (await import('./rail.tsx')).Rail);`,
    `const { Rail } = await import('./rail.tsx');`,
    `const { Rail } = await untilLoaded(() => import('./rail.tsx'));`,
    `import('./rail.tsx').then(({ Rail }) => Rail);`,
    `import('./rail.tsx').then((module) => ({ default: module.Rail }));`,
    `const [{ Rail }, { More }] = await Promise.all([import('./rail.tsx'), import('./more.tsx')]);`,
    `const load = () => import('thumbhash');`,
  ])('nothing in %s', (source) => expect(problemsOf(page, source)).toEqual([]));
});

describe('folders', () => {
  test('may hold any number of files but one', () => {
    expect(
      folderFindings(['src/lib/a.ts', 'src/lib/b.ts', 'src/lib/deep/c.ts', 'src/lib/deep/d.ts']),
    ).toEqual([]);
    expect(folderFindings(['src/lib/a.ts', 'src/lib/deep/c.ts']).map(({ file }) => file)).toEqual([
      'src/lib/deep',
    ]);
  });
  test('may hold a single folder', () => {
    expect(folderFindings(['src/talk/live/a.ts', 'src/talk/live/b.ts', 'src/a.ts'])).toEqual([]);
  });
  test('don’t share a name with a file beside them', () => {
    expect(folderFindings(['src/auth.ts', 'src/auth/a.ts', 'src/auth/b.ts']).map(({ file }) => file)).toEqual(
      ['src/auth.ts'],
    );
  });
});

describe('exceptions', () => {
  const finding = { file: 'a.ts', problem: 'wrong', excuses: ['a.ts does it', 'all do it'] };
  test('allow what they name, and are reported once unneeded', () => {
    expect(judged([finding], {}).problems).toEqual(['a.ts: wrong']);
    expect(judged([finding], { 'all do it': 'why' })).toEqual({ problems: [], needless: [] });
    expect(judged([], { 'all do it': 'why' }).needless).toEqual(['all do it']);
  });
});

test("the real tree's files are found, and the schema's tables", () => {
  const files = sourceFiles();
  expect(files).toContain('src/config/env.ts');
  expect(schemaOf(files).get('coupon_uses')).toBe('couponUses');
});

describe('connections to other servers', () => {
  const problem =
    'it connects to other servers by itself: what a person can name goes through backend/node/outgoing';
  const found = (source: string, file = 'src/backend/node/ports/a.ts') => problemsOf(file, source);
  test.each([
    `await fetch(url);`,
    `const send = fetch;`,
    `function f(send = fetch) {}`,
    `f({ send: fetch });`,
    `globalThis.fetch(url);`,
    `globalThis['fetch'](url);`,
    `fetch.call(null, url);`,
    `new WebSocket(url);`,
    `import { request } from 'node:https';`,
    `import { get as ask } from 'http';`,
    `import * as http from 'node:http';`,
    `import http from 'node:http';`,
    `const { request } = await import('node:http');`,
    `import { connect } from 'node:tls';`,
    `import { connect } from 'node:http2';`,
    `import { fetch as ask } from 'undici';`,
    `import ky from 'ky';`,
    `const { default: push } = await import('web-push');`,
  ])('are found in %s', (source) =>
    expect(found(source)).toEqual([`src/backend/node/ports/a.ts: ${problem}`]),
  );
  test.each([
    `import { createServer } from 'node:http';`,
    `import type { IncomingMessage } from 'node:http';`,
    `import { type IncomingMessage, createServer } from 'node:http';`,
    `import { isIP } from 'node:net';`,
    `backend.fetch(request, peer);`,
    `const answer = { fetch: handle };`,
    `const ask: typeof fetch = handle;`,
  ])('aren’t seen in %s', (source) => expect(found(source)).toEqual([]));
  test('are allowed in the folder for outgoing requests, in that of calls, and in the mock', () => {
    expect(found(`await fetch(url);`, 'src/backend/node/outgoing/a.ts')).toEqual([]);
    expect(found(`await fetch(url);`, 'src/services/http/http.ts')).toEqual([]);
    expect(found(`await fetch(url);`, 'src/mock/worker.ts')).toEqual([]);
  });
  test.each(['src/services/money/wallet.ts', 'src/features/money/wallet/wallet-view.tsx', 'src/lib/csv.ts'])(
    'are found in what browsers run: %s',
    (file) =>
      expect(found(`await fetch(url);`, file)).toEqual([
        `${file}: it connects by itself: what browsers send goes through services/http`,
      ]),
  );
});
