import type { SQL } from 'drizzle-orm';
import type { Db } from './db.ts';
import { numberedQuery } from './numbered-query.ts';

/**
 * A SQL statement for a hot path, built once per process and planned once per connection under its name.
 * Unlike a prepared query builder, it costs nothing extra inside a transaction. Values fill the
 * `sql.placeholder`s. Rows come as the driver returns them: bigint and times as text.
 */
export function statement<Row, Values extends Record<string, unknown>>(
  name: string,
  text: SQL,
): (db: Db, values: Values) => Promise<Row[]> {
  const query = numberedQuery(text);
  return async (db, values) => {
    const result: unknown = await db._.session.prepareQuery(query, undefined, name, false).execute(values);
    return (result as { rows: Row[] }).rows;
  };
}
