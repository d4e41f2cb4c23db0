import { chmod, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fetchRows } from '#backend/db/db.ts';
import { migrate } from '#backend/db/migrate.ts';
import { openDatabase } from '#backend/node/database/database.ts';
import type { OpenDatabase } from '#backend/node/database/database.ts';
import { operatorProgram } from '#backend/node/operator/commands.ts';
import { lockFolder } from '#backend/node/database/lock.ts';
import { backups } from '#backend/node/operator/deps.ts';
import { registerProcess } from '#backend/node/process/process-register.ts';
import { readEnv } from '#config/env.ts';
import { quiet } from '../setup/quiet.ts';

/* What a restore replaces can be brought back: nothing is deleted before the restore has succeeded. */
let folder = '';
let source: OpenDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'limelight-undone-'));
  await chmod(folder, 0o755);
  source = await openDatabase({ url: undefined, folder: join(folder, 'postgres'), log: quiet });
  await migrate(source.db);
  await source.db.execute(sql`INSERT INTO accounts (id, name, bio, created_at, updated_at)
    VALUES (gen_random_uuid(), 'First', '', now(), now())`);
});
afterAll(async () => {
  await source.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  const { host, port, user, password, database } = source.pool.options;
  const url = new URL(`postgres://localhost:${port}/${database}`);
  Object.assign(url, { username: user ?? '', password: typeof password === 'string' ? password : '' });
  if (host) url.searchParams.set('host', host);
  vi.stubEnv('DATABASE_URL', url.href);
  vi.stubEnv('DATA_DIR', folder);
  vi.stubEnv('PUBLIC_URL', 'https://fans.example.com');
  vi.stubEnv('DEMO', '0');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const name of await copies()) await rm(join(folder, name), { recursive: true });
});

const named = ['--site', 'fans.example.com'];
const surely = async () => {};
const rename = (name: string) => source.db.execute(sql`UPDATE accounts SET name = ${name}`);
const nameNow = async () =>
  (await fetchRows<{ name: string }>(source.db.execute(sql`SELECT name FROM accounts`)))[0]?.name;
/** The copies of replaced databases in the data folder. */
const copies = async () => (await readdir(folder)).filter((name) => name.startsWith('before-restore')).sort();

async function operator(...words: string[]): Promise<string> {
  const printed: string[] = [];
  const program = await operatorProgram({
    asOperator: () => Promise.reject(new Error('none here')),
    backups: backups,
    print: (line) => printed.push(line),
  });
  await program.parseAsync(words, { from: 'user' });
  return printed.join('\n');
}

test('restoring the copy that a restore kept brings the replaced database back', async () => {
  await rename('A');
  await writeFile(join(folder, 'secret'), 'secret of A');
  await backups.backUp(join(folder, 'a'));
  await rename('Changed');
  await writeFile(join(folder, 'secret'), 'secret of Changed');
  const said = await operator('restore', join(folder, 'a'), ...named);
  expect(await nameNow()).toBe('A');
  const [kept = '', ...others] = await copies();
  expect(others).toEqual([]);
  expect(said).toContain(join(folder, kept));

  await operator('restore', join(folder, kept), ...named);
  expect(await nameNow()).toBe('Changed');
  expect(await readFile(join(folder, 'secret'), 'utf8')).toBe('secret of Changed');
  // The copy that was restored stays, next to one of what it replaced, which can be restored as well.
  const [same, newer = ''] = await copies();
  expect(same).toBe(kept);
  await operator('restore', join(folder, newer), ...named);
  expect(await nameNow()).toBe('A');
  // The first copy has gone, now that a later restore has succeeded.
  expect(await copies()).toEqual([newer, expect.any(String)]);
});

test('a copy that an earlier version kept can be restored', async () => {
  await rename('Earlier');
  await backups.backUp(join(folder, 'before-restore'));
  await rename('Later');
  await operator('restore', join(folder, 'before-restore'), ...named);
  expect(await nameNow()).toBe('Earlier');
  expect(await copies()).toHaveLength(2);
});

test('a damaged backup is refused before anything is kept or dropped', async () => {
  await rename('Whole');
  await backups.backUp(join(folder, 'damaged'));
  await backups.restore(join(folder, 'damaged'), { confirm: surely });
  const before = await copies();
  const file = join(folder, 'damaged', 'tables', 'accounts.copy.gz');
  const bytes = await readFile(file);
  await writeFile(file, bytes.subarray(0, bytes.length - 40));
  await expect(operator('restore', join(folder, 'damaged'), ...named)).rejects.toThrow(
    /is damaged: accounts/,
  );
  expect(await copies()).toEqual(before);
});

test('a database that can’t be kept isn’t replaced, unless asked to', async () => {
  await rename('Whole');
  await backups.backUp(join(folder, 'whole'));
  await backups.restore(join(folder, 'whole'), { confirm: surely });
  const before = await copies();
  await rename('Broken');
  await source.db.execute(sql`ALTER TABLE migrations RENAME COLUMN tag TO lost`);
  await expect(operator('restore', join(folder, 'whole'), ...named)).rejects.toThrow(
    /^Nothing was restored, because the current database can’t be kept: .*"tag" does not exist\. .* --without-keeping/,
  );
  expect(await nameNow()).toBe('Broken');
  expect(await copies()).toEqual(before);
  const said = await operator('restore', join(folder, 'whole'), ...named, '--without-keeping');
  expect(said).toContain('The database that was there before wasn’t kept.');
  expect(await nameNow()).toBe('Whole');
  expect(await copies()).toEqual(before);
});

