import type { SQL } from 'drizzle-orm';
import { placesClosedBy } from './block-rules.ts';
import { unknownCountry } from '#lib/country-names.ts';
import { justOne, lastConnections } from './last-seen-query.ts';
import type { Ctx } from '../../../kernel/context.ts';

/** Where a session was last used from, as its row keeps it. */
export interface Seen {
  readonly ip: string;
  readonly country: string | null;
  readonly places: readonly string[] | null;
}

/** The country a session last connected from, or `unknownCountry`. */
export const countrySeen = (
  { ports: { geo } }: Pick<Ctx, 'ports'>,
  { ip, country }: Pick<Seen, 'ip' | 'country'>,
): string => country ?? geo.locate(ip).country ?? unknownCountry;

/** Whether a session last connected from one of these places. */
export const wasSeenIn = (ctx: Pick<Ctx, 'ports'>, seen: Seen, closed: ReadonlySet<string>): boolean =>
  (seen.places ?? [countrySeen(ctx, seen)]).some((code) => closed.has(code));

/**
 * Returns the accounts among `people` (a SELECT of ids) that are in one of these places, judged by where they
 * last connected from, or else by their profile.
 */
export async function lastSeenWithin(ctx: Ctx, people: SQL, closed: ReadonlySet<string>): Promise<string[]> {
  const rows = await lastConnections(ctx.db, people);
  return rows.flatMap(({ id, home, ip, country, places }) => {
    const isThere =
      ip === null ? home !== null && closed.has(home) : wasSeenIn(ctx, { ip, country, places }, closed);
    return isThere ? [id] : [];
  });
}

/** Those of the creators whose page is closed where the account was last seen. */
export async function closedTo(
  ctx: Ctx,
  accountId: string,
  ownerIds: readonly string[],
): Promise<Set<string>> {
  const closing = new Set<string>();
  for (const ownerId of ownerIds) {
    const closed = await placesClosedBy(ctx, ownerId);
    if (closed.size === 0) continue;
    if ((await lastSeenWithin(ctx, justOne(accountId), closed)).length > 0) closing.add(ownerId);
  }
  return closing;
}
