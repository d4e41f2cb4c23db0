import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fetchRows } from '#backend/db/db.ts';
import { before as first, migrate } from '#backend/db/migrate.ts';
import { migrations } from '#backend/db/migrations.ts';
import { backUp } from '#backend/node/database/backup.ts';
import { connect, openDatabase } from '#backend/node/database/database.ts';
import type { OpenDatabase } from '#backend/node/database/database.ts';
import { backups } from '#backend/node/operator/deps.ts';
import { readManifest, restoreBackup } from '#backend/node/database/restore.ts';
import { otherPostgres } from '../setup/other-postgres.ts';
import { quiet } from '../setup/quiet.ts';

/*
 * Backups taken during writes, restored into the same database, an empty one, and one of another PostgreSQL.
 */
let folder = '';
let source: OpenDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'limelight-backup-'));
  await chmod(folder, 0o755);
  source = await openDatabase({ url: undefined, folder: join(folder, 'postgres'), log: quiet });
  await migrate(source.db);
  await source.db.execute(sql`INSERT INTO accounts (id, name, bio, created_at, updated_at)
    SELECT gen_random_uuid(), 'Person ' || n, E'tab\\t, line\\n, "quotes", \\\\ and ünï', now(), now() FROM generate_series(1, 2000) n`);
});
afterAll(async () => {
  await source.close();
  await rm(folder, { recursive: true, force: true });
});
const place = (name: string) => ({
  folder: join(folder, name),
  objects: join(folder, 'objects'),
  secret: join(folder, 'secret'),
});
const count = async ({ db }: OpenDatabase, what: string) =>
  Number((await fetchRows<{ count: string }>(db.execute(sql.raw(what))))[0]?.count);

/** Keeps moving money between two accounts, so that the sum in every backup must be zero. */
async function moveMoney(database: OpenDatabase, until: AbortSignal): Promise<number> {
  let moved = 0;
  while (!until.aborted) {
    await database.db
      .execute(sql`WITH t AS (INSERT INTO ledger_transactions (id, kind, subject, description, created_at) VALUES (gen_random_uuid(), 'grant', 'grant', 'Moved', now()) RETURNING id)
      INSERT INTO ledger_postings (transaction_id, account_id, unit, amount, created_at)
      SELECT t.id, ('00000000-0000-7000-8000-00000000000' || a)::uuid, 'money', CASE WHEN a = 1 THEN -7 ELSE 7 END, now() FROM t, (VALUES (1), (4)) AS s (a)`);
    moved += 1;
  }
  return moved;
}
const sums = `SELECT count(*) AS count FROM (SELECT transaction_id FROM ledger_postings GROUP BY transaction_id HAVING sum(amount) <> 0 OR count(*) <> 2) AS odd`;

test('a backup taken during writes is of one moment, and a restore brings back exactly that', async () => {
  await rm(place('monday').objects, { recursive: true, force: true });
  const key = join(place('monday').objects, 'aa', 'picture.webp');
  await mkdir(join(place('monday').objects, 'aa'), { recursive: true });
  await writeFile(key, 'picture');
  await writeFile(place('monday').secret, 'the secret of then');
  const stop = new AbortController();
  const writer = moveMoney(source, stop.signal);
  const manifest = await backUp(source.pool, place('monday'));
  stop.abort();
  const moved = await writer;
  const kept = manifest.tables.find(({ name }) => name === 'ledger_transactions')?.rows ?? 0;
  expect(moved).toBeGreaterThan(kept);
  expect(manifest.objects).toBe(1);

  await source.db.execute(sql`UPDATE accounts SET name = 'Changed'`);
  await rm(key);
  await writeFile(place('monday').secret, 'another secret');
  await restoreBackup(source.pool, place('monday'));
  expect(await count(source, `SELECT count(*) FROM ledger_transactions`)).toBe(kept);
  expect(await count(source, sums)).toBe(0);
  expect(
    await count(
      source,
      `SELECT count(*) FROM accounts WHERE name LIKE 'Person %' AND bio = E'tab\\t, line\\n, "quotes", \\\\ and ünï'`,
    ),
  ).toBe(2_000);
  expect(await readFile(key, 'utf8')).toBe('picture');
  expect(await readFile(place('monday').secret, 'utf8')).toBe('the secret of then');
  // The restored database works: sequences continue and triggers are active.
  await source.db.execute(
    sql`INSERT INTO ledger_transactions (id, kind, subject, description, created_at) VALUES (gen_random_uuid(), 'grant', 'grant', 'After', now())`,
  );
  await expect(source.db.execute(sql`UPDATE ledger_transactions SET description = 'x'`)).rejects.toThrow();
  const more = new AbortController();
  const again = moveMoney(source, more.signal);
  setTimeout(() => more.abort(), 50);
  expect(await again).toBeGreaterThan(0);
  await expect(
    source.db.execute(
      sql`INSERT INTO sessions (id, account_id, token_hash, remember, created_at, last_seen_at, expires_at) VALUES (gen_random_uuid(), gen_random_uuid(), 'x', false, now(), now(), now())`,
    ),
  ).rejects.toThrow();
});