describe('a server that is running', () => {
  const server = () => registerProcess({ env: readEnv(process.env), db: source.db, log: quiet });
  const processCount = async () =>
    (await fetchRows<{ n: number }>(source.db.execute(sql`SELECT count(*)::int AS n FROM processes`)))[0]?.n;
  beforeEach(async () => {
    await rename('Backed up');
    await backups.backUp(join(folder, 'running'));
    await rename('Running');
  });
  afterEach(() => rm(join(folder, 'running'), { recursive: true }));

  test('on the database keeps it from being replaced, and the backup can be restored once it has stopped', async () => {
    const stop = await server();
    await expect(operator('restore', join(folder, 'running'), ...named)).rejects.toThrow(
      /^Stop the server first: one that uses this database is running on .+, or was killed less than 20 seconds ago\. Nothing was changed\.$/,
    );
    expect([await nameNow(), await copies()]).toEqual(['Running', []]);
    // A backup needn't wait.
    await backups.backUp(join(folder, 'beside'));
    await stop();
    await operator('restore', join(folder, 'beside'), ...named);
    // It was running when that backup was made, and isn't now.
    expect([await nameNow(), await processCount()]).toEqual(['Running', 0]);
    await operator('restore', join(folder, 'running'), ...named);
    expect(await nameNow()).toBe('Backed up');
    await rm(join(folder, 'beside'), { recursive: true });
  });

  test('that was killed a while ago doesn’t', async () => {
    await source.db.execute(sql`INSERT INTO processes (id, role, host, store_id, store, started_at, seen_at)
      VALUES (gen_random_uuid(), 'all', 'there', '', '', now(), now() - interval '21 seconds')`);
    await operator('restore', join(folder, 'running'), ...named);
    expect(await nameNow()).toBe('Backed up');
  });

  test('since the question was answered isn’t overlooked', async () => {
    let stop = async () => {};
    const confirm = async () => {
      stop = await server();
    };
    await expect(backups.restore(join(folder, 'running'), { confirm })).rejects.toThrow(
      /^The restore failed, everything is as before: Stop the server first: /,
    );
    expect(await nameNow()).toBe('Running');
    await stop();
  });

  test('on the data folder keeps its database from being replaced', async () => {
    vi.stubEnv('DATABASE_URL', undefined);
    const lock = await lockFolder(folder);
    await expect(operator('restore', join(folder, 'running'), ...named)).rejects.toThrow(
      `Stop the server first: it is using the data folder ${folder}. Nothing was changed.`,
    );
    expect([await nameNow(), await copies()]).toEqual(['Running', []]);
    await lock.release();
  });
});

describe('the question', () => {
  test('says what becomes of the current database', async () => {
    await backups.backUp(join(folder, 'asked'));
    await expect(operator('restore', join(folder, 'asked'))).rejects.toThrow(
      /\? The current contents of the database will be replaced\. They are kept in a folder in DATA_DIR, before-restore-<date>, until a later restore\. Add --site/,
    );
    await expect(operator('restore', join(folder, 'asked'), '--without-keeping')).rejects.toThrow(
      /\? The current contents of the database will be lost\. Add --site/,
    );
  });

  test('is answered with the host of the site or the name it was given, and with nothing else', async () => {
    await rename('Then');
    await backups.backUp(join(folder, 'then'));
    const restore = async (...words: string[]) => {
      await rename('Now');
      const before = await copies();
      const failed = await operator('restore', join(folder, 'then'), ...words).then(
        () => null,
        (error: unknown) => (error as Error).message,
      );
      // A refusal changes nothing.
      if (failed !== null) expect([await nameNow(), await copies()]).toEqual(['Now', before]);
      else expect(await nameNow()).toBe('Then');
      return failed;
    };
    expect(await restore('--yes')).toMatch(/Add --site with the name or the host of the site/);
    expect(await restore('--yes', '--site', 'staging.example.com')).toMatch(
      /^“staging\.example\.com” isn’t the site whose data this is\. Nothing was changed\./,
    );
    // Every site is called that until it is given a name.
    expect(await restore('--site', 'Limelight')).toMatch(/isn’t the site/);
    expect(await restore('--site', '')).toMatch(/isn’t the site/);
    await source.db.execute(
      sql`INSERT INTO settings (key, value, updated_at) VALUES ('siteName', '"Fan Café"', now())`,
    );
    expect(await restore('--site', 'FANS.example.com')).toBeNull();
    await source.db.execute(
      sql`INSERT INTO settings (key, value, updated_at) VALUES ('siteName', '"Fan Café"', now())`,
    );
    expect(await restore('--site', 'fan cafe')).toMatch(/isn’t the site/);
    expect(await restore('--site', 'fan café')).toBeNull();
  });
});
