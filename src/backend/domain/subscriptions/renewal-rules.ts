import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Ctx } from '../../kernel/context.ts';
import { accounts, sessions } from '../../db/schema/accounts.ts';
import { performers } from '../../db/schema/creators.ts';
import { countriesClosedBy, unblocked } from '../access/block-rules.ts';
import { seenIn } from '../accounts/sessions.ts';
import type { SubscriptionRow } from './slots.ts';

/** Did the creator close the country that the fan was last seen in? */
async function isFromClosedCountry(
  tx: Ctx,
  { userId, performerId }: Pick<SubscriptionRow, 'userId' | 'performerId'>,
): Promise<boolean> {
  const closed = await countriesClosedBy(tx, performerId);
  if (closed.size === 0) return false;
  const [seen] = await tx.db
    .select({ ip: sessions.ip, country: sessions.country })
    .from(sessions)
    .where(eq(sessions.accountId, userId))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(1);
  // Logged out everywhere, they are nowhere: that is no reason to end what they pay for.
  return seen !== undefined && closed.has(seenIn(tx, seen));
}

/**
 * After a block, either way, from a closed country, or once the creator is gone, a subscription runs out and
 * isn't charged again.
 */
export async function mayRenew(tx: Ctx, { userId, performerId }: SubscriptionRow): Promise<boolean> {
  if (await isFromClosedCountry(tx, { userId, performerId })) return false;
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
