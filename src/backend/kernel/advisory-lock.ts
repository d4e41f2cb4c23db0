import { sql } from 'drizzle-orm';
import type { Ctx } from './context.ts';

/**
 * Locks a name until the end of the transaction, so that what is done under it happens one at a time. For what has no row
 * to lock.
 */
export const lockName = (tx: Ctx, name: string): PromiseLike<unknown> =>
  tx.db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
