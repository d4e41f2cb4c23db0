// `npm run keep-version`: keeps what a site of this version has in its database, for
// tests/host/upgrade.test.ts of later versions: the demo site, and a row in every table that it leaves empty.
import { writeFile } from 'node:fs/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { type Db, fetchRows } from '#backend/db/db.ts';
import { migrate } from '#backend/db/migrate.ts';
import { migrations } from '#backend/db/migrations.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { addUpDays } from '#backend/domain/money/earnings/days.ts';
import { makeContext } from '#backend/http/api.ts';
import { createHub } from '#backend/kernel/hub.ts';
import { createSettings } from '#backend/kernel/settings.ts';
import { seedDemo } from '#backend/node/seed-demo.ts';
import { createPasswordHasher } from '#backend/node/ports/passwords.ts';
import { fakePorts } from '../setup/fake-ports.ts';
import { sketches } from '../setup/sketches.ts';
import { fillEmptyTables } from './fill-empty-tables.ts';
import type { KeptVersion } from './kept-version.ts';

/** The day it is kept: everything in it is past by the time a later version reads it. */
const at = process.argv[2] ?? new Date().toISOString();
const secret = 'the secret of a version that was kept';
const client = await PGlite.create();
const db: Db = drizzle(client);
await migrate(db);
const ports = { ...fakePorts(), passwords: createPasswordHasher() };
ports.clock.set(at);
const settings = createSettings(db);
const config = { publicUrl: 'http://localhost:3000', secret, monitoringDsn: null };
await seedDemo({ db, ports, settings, config }, () => {}, sketches);
const hub = createHub(ports.transport);
const request = { ip: '203.0.113.1', country: null, userAgent: 'none', idempotencyKey: null };
const ctx = makeContext({ db, ports, settings, config: { ...config, demo: true }, hub }, null, request);
await addUpDays(ctx);
await fillEmptyTables(db);
// There is no file behind it that a later start could encrypt.
await db.execute(sql`UPDATE documents SET sealed_key = 'kept' WHERE sealed_key IS NULL`);
const findings = await checkLedger(ctx);
if (findings.length > 0) throw new Error(`The ledger isn't in order: ${JSON.stringify(findings, null, 2)}`);

const found = await fetchRows<{ name: string; columns: string[] }>(
  db.execute(sql`
  SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'migrations' AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  GROUP BY c.relname ORDER BY c.relname`),
);
const tables: KeptVersion['tables'][number][] = [];
for (const { name, columns } of found) {
  const rows = await fetchRows<{ row: Record<string, unknown> }>(
    db.execute(sql.raw(`SELECT to_jsonb(t) AS row FROM "${name}" t`)),
  );
  tables.push({ name, columns, rows: rows.map(({ row }) => columns.map((column) => row[column])) });
}
const version = migrations.at(-1)!.tag;
const kept: KeptVersion = { version, at, secret, tables };
const bytes = brotliCompressSync(JSON.stringify(kept), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
});
const file = `${version}.json.br`;
await writeFile(new URL(file, import.meta.url), bytes);
await client.close();
process.stdout.write(`${file}: ${tables.length} tables, ${Math.round(bytes.length / 1000)} kB\n`);
