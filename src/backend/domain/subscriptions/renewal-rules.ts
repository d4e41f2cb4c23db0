import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Ctx } from '../../kernel/context.ts';
import { accounts, sessions } from '../../db/schema/accounts.ts';
import { performers } from '../../db/schema/creators.ts';
import { countriesClosedBy, unblocked } from '../access/block-rules.ts';
import { seenIn } from '../accounts/sessions.ts';
import type { SubscriptionRow } from './slots.ts';

/** Whether the creator blocks the country the fan was last seen in. */
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
  // A fan who is logged out everywhere has no country, which is no reason to end a subscription they pay for.
  return seen !== undefined && closed.has(seenIn(tx, seen));
}

/**
 * Whether a subscription may renew: not after a block in either direction, from a blocked country, or if the
 * creator is gone.
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
