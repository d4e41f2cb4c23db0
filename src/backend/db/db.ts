import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema.ts';

/**
 * Either host's database: node-postgres on the server, PGlite in the browser; also an open transaction of it.
 */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

/** Rows of a raw query, whichever driver answered. */
export async function rowsOf<Row>(result: PromiseLike<unknown>): Promise<Row[]> {
  return ((await result) as { rows: Row[] }).rows;
}

/**
 * The SQLSTATE behind a failed query (`23505` unique, `23514` check …), or null when it wasn't the database
 * that failed.
 */
export function sqlState(error: unknown): string | null {
  const cause = (error as { cause?: { code?: unknown } } | null)?.cause ?? error;
  const code = (cause as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}
