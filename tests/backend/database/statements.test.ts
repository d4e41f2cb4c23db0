import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, expect, test } from 'vitest';
import type { Db } from '#backend/db/db.ts';
import { makeTestApp } from '../../setup/test-app.ts';

/* Every statement that is typed by hand is prepared once on the real schema, so that no renamed column survives in one. */

const app = await makeTestApp();
const client = await app.pool.connect();
afterAll(() => client.release());
const prepared: string[] = [];
/** A database that prepares what it is asked and answers that there is nothing. */
const db = drizzle({
  client: {
    async query(given: { text: string }) {
      prepared.push(given.text);
      await client.query(`PREPARE statement_${prepared.length} AS ${given.text}`);
      return { rows: [], rowCount: 0 };
    },
  } as never,
}) as unknown as Db;

const files = import.meta.glob<Record<string, unknown>>('/src/backend/domain/**/*-query.ts', { eager: true });
const id = '019a0000-0000-7000-8000-000000000000';
const time = '2026-01-01T00:00:00.000Z';
const viewer = { viewer: id, places: '{NO}' };

const scopes = ['home', 'subscribed', 'discover', 'category', 'performer', 'list', 'public'] as const;
const shapes = scopes.flatMap((scope) =>
  [true, false].flatMap((yes) =>
    [true, false, undefined].map((free) => ({
      scope,
      byType: yes,
      free,
      afterCursor: yes,
      count: 3,
      skip: 0,
    })),
  ),
);
const timeline = {
  ...viewer,
  moment: time,
  performer: id,
  type: 'text',
  category: 'music',
  list: id,
  at: time,
  after: id,
};

type Anything = (...given: unknown[]) => unknown;
/** Runs a function of a file in each of its forms. What only builds a part of another statement is null. */
const runs: Readonly<Record<string, Readonly<Record<string, ((run: Anything) => unknown) | null>>>> = {
  'base/access/facts-query.ts': {
    hadFree: null,
    agreedWith: null,
    factsQuery: (run) => run(db, { ...viewer, owners: '{}', items: '{}', files: '{}', moment: time }),
  },
  'content/community/reactions-query.ts': {
    ownQuery: (run) => run(db, { viewer: id, type: 'feed', ids: '{}' }),
  },
  'content/library/collections-query.ts': {
    contentsQuery: (run) => run(db, { ...viewer, ids: '{}' }),
  },
  'content/library/collection-items-query.ts': {
    collectionPageQuery: (run) =>
      run(db, { ...viewer, collection: id, at: time, after: id, limit: 1, offset: 0 }),
    collectionTotalQuery: (run) => run(db, { ...viewer, collection: id }),
  },
  'content/posts/series/lines-query.ts': {
    linesQuery: (run) => run(db, { posts: '{}', moment: time }),
  },
  'content/posts/timeline-query.ts': {
    pageQuery: null,
    pinnedQuery: (run) => (run(db) as { execute(values: object): unknown }).execute(timeline),
    runPage: (run) => Promise.all(shapes.map((shape) => run({ db }, { shape, values: timeline }))),
    countPosts: (run) => Promise.all(shapes.map((shape) => run({ db }, { shape, values: timeline }))),
  },
};

const functions = Object.entries(files).flatMap(([path, exported]) =>
  Object.entries(exported)
    .filter(([, value]) => typeof value === 'function')
    .map(([name, value]) => ({
      file: path.replace('/src/backend/domain/', ''),
      name,
      value: value as Anything,
    })),
);

test('every function of a file of queries is run here', () => {
  const there = functions.map(({ file, name }) => `${file} ${name}`);
  const listed = Object.entries(runs).flatMap(([file, names]) =>
    Object.keys(names).map((name) => `${file} ${name}`),
  );
  expect(there.toSorted()).toEqual(listed.toSorted());
});

test.each(functions.filter(({ file, name }) => runs[file]?.[name]))(
  '$file: $name fits the schema',
  async ({ file, name, value }) => {
    const before = prepared.length;
    await runs[file]?.[name]?.(value);
    expect(prepared.length).toBeGreaterThan(before);
  },
);

test('a column that isn’t there is found', async () => {
  await expect(db.execute('SELECT no_such_column FROM feeds')).rejects.toThrow();
});
