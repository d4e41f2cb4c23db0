import { type SQL, getTableColumns, or, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../../../../db/db.ts';

/** What happens to one kind of rows of a deleted account. Repeating it changes nothing. */
export interface Step {
  readonly table: PgTable;
  /** Which rows are meant. */
  readonly where: (accountId: string) => SQL;
  /** The columns that refer to the account, where the rows are deleted. */
  readonly mine: readonly AnyPgColumn[];
  /** Null: the rows are deleted. Otherwise the columns that are overwritten, by their property's name. */
  readonly set: Readonly<Record<string, SQL>> | null;
}

type Columns = readonly [AnyPgColumn, ...AnyPgColumn[]];

const matchesAny =
  (columns: readonly AnyPgColumn[]) =>
  (accountId: string): SQL =>
    or(...columns.map((column) => sql`${column} = ${accountId}::uuid`)) ?? sql`false`;

/** Rows in which one of the columns is the account. */
export const gone = (...mine: Columns): Step => ({
  table: mine[0].table,
  where: matchesAny(mine),
  mine,
  set: null,
});

export const cleared = (column: AnyPgColumn, set: Readonly<Record<string, SQL>>): Step => ({
  table: column.table,
  where: matchesAny([column]),
  mine: [],
  set,
});

/** Rows of a row that is the account's: `key` is `parentKey` there, and one of `mine` the account. */
export const inside =
  (key: AnyPgColumn, parentKey: AnyPgColumn, mine: Columns) =>
  (accountId: string): SQL =>
    sql`${key} IN (SELECT ${parentKey} FROM ${parentKey.table} WHERE ${matchesAny(mine)(accountId)})`;

/** Deletes or overwrites the rows of a step. */
export async function runStep(db: Db, { table, where, set }: Step, accountId: string): Promise<void> {
  if (!set) {
    await db.delete(table).where(where(accountId));
    return;
  }
  const columns = getTableColumns(table);
  // The builder would leave out what it doesn't know.
  for (const name of Object.keys(set)) if (!(name in columns)) throw new Error(`there is no column ${name}`);
  await db.update(table).set(set).where(where(accountId));
}
