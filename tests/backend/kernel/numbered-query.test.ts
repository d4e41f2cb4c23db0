import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { statement } from '#backend/db/statement.ts';
import { numberedQuery } from '#backend/db/numbered-query.ts';
import { makeTestApp } from '../../setup/test-app.ts';

const { db } = await makeTestApp();
const [a, b] = [sql`${sql.placeholder('a')}::int`, sql`${sql.placeholder('b')}::int`];
const text = sql`SELECT ${a} AS first, ${b} AS second, ${a} + ${b} + ${3}::int AS sum, ${a} - ${3}::int AS less`;

test('a placeholder is one parameter, however often it is mentioned', () => {
  const { sql: query, params } = numberedQuery(text);
  expect(query).toBe(
    'SELECT $1::int AS first, $2::int AS second, $1::int + $2::int + $3::int AS sum, $1::int - $4::int AS less',
  );
  expect(params).toHaveLength(4);
});

test('each mention gets the value of its placeholder', async () => {
  const run = statement<Record<string, number>, { a: number; b: number }>('numbered_query', text);
  expect(await run(db, { a: 10, b: 200 })).toEqual([{ first: 10, second: 200, sum: 213, less: 7 }]);
});

test('a query that numbers parameters itself is refused', () => {
  expect(() => numberedQuery(sql`SELECT ${a}, $1`)).toThrow(RangeError);
});
