import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { fetchRows } from '#backend/db/db.ts';
import { before as first, migrate } from '#backend/db/migrate.ts';
import { migrations } from '#backend/db/migrations.ts';
import { connect, openDatabase } from '#backend/node/database/database.ts';
import { ensureCurrentSchema } from '#backend/node/database/current-schema.ts';
import { quiet } from '../../setup/quiet.ts';
import { testDatabase } from '../../setup/database.ts';
import { recordAsBefore } from '../../upgrades/kept-version.ts';

const { db, url } = await testDatabase();

test('a test database is migrated, sorts by code point and can also be reached by its URL', async () => {
  const [row] = await fetchRows<{ sorted: string[] }>(
    db.execute(sql`SELECT array_agg(x ORDER BY x) AS sorted FROM unnest(ARRAY['ä','a','Z']) AS x`),
  );
  expect(row?.sorted).toEqual(['Z', 'a', 'ä']);
  const beside = connect({ connectionString: url }, quiet);
  expect(
    await fetchRows(
      beside.db.execute(sql`SELECT lower('ÄÖ') AS low, count(*)::int AS accounts FROM accounts`),
    ),
  ).toEqual([{ low: 'äö', accounts: 0 }]);
  await beside.close();
});

test('queries on a server of the operator’s are not compiled either, whatever it is set to', async () => {
  await db.execute(
    sql`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET jit = on', current_database()); END $$`,
  );
  const theirs = await openDatabase({ url, folder: '', log: quiet });
  expect(await fetchRows(theirs.db.execute(sql`SHOW jit`))).toEqual([{ jit: 'off' }]);
  await theirs.close();
});

test('migrating again, and by several at once, changes nothing', async () => {
  const before = await fetchRows(db.execute(sql`SELECT * FROM migrations`));
  await Promise.all([migrate(db), migrate(db), migrate(db)]);
  expect(await fetchRows(db.execute(sql`SELECT * FROM migrations`))).toEqual(before);
});

const added = { tag: '9999_added', digest: 'added', statements: ['CREATE TABLE added (id int)'] };
const tables = () =>
  fetchRows(db.execute(sql`SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`));

test("new migrations are added, and those that ran aren't run again", async () => {
  await migrate(db, [...migrations, added]);
  await migrate(db, [...migrations, added]);
  expect(await tables()).toContainEqual({ tablename: 'added' });
  await db.execute(sql`DROP TABLE added`);
  await db.execute(sql`DELETE FROM migrations WHERE tag = ${added.tag}`);
});

describe('a database of version 0.2.0', () => {
  const old = async () => {
    const { db: made } = await testDatabase();
    await recordAsBefore(made);
    return made;
  };
  test('goes on with one migration in the place of its 76', async () => {
    const made = await old();
    await migrate(made, [...migrations, added]);
    const tags = await fetchRows<{ tag: string }>(made.execute(sql`SELECT tag FROM migrations ORDER BY tag`));
    expect(tags.map(({ tag }) => tag)).toEqual([...migrations.map(({ tag }) => tag), added.tag]);
    const [keys] = await fetchRows<{ names: string[] }>(
      made.execute(
        sql`SELECT array_agg(conname::text ORDER BY conname) AS names FROM pg_constraint WHERE contype = 'p' AND conrelid IN ('email_outbox'::regclass, 'stream_intervals'::regclass)`,
      ),
    );
    expect(keys?.names).toEqual(['email_outbox_pkey', 'stream_intervals_pkey']);
  });
  test.each([
    ['an earlier one', sql`DELETE FROM migrations WHERE tag = ${first.last.tag}`],
    ['one between', sql`DELETE FROM migrations WHERE tag = '0040_earlier'`],
    [
      'one with another last migration',
      sql`UPDATE migrations SET digest = 'x' WHERE tag = ${first.last.tag}`,
    ],
  ])('is told from %s, which is refused and left unchanged', async (_, change) => {
    const made = await old();
    await made.execute(change);
    const records = () => fetchRows(made.execute(sql`SELECT * FROM migrations ORDER BY tag`));
    const was = await records();
    await expect(migrate(made)).rejects.toThrow(
      'it is from before version 0.2.0, which has to upgrade it first',
    );
    expect(await records()).toEqual(was);
  });
});

describe('a database created by different migrations is refused and left unchanged', () => {
  const place = { DATABASE_URL: undefined, DATA_DIR: '/srv/limelight' };
  const refused = async (how: string, back: string, message: string) => {
    await db.execute(sql.raw(how));
    const before = [await tables(), await fetchRows(db.execute(sql`SELECT * FROM migrations`))];
    await expect(migrate(db, [...migrations, added])).rejects.toThrow(message);
    expect([await tables(), await fetchRows(db.execute(sql`SELECT * FROM migrations`))]).toEqual(before);
    const advice = await ensureCurrentSchema(db, place).catch((error: Error) => error.message);
    expect(advice).toBe(
      `The database in /srv/limelight was made by a version of Limelight that this one can't upgrade: ${message}. Nothing has been changed. ` +
        `This version upgrades data of earlier ones, up to ${migrations.at(-1)?.tag}. Start the version that made it, or a newer one. ` +
        'To start with an empty site beside it, name another folder in DATA_DIR.',
    );
    expect(advice).not.toMatch(/delete/i);
    await expect(ensureCurrentSchema(db, { ...place, DATABASE_URL: url })).rejects.toThrow(
      /^The database of DATABASE_URL .* name another database in DATABASE_URL\.$/,
    );
    await db.execute(sql.raw(back));
    await ensureCurrentSchema(db, place);
  };

  test("by one that we don't have", () =>
    refused(
      `INSERT INTO migrations (tag, digest) VALUES ('0001_ledger_guards', 'x')`,
      `DELETE FROM migrations WHERE tag = '0001_ledger_guards'`,
      "its migration 0001_ledger_guards isn't one of this version's",
    ));

  test('by one of the same name with other statements', () =>
    refused(
      `UPDATE migrations SET digest = reverse(digest)`,
      `UPDATE migrations SET digest = reverse(digest)`,
      "its migration 0000_initial isn't the one that this version ships",
    ));

  test('from before digests were stored', () =>
    refused(
      `ALTER TABLE migrations RENAME COLUMN digest TO was`,
      `ALTER TABLE migrations RENAME COLUMN was TO digest`,
      "its migration 0000_initial isn't the one that this version ships",
    ));
});
