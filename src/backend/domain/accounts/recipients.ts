import { type SQL, inArray, sql } from 'drizzle-orm';
import type { Ctx } from '../../kernel/context.ts';
import { rowsOf } from '../../db/db.ts';
import { sessions } from '../../db/schema/accounts.ts';
import { rooms } from '../../kernel/hub.ts';
import { countriesClosedBy } from '../access/block-rules.ts';
import { seenIn } from './sessions.ts';

/**
 * The rooms in which these accounts may be notified of something `fromId` did: all their connections, except
 * from countries `fromId` blocks. Most creators block none; then these are simply the accounts' own rooms,
 * after one small query.
 */
export async function recipientRooms(ctx: Ctx, fromId: string, toIds: readonly string[]): Promise<string[]> {
  if (toIds.length === 0) return [];
  const closed = await countriesClosedBy(ctx, fromId);
  if (closed.size === 0) return toIds.map(rooms.account);
  // A session's address is the one it last connected from (`sockets.ts`).
  const open = await ctx.db
    .select({ id: sessions.id, ip: sessions.ip, country: sessions.country })
    .from(sessions)
    .where(inArray(sessions.accountId, [...toIds]));
  return open
    .filter((session) => !closed.has(seenIn(ctx, session)))
    .map((session) => rooms.session(session.id));
}

/**
 * Returns the accounts among `people` (a SELECT of ids) that are in one of these countries, judged by where
 * they last connected from, or else by their profile.
 */
export async function lastSeenWithin(
  ctx: Ctx,
  people: SQL,
  countries: ReadonlySet<string>,
): Promise<string[]> {
  const rows = await rowsOf<{ id: string; home: string | null; ip: string | null; country: string | null }>(
    ctx.db.execute(sql`
    SELECT DISTINCT ON (a.id) a.id, a.country AS home, s.ip, s.country FROM accounts a LEFT JOIN sessions s ON s.account_id = a.id
    WHERE a.id IN (${people}) ORDER BY a.id, s.last_seen_at DESC NULLS LAST`),
  );
  return rows.flatMap(({ id, home, ip, country }) => {
    const place = ip === null ? home : seenIn(ctx, { ip, country });
    return place !== null && countries.has(place) ? [id] : [];
  });
}
