import { and, inArray, or, eq } from 'drizzle-orm';
import type { Ctx } from '../../../kernel/context.ts';
import { auctions } from '../../../db/schema/auctions.ts';
import { rooms } from '../../../kernel/hub.ts';

/** After one account blocks another, neither gets updates about the other's auctions. */
export async function stopWatching(tx: Ctx, a: string, b: string): Promise<void> {
  const open = inArray(auctions.state, ['scheduled', 'live']);
  const rows = await tx.db
    .select({ id: auctions.id, performerId: auctions.performerId })
    .from(auctions)
    .where(and(open, or(eq(auctions.performerId, a), eq(auctions.performerId, b))));
  for (const { id, performerId } of rows)
    tx.leave(rooms.account(performerId === a ? b : a), rooms.auction(id));
}
