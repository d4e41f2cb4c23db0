import { type SQL, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { type AnyPgColumn, getTableConfig } from 'drizzle-orm/pg-core';
import type { CsvCell } from '#lib/csv.ts';
import type { Ctx } from '../../../../kernel/context.ts';
import { accounts } from '../../../../db/schema/accounts.ts';
import type { Exported } from './kinds.ts';

/** Rows read at a time, so that the largest account fits in memory. */
const PAGE = 500;

type Row = Record<string, unknown>;

const exportColumns = ({ table }: Exported): Readonly<Record<string, AnyPgColumn>> => getTableColumns(table);

/** The primary key, which pages continue after. */
function primaryKeyColumns({ table }: Exported): AnyPgColumn[] {
  const { columns, primaryKeys } = getTableConfig(table);
  return primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
}

/** The names of the columns that refer to accounts. */
function accountColumns({ table }: Exported): Set<string> {
  const references = getTableConfig(table).foreignKeys.map((key) => key.reference());
  return new Set(
    references
      .filter(({ foreignTable }) => foreignTable === accounts)
      .flatMap(({ columns }) => columns.map(({ name }) => name)),
  );
}

/** The rows after `last` in the order of the key. */
function after(keys: readonly AnyPgColumn[], names: ReadonlyMap<string, string>, last: Row | undefined) {
  if (!last) return undefined;
  const values = keys.map((key) => sql.param(last[names.get(key.name) ?? ''], key));
  return sql`(${sql.join(keys as AnyPgColumn[], sql`, `)}) > (${sql.join(values, sql`, `)})`;
}
const both = (one: SQL | undefined, other: SQL | undefined) => (other ? sql`(${one}) AND ${other}` : one);

async function loadNames(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await ctx.db
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .where(inArray(accounts.id, [...ids]));
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** The columns of an exported kind, as its rows name them. */
export const listHeads = (kind: Exported): string[] =>
  Object.keys(exportColumns(kind)).filter((name) => !kind.omit.includes(name));

/** The person's rows of one kind, a page at a time. Whoever else they name appears by display name alone. */
export async function* readPages(ctx: Ctx, kind: Exported, accountId: string): AsyncGenerator<Row[]> {
  const columns = exportColumns(kind);
  const names = new Map(Object.entries(columns).map(([name, column]) => [column.name, name]));
  const keys = primaryKeyColumns(kind);
  const people = accountColumns(kind);
  const heads = listHeads(kind);
  let last: Row | undefined;
  do {
    const page: Row[] = await ctx.db
      .select()
      .from(kind.table)
      .where(both(kind.where(accountId), after(keys, names, last)))
      .orderBy(...keys.map((key) => asc(key)))
      .limit(PAGE);
    const shown = heads.filter((head) => people.has(columns[head]?.name ?? ''));
    const ids = page.flatMap((row) => shown.map((head) => row[head])).filter((id) => typeof id === 'string');
    const displayed = await loadNames(ctx, [...new Set(ids)]);
    const written = (row: Row, head: string): unknown =>
      shown.includes(head) ? (displayed.get(String(row[head])) ?? null) : (row[head] ?? null);
    if (page.length > 0)
      yield page.map((row) => Object.fromEntries(heads.map((head) => [head, written(row, head)])));
    last = page.length === PAGE ? page.at(-1) : undefined;
  } while (last);
}

/** A value as a cell of a spreadsheet; lists and objects as JSON. */
export function toCell(value: unknown): CsvCell {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The account's own row, whose pictures have no row of their own. */
export async function loadPictures(ctx: Ctx, accountId: string) {
  const [row] = await ctx.db
    .select({ avatar: accounts.avatar, cover: accounts.cover })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return { avatar: row?.avatar ?? null, cover: row?.cover ?? null };
}
