import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Db } from './db.ts';

const dialect = new PgDialect();

/**
 * One SQL statement for a hot path, built once for the process and planned once a connection under its name.
 * Unlike a prepared query builder it costs nothing to use inside a transaction. Values fill the
 * `sql.placeholder`s; rows come as the driver gives them: bigint as text, times as text.
 */
export function statement<Row, Values extends Record<string, unknown>>(
  name: string,
  text: SQL,
): (db: Db, values: Values) => Promise<Row[]> {
  const query = dialect.sqlToQuery(text);
  return async (db, values) => {
    const result: unknown = await db._.session.prepareQuery(query, undefined, name, false).execute(values);
    return (result as { rows: Row[] }).rows;
  };
}