test('creators’ documents are kept apart from media, as encrypted as they are, or left out', async () => {
  const { objects } = place('papers');
  const [picture, paper] = [join(objects, 'files', 'aa', '640.webp'), join(objects, 'documents', 'bb')];
  for (const path of [picture, paper]) {
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, path === paper ? 'encrypted bytes' : 'picture');
  }
  const manifest = await backUp(source.pool, place('papers'));
  const { folder: kept } = place('papers');
  expect(manifest.documents).toBe(1);
  expect(existsSync(join(kept, 'objects', 'files', 'aa', '640.webp'))).toBe(true);
  expect(existsSync(join(kept, 'objects', 'documents'))).toBe(false);
  expect(await readFile(join(kept, 'documents', 'bb'), 'utf8')).toBe('encrypted bytes');
  await rm(paper);
  await restoreBackup(source.pool, place('papers'));
  expect(await readFile(paper, 'utf8')).toBe('encrypted bytes');

  const without = await backUp(source.pool, { ...place('no-papers'), withoutDocuments: true });
  expect(without).toMatchObject({ documents: null, objects: manifest.objects });
  expect(existsSync(join(place('no-papers').folder, 'documents'))).toBe(false);
  await rm(paper);
  await restoreBackup(source.pool, place('no-papers'));
  expect(existsSync(paper)).toBe(false);
});

test('it can be restored into another PostgreSQL', async (context) => {
  const other = await otherPostgres();
  if (!other) return context.skip('no other PostgreSQL');
  const target = connect({ connectionString: other.url }, quiet);
  try {
    await migrate(target.db);
    await backUp(source.pool, place('moving'));
    await restoreBackup(target.pool, { ...place('moving'), objects: null, secret: null });
    for (const table of ['accounts', 'ledger_postings', 'ledger_accounts'])
      expect(await count(target, `SELECT count(*) FROM ${table}`)).toBe(
        await count(source, `SELECT count(*) FROM ${table}`),
      );
  } finally {
    await target.close();
    await other.drop();
  }
});

test('a backup of an older version is migrated to this one', async () => {
  await backUp(source.pool, place('older'));
  const newer = [
    ...migrations,
    {
      tag: '9999_nickname',
      digest: 'nickname',
      statements: [
        `ALTER TABLE accounts ADD COLUMN nickname text`,
        `UPDATE accounts SET nickname = upper(name)`,
      ],
    },
  ];
  await restoreBackup(source.pool, place('older'), newer);
  expect(await count(source, `SELECT count(*) FROM accounts WHERE nickname LIKE 'PERSON %'`)).toBe(2_000);
  // As if the database had always been of the newer version.
  await migrate(source.db, newer);
  await expect(migrate(source.db)).rejects.toThrow("its migration 9999_nickname isn't one of this version's");
  await backUp(source.pool, place('newer'));
  await expect(restoreBackup(source.pool, place('newer'))).rejects.toThrow(/this one can’t restore/);
  await restoreBackup(source.pool, place('older'));
  expect(await count(source, 'SELECT count(*) FROM migrations')).toBe(migrations.length);
});

