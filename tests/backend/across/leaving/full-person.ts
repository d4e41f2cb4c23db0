import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, type PgTable, getTableConfig } from 'drizzle-orm/pg-core';
import { fetchRows } from '#backend/db/db.ts';
import { accounts, sessions } from '#backend/db/schema/accounts.ts';
import { lastSteps, personSteps } from '#backend/domain/across/leaving/erasing/tables.ts';
import type { Person, TestApp } from '../../../setup/test-app.ts';
import { elsewhere, erasedColumns, hasWords, referencesOf, tables } from './erased-columns.ts';

/** Begins every text that is planted in what has to go. */
export const planted = 'zq-planted';
const nameOf = (table: PgTable) => getTableConfig(table).name;
const id = (text: string): SQL => sql.identifier(text).getSQL();

/** Not filled in: the books, which have rules of their own, and what only makes sense with its parts. */
const notFilled = new Set(
  [
    'ledger_accounts ledger_transactions ledger_postings earning_late purchases purchase_files payments orders',
    'accounts sessions operators account_deletions files documents performers creator_search former_usernames',
    'conversations conversation_members referrals stream_meters stream_tips moderation_decisions',
  ].flatMap((line) => line.split(' ')),
);
/** Columns without which a check refuses a row. */
const needed = new Set(['promotions.days']);
const special: Readonly<Record<string, SQL>> = {
  // An operator's name, not the person's.
  'adjustments.proposed_by': sql`'olga'`,
};

function wordsFor(column: AnyPgColumn, full: string): SQL {
  // The last state of most things is one in which nothing is under way.
  const [first = '', ...more] = column.enumValues ?? [];
  if (first !== '') return sql`${first === 'draft' ? first : (more.at(-1) ?? first)}`;
  return sql`${`${erasedColumns.has(full) ? planted : 'plain'} ${full} ${randomUUID()}`}`;
}

/** A value for a column of a row that isn't there yet. */
function valueFor(column: AnyPgColumn, table: PgTable, moment: Date): SQL {
  const full = `${nameOf(table)}.${column.name}`;
  const type = column.getSQLType();
  if (special[full]) return special[full];
  if (type === 'text') return wordsFor(column, full);
  const at = sql`${moment.toISOString()}::timestamptz`;
  const kinds: Readonly<Record<string, SQL>> = {
    uuid: sql`${randomUUID()}::uuid`,
    jsonb: sql`'{}'::jsonb`,
    boolean: sql`false`,
    date: sql`'2026-01-01'::date`,
    'text[]': sql`'{}'`,
    'timestamp with time zone': column.name.endsWith('end_at') ? sql`${at} + interval '1 day'` : at,
  };
  return kinds[type.replace(/ ?\(\d+\)/, '')] ?? sql`1`;
}

const isGiven = (column: AnyPgColumn, table: PgTable): boolean =>
  (column.notNull && !column.hasDefault) || column.primary || needed.has(`${nameOf(table)}.${column.name}`);

type Deps = Pick<TestApp, 'db' | 'ports'>;

const unchecked = (db: Deps['db'], statement: SQL) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL session_replication_role = replica`);
    await tx.execute(statement);
  });

/** A row of the account in every table that has none of its own yet. Returns the tables. */
export async function fillIn({ db, ports }: Deps, person: Person): Promise<string[]> {
  const filled: string[] = [];
  for (const table of tables) {
    const { name, columns } = getTableConfig(table);
    const [mine] = referencesOf(table);
    if (mine === undefined || notFilled.has(name)) continue;
    if (mine === 'performer_id' && !person.viewer.isPerformer) continue;
    const me = sql`${person.id}::uuid`;
    const there = await fetchRows(db.execute(sql`SELECT 1 FROM ${table} WHERE ${id(mine)} = ${me} LIMIT 1`));
    if (there.length > 0) continue;
    const given = columns.filter((column) => column.name === mine || isGiven(column, table));
    const values = given.map((column) =>
      column.name === mine ? me : valueFor(column, table, ports.clock.now()),
    );
    const list = sql.join(
      given.map((column) => id(column.name)),
      sql`, `,
    );
    await unchecked(db, sql`INSERT INTO ${table} (${list}) VALUES (${sql.join(values, sql`, `)})`);
    filled.push(name);
  }
  return filled;
}

/** Other words there would be other facts. */
const coded = new Set(['cards.gateway_id']);
/** What the account wrote, and other functions than the list of steps take out. */
const inContent = new Set(
  Object.entries(elsewhere)
    .filter(([, by]) => by === 'remains' || by === 'documents')
    .map(([column]) => column),
);

/** Puts words into every text column of the account's rows that has to be erased. Returns the columns. */
export async function plantWords({ db }: Deps, { id: accountId }: Person): Promise<Set<string>> {
  const places = new Set<string>();
  const plant = async (table: PgTable, column: AnyPgColumn, where: SQL) => {
    const full = `${nameOf(table)}.${column.name}`;
    if (!hasWords(column) || coded.has(full) || column.primary) return;
    const words = sql`${`${planted} ${full} `} || md5(ctid::text)`;
    await unchecked(db, sql`UPDATE ${table} SET ${id(column.name)} = ${words} WHERE ${where}`);
    places.add(full);
  };
  for (const { table, where, set } of [...personSteps, ...lastSteps]) {
    // What they say is looked for as it is, and leads to the person.
    if (table === accounts || table === sessions) continue;
    const own = table as unknown as Readonly<Record<string, AnyPgColumn>>;
    const taken = set ? Object.keys(set).map((property) => own[property]!) : getTableConfig(table).columns;
    for (const column of taken) await plant(table, column, where(accountId));
  }
  for (const table of tables)
    for (const mine of referencesOf(table))
      for (const column of getTableConfig(table).columns)
        if (inContent.has(`${nameOf(table)}.${column.name}`))
          await plant(table, column, sql`${id(mine)} = ${accountId}::uuid`);
  return places;
}

/** The whole database as text, a line for each row. */
export async function dump({ db }: Pick<Deps, 'db'>): Promise<string[]> {
  const lines: string[] = [];
  for (const table of tables) {
    const rows = await fetchRows<{ line: string }>(
      db.execute(sql`SELECT row_to_json(t)::text AS line FROM ${table} t`),
    );
    lines.push(...rows.map(({ line }) => `${nameOf(table)} ${line}`));
  }
  return lines;
}
