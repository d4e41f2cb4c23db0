import { eq } from 'drizzle-orm';
import type { Ctx } from '../../../kernel/context.ts';
import { performers } from '../../../db/schema/creators.ts';
import { notFound } from '../../../kernel/errors.ts';

export type CreatorRow = typeof performers.$inferSelect;

/**
 * Locks a creator's row until the end of the transaction, so that counters and pinned posts change one at a time.
 * Lock files before it and items after it.
 * @throws AppError 404
 */
export async function lockCreator(tx: Ctx, performerId: string): Promise<CreatorRow> {
  const [row] = await tx.db
    .select()
    .from(performers)
    .where(eq(performers.accountId, performerId))
    .for('no key update');
  if (!row) throw notFound();
  return row;
}
