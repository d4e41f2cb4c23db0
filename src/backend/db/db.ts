import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/**
 * The database of either host (node-postgres on the server, PGlite in the browser), or an open transaction on
 * it.
 */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** The rows of a raw query, with either driver. */
export async function fetchRows<Row>(result: PromiseLike<unknown>): Promise<Row[]> {
  return ((await result) as { rows: Row[] }).rows;
}

/**
 * The SQLSTATE of a failed query (such as `23505`, unique violation), or null when the error isn't the
 * database's.
 */
export function sqlState(error: unknown): string | null {
  const cause = (error as { cause?: { code?: unknown } } | null)?.cause ?? error;
  const code = (cause as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}
