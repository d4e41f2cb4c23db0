import { readdirSync } from 'node:fs';
import { getTableName, is, sql } from 'drizzle-orm';
import { PgTable, getTableConfig } from 'drizzle-orm/pg-core';
import { type Db, fetchRows } from '#backend/db/db.ts';

/*
 * Puts a row into every empty table, so that migrations have one to change in each. Values follow from the
 * columns' types, foreign keys and lists of allowed values; `special` has what a constraint wants besides.
 */
interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly needed: boolean;
  readonly refers_to: string | null;
  readonly referred: string | null;
}

const aPost = 'FROM feeds ORDER BY id LIMIT 1';
/** SQL expressions by table and column, where the ledger's rules or later migrations want more than a type. */
const special: Readonly<Record<string, string>> = {
  'disputes.state': `'won'`,
  'coupon_uses.discount': '0',
  'stream_meters.held_tokens': '0',
  'meter_charges.tokens': '0',
  // One in which no wallet took part, because the charge is of nothing.
  'meter_charges.transaction_id': `(SELECT id FROM ledger_transactions t WHERE NOT EXISTS (
    SELECT 1 FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id WHERE p.transaction_id = t.id AND a.kind = 'wallet') ORDER BY id LIMIT 1)`,
  'reports.target_type': `'feed'`,
  'reports.target_id': `(SELECT id ${aPost})`,
  'reports.snapshot': `(SELECT jsonb_build_object('ownerId', performer_id, 'files', '[]'::jsonb) ${aPost})`,
};

const allColumns = (db: Db) =>
  fetchRows<Column>(
    db.execute(sql`
    SELECT c.relname AS "table", a.attname AS name, format_type(a.atttypid, NULL) AS type,
      a.attnotnull AND NOT a.atthasdef AND a.attidentity = '' AS needed,
      f.confrelid::regclass::text AS refers_to, (SELECT attname FROM pg_attribute WHERE attrelid = f.confrelid AND attnum = f.confkey[1]) AS referred
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      LEFT JOIN LATERAL (SELECT * FROM pg_constraint WHERE conrelid = c.oid AND contype = 'f' AND conkey = ARRAY[a.attnum] LIMIT 1) f ON true
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    ORDER BY c.relname, a.attnum`),
  );

const byType: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()',
  text: `'kept'`,
  'character varying': `'kept'`,
  integer: '1',
  bigint: '1',
  smallint: '1',
  numeric: '1',
  'double precision': '1',
  boolean: 'false',
  'timestamp with time zone': `'2026-11-20T12:00:00Z'`,
  date: `'2026-11-20'`,
  jsonb: `'{}'`,
  bytea: `'\\x00'`,
  'text[]': `'{}'`,
  'uuid[]': `'{}'`,
};

/** The values that the schema allows in columns of text, by table and column. */
async function allowedValues(): Promise<Map<string, readonly string[]>> {
  const folder = new URL('../../src/backend/db/schema/', import.meta.url);
  const files = (readdirSync(folder, { recursive: true }) as string[]).filter((file) => file.endsWith('.ts'));
  const found = new Map<string, readonly string[]>();
  for (const file of files)
    for (const table of Object.values((await import(new URL(file, folder).href)) as object)) {
      if (!is(table, PgTable)) continue;
      for (const { name, enumValues } of getTableConfig(table).columns)
        if (enumValues?.length) found.set(`${getTableName(table)}.${name}`, enumValues);
    }
  return found;
}

function valueOf(column: Column, allowed: Map<string, readonly string[]>): string {
  const key = `${column.table}.${column.name}`;
  const given = special[key];
  if (given) return given;
  if (column.refers_to) return `(SELECT "${column.referred}" FROM ${column.refers_to} ORDER BY 1 LIMIT 1)`;
  const values = allowed.get(key);
  // Of states the last one, because the others wait for something that never comes.
  const value = values ? `'${column.name === 'state' ? values.at(-1) : values[0]}'` : byType[column.type];
  if (!value) throw new Error(`no value for a column of type ${column.type}`);
  return value;
}

export async function fillEmptyTables(db: Db): Promise<void> {
  const columns = Map.groupBy(await allColumns(db), ({ table }) => table);
  const allowed = await allowedValues();
  let waiting = [...columns.keys()];
  for (;;) {
    const failed: { table: string; reason: unknown }[] = [];
    for (const table of waiting) {
      const isEmpty = (await fetchRows(db.execute(sql.raw(`SELECT 1 FROM "${table}" LIMIT 1`)))).length === 0;
      if (!isEmpty) continue;
      const used = columns.get(table)!.filter(({ name, needed }) => needed || special[`${table}.${name}`]);
      try {
        const values = used.map((column) => valueOf(column, allowed));
        const list = used.map(({ name }) => `"${name}"`).join(', ');
        await db.execute(
          sql.raw(
            `INSERT INTO "${table}" ${list ? `(${list}) SELECT ${values.join(', ')}` : 'DEFAULT VALUES'}`,
          ),
        );
      } catch (error) {
        failed.push({ table, reason: error instanceof Error ? (error.cause ?? error) : error });
      }
    }
    if (failed.length === 0) return;
    // Those left may have waited for rows of another.
    if (failed.length === waiting.length)
      throw new Error(
        failed
          .map(
            ({ table, reason }) => `${table}: ${reason instanceof Error ? reason.message : String(reason)}`,
          )
          .join('\n'),
      );
    waiting = failed.map(({ table }) => table);
  }
}
