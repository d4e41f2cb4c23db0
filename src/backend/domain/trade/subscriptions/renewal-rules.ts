import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Ctx } from '../../../kernel/context.ts';
import { accounts, sessions } from '../../../db/schema/accounts.ts';
import { performers } from '../../../db/schema/creators.ts';
import { placesClosedBy, unblocked } from '../../base/access/block-rules.ts';
import { wasSeenIn } from '../../base/access/last-seen.ts';
import type { SubscriptionRow } from './slots.ts';

/** Whether the creator blocks the place the fan was last seen in. */
async function isFromClosedPlace(
  tx: Ctx,
  { userId, performerId }: Pick<SubscriptionRow, 'userId' | 'performerId'>,
): Promise<boolean> {
  const closed = await placesClosedBy(tx, performerId);
  if (closed.size === 0) return false;
  const [seen] = await tx.db
    .select({ ip: sessions.ip, country: sessions.country, places: sessions.places })
    .from(sessions)
    .where(eq(sessions.accountId, userId))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(1);
  // A fan who is logged out everywhere has no place, which is no reason to end a subscription they pay for.
  return seen !== undefined && wasSeenIn(tx, seen, closed);
}

/** Nobody pays for what they closed their account to. */
async function isDeactivated(tx: Ctx, accountId: string): Promise<boolean> {
  const [fan] = await tx.db
    .select({ deactivatedAt: accounts.deactivatedAt })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return fan?.deactivatedAt != null;
}

/**
 * Whether a subscription may renew: not after a block in either direction, from a blocked place, if the
 * creator is gone, or if the fan deactivated their account.
 */
export async function mayRenew(tx: Ctx, { userId, performerId }: SubscriptionRow): Promise<boolean> {
  if (await isFromClosedPlace(tx, { userId, performerId })) return false;
  if (await isDeactivated(tx, userId)) return false;
  const [creator] = await tx.db
    .select({ id: accounts.id })
    .from(accounts)
    .innerJoin(performers, eq(performers.accountId, accounts.id))
    .where(
      and(
        eq(accounts.id, performerId),
        isNull(accounts.suspendedAt),
        eq(performers.verified, 'approved'),
        unblocked(sql`${userId}::uuid`, sql`${performerId}::uuid`),
      ),
    );
  return creator !== undefined;
}
