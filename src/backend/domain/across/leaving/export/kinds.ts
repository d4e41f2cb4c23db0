import { type SQL, or, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';

/**
 * One kind of data in an export: the rows of a table in which one of `mine` is the person. Columns that refer
 * to accounts are written as display names.
 */
export interface Exported {
  /** The file's name in the ZIP, without its ending. */
  readonly file: string;
  readonly table: PgTable;
  /** The columns that hold the person's account. */
  readonly mine: readonly AnyPgColumn[];
  readonly where: (accountId: string) => SQL | undefined;
  /** Columns left out: secrets, keys of our own and of providers, and what belongs to someone else. */
  readonly omit: readonly string[];
  /** Also written as a spreadsheet. */
  readonly csv: boolean;
}
interface More {
  readonly omit?: readonly string[];
  readonly csv?: boolean;
  /** Narrows the rows further. */
  readonly also?: SQL;
}

type Columns = readonly [AnyPgColumn, ...AnyPgColumn[]];

const is = (column: AnyPgColumn, accountId: string): SQL => sql`${column} = ${accountId}::uuid`;

export function rows(name: string, mine: Columns, more: More = {}): Exported {
  const [{ table }] = mine;
  const { omit = [], csv = false, also } = more;
  const where = (accountId: string) => {
    const own = or(...mine.map((column) => is(column, accountId)));
    return also ? sql`(${own}) AND ${also}` : own;
  };
  return { file: name, table, mine, where, omit, csv };
}

/** Rows without an account of their own, which belong to a row that has one: `key` is `parentKey` there. */
export function parts(
  name: string,
  { key, parentKey, mine }: { key: AnyPgColumn; parentKey: AnyPgColumn; mine: Columns },
  { omit = [], csv = false }: More = {},
): Exported {
  const where = (accountId: string) => {
    const own = or(...mine.map((column) => is(column, accountId)));
    return sql`${key} IN (SELECT ${parentKey} FROM ${parentKey.table} WHERE ${own})`;
  };
  return { file: name, table: key.table, mine: [], where, omit, csv };
}
export const csv = { csv: true } as const;
