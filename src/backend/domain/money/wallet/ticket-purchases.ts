import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../kernel/context.ts';
import { purchaseFiles, purchases } from '../../../db/schema/wallet.ts';

export type Ticket = Pick<
  typeof purchases.$inferSelect,
  'accountId' | 'transactionId' | 'price' | 'createdAt'
>;

const isTicket = (streamId: string) =>
  and(eq(purchases.kind, 'stream'), eq(purchases.itemId, streamId), isNull(purchases.reversedAt));

/** The tickets of a stream that weren't refunded. */
export const listTickets = (ctx: Ctx, streamId: string): Promise<Ticket[]> =>
  ctx.db
    .select({
      accountId: purchases.accountId,
      transactionId: purchases.transactionId,
      price: purchases.price,
      createdAt: purchases.createdAt,
    })
    .from(purchases)
    .where(isTicket(streamId))
    .orderBy(asc(purchases.id));

/** Adds a file, such as the replay, to what the tickets of a stream include. */
export async function addFileToTickets(tx: Ctx, streamId: string, fileId: string): Promise<void> {
  const sold = await tx.db
    .select({ purchaseId: purchases.id, accountId: purchases.accountId })
    .from(purchases)
    .where(isTicket(streamId));
  if (sold.length > 0)
    await tx.db
      .insert(purchaseFiles)
      .values(sold.map((ticket) => ({ ...ticket, fileId })))
      .onConflictDoNothing();
}