test('a damaged or unknown backup changes nothing', async () => {
  await backUp(source.pool, place('broken'));
  const before = await count(source, 'SELECT count(*) FROM accounts');
  const file = join(place('broken').folder, 'tables', 'accounts.copy.gz');
  const bytes = await readFile(file);
  await writeFile(file, bytes.subarray(0, bytes.length - 40));
  await expect(restoreBackup(source.pool, place('broken'))).rejects.toThrow(
    /^The backup is damaged: accounts can’t be read/,
  );
  const manifest = await readManifest(place('broken').folder);
  await writeFile(file, bytes);
  await writeFile(
    join(place('broken').folder, 'manifest.json'),
    JSON.stringify({
      ...manifest,
      tables: manifest.tables.map((table) => ({
        ...table,
        rows: table.rows + (table.name === 'settings' ? 1 : 0),
      })),
    }),
  );
  await expect(restoreBackup(source.pool, place('broken'))).rejects.toThrow(
    /everything is as before: settings has/,
  );
  await writeFile(
    join(place('broken').folder, 'manifest.json'),
    JSON.stringify({ ...manifest, migrations: ['0000_of_somebody_else'] }),
  );
  await expect(restoreBackup(source.pool, place('broken'))).rejects.toThrow(/this one can’t restore/);
  const many = Array.from({ length: first.count - 1 }, (_, at) => `${String(at).padStart(4, '0')}_earlier`);
  const write = (tags: readonly string[]) =>
    writeFile(
      join(place('broken').folder, 'manifest.json'),
      JSON.stringify({ ...manifest, migrations: tags }),
    );
  await write([...many, first.last.tag]);
  expect((await readManifest(place('broken').folder)).migrations).toEqual(['0000_initial']);
  await write(many);
  await expect(readManifest(place('broken').folder)).rejects.toThrow(/this one can’t restore/);
  await writeFile(join(place('broken').folder, 'manifest.json'), '{');
  await expect(restoreBackup(source.pool, place('broken'))).rejects.toThrow(/its manifest isn’t JSON/);
  await expect(restoreBackup(source.pool, place('nothing'))).rejects.toThrow(/isn’t a backup/);
  await expect(backUp(source.pool, place('broken'))).rejects.toThrow(/exists already/);
  expect(await count(source, 'SELECT count(*) FROM accounts')).toBe(before);
  expect(existsSync(`${place('broken').folder}.unfinished`)).toBe(false);
});

test("the operator's backup and restore are logged, the restore in the restored database", async () => {
  const { host, port, user, password, database } = source.pool.options;
  const url = new URL(`postgres://localhost:${port}/${database}`);
  Object.assign(url, { username: user ?? '', password: typeof password === 'string' ? password : '' });
  if (host) url.searchParams.set('host', host);
  vi.stubEnv('DATABASE_URL', url.href);
  vi.stubEnv('DATA_DIR', folder);
  try {
    const { at } = await backups.backUp(join(folder, 'noted'));
    await source.db.execute(sql`DELETE FROM audit_log`);
    const { replacedFolder: kept } = await backups.restore(join(folder, 'noted'), {
      confirm: async () => {},
    });
    // What it replaced can still be restored.
    expect((await readManifest(kept ?? '')).tables.length).toBeGreaterThan(100);
    const rows = await fetchRows<{ action: string; subject: string; facts: unknown }>(
      source.db.execute(sql`SELECT action, subject, facts FROM audit_log`),
    );
    expect(rows).toEqual([{ action: 'backup.restored', subject: join(folder, 'noted'), facts: { at } }]);
    await backups.backUp(join(folder, 'noted-2'));
    expect(await count(source, `SELECT count(*) FROM audit_log WHERE action = 'backup.made'`)).toBe(1);
  } finally {
    vi.unstubAllEnvs();
  }
});
