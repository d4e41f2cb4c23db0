import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, expect, test } from 'vitest';
import type { Db } from '#backend/db/db.ts';
import { makeTestApp } from '../../setup/test-app.ts';
import { across } from './statements/across.ts';
import { base } from './statements/base.ts';
import { content } from './statements/content.ts';
import type { Runs } from './statements/example-values.ts';
import { money } from './statements/money.ts';
import { people } from './statements/people.ts';
import { talk } from './statements/talk.ts';
import { trade } from './statements/trade.ts';

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
const groups = [base, people, money, content, talk, trade, across];
const runs: Runs = Object.assign({}, ...groups.map((group) => group(db)));

const functions = Object.entries(files).flatMap(([path, exported]) =>
  Object.entries(exported)
    .filter(([, value]) => typeof value === 'function')
    .map(([name, value]) => ({
      file: path.replace('/src/backend/domain/', ''),
      name,
      value: value as (...given: unknown[]) => unknown,
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
