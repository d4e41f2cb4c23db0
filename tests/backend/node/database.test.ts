import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowsOf } from '#backend/db/db.ts';
import { migrate } from '#backend/db/migrate.ts';
import { connect } from '#backend/node/database/database.ts';
import { quiet } from '../../setup/quiet.ts';
import { testDatabase } from '../../setup/database.ts';

const { db, url } = await testDatabase();

test('a test database is migrated, sorts by code point and is reached by its address too', async () => {
  const [row] = await rowsOf<{ sorted: string[] }>(
    db.execute(sql`SELECT array_agg(x ORDER BY x) AS sorted FROM unnest(ARRAY['ä','a','Z']) AS x`),
  );
  expect(row?.sorted).toEqual(['Z', 'a', 'ä']);
  const beside = connect({ connectionString: url }, quiet);
  expect(
    await rowsOf(beside.db.execute(sql`SELECT lower('ÄÖ') AS low, count(*)::int AS accounts FROM accounts`)),
  ).toEqual([{ low: 'äö', accounts: 0 }]);
  await beside.close();
});

test('migrating again, and by several at once, changes nothing', async () => {
  const before = await rowsOf(db.execute(sql`SELECT * FROM migrations`));
  await Promise.all([migrate(db), migrate(db), migrate(db)]);
  expect(await rowsOf(db.execute(sql`SELECT * FROM migrations`))).toEqual(before);
});
