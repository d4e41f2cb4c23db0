import { type SQL, or, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';

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

const columnName = (table: PgTable, property: string): string => {
  const column = (table as unknown as Record<string, AnyPgColumn | undefined>)[property];
  if (!column) throw new Error(`there is no column ${property}`);
  return column.name;
};

/** The statement of a step. */
export function buildStatement({ table, where, set }: Step, accountId: string): SQL {
  if (!set) return sql`DELETE FROM ${table} WHERE ${where(accountId)}`;
  const sets = Object.entries(set).map(
    ([name, to]) => sql`${sql.identifier(columnName(table, name))} = ${to}`,
  );
  return sql`UPDATE ${table} SET ${sql.join(sets, sql`, `)} WHERE ${where(accountId)}`;
}
