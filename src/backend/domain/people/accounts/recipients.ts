import { inArray } from 'drizzle-orm';
import type { Ctx } from '../../../kernel/context.ts';
import { sessions } from '../../../db/schema/accounts.ts';
import { rooms } from '../../../kernel/hub.ts';
import { placesClosedBy } from '../../base/access/block-rules.ts';
import { wasSeenIn } from '../../base/access/last-seen.ts';

/**
 * The rooms in which these accounts may be notified of something `fromId` did: all their connections, except
 * from places `fromId` blocks. Most creators block none; then these are simply the accounts' own rooms,
 * after one small query.
 */
export async function recipientRooms(ctx: Ctx, fromId: string, toIds: readonly string[]): Promise<string[]> {
  if (toIds.length === 0) return [];
  const closed = await placesClosedBy(ctx, fromId);
  if (closed.size === 0) return toIds.map(rooms.account);
  // A session's address is the one it last connected from (`sockets.ts`).
  const open = await ctx.db
    .select({ id: sessions.id, ip: sessions.ip, country: sessions.country, places: sessions.places })
    .from(sessions)
    .where(inArray(sessions.accountId, [...toIds]));
  return open
    .filter((session) => !wasSeenIn(ctx, session, closed))
    .map((session) => rooms.session(session.id));
}
