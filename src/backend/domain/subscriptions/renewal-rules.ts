import { and, desc, eq, isNull, or } from 'drizzle-orm';
import type { Ctx } from '../../kernel/context.ts';
import { accountBlocks, accounts, countryBlocks, performers, sessions } from '../../db/schema.ts';
import { seenIn } from '../accounts/sessions.ts';
import type { SubscriptionRow } from './slots.ts';

/** Did the creator close the country that the fan was last seen in? */
async function isFromClosedCountry(
  tx: Ctx,
  { userId, performerId }: Pick<SubscriptionRow, 'userId' | 'performerId'>,
): Promise<boolean> {
  const closed = await tx.db
    .select({ country: countryBlocks.country })
    .from(countryBlocks)
    .where(eq(countryBlocks.blockerId, performerId));
  if (closed.length === 0) return false;
  const [seen] = await tx.db
    .select({ ip: sessions.ip, country: sessions.country })
    .from(sessions)
    .where(eq(sessions.accountId, userId))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(1);
  // Logged out everywhere, they are nowhere: that is no reason to end what they pay for.
  return seen !== undefined && closed.some((row) => row.country === seenIn(tx, seen));
}

/** After a block, either way, from a closed country, or once the creator is gone, a subscription runs out and isn't charged again. */
export async function mayRenew(tx: Ctx, { userId, performerId }: SubscriptionRow): Promise<boolean> {
  const [block] = await tx.db
    .select({ blocker: accountBlocks.blockerId })
    .from(accountBlocks)
    .where(
      or(
        and(eq(accountBlocks.blockerId, userId), eq(accountBlocks.blockedId, performerId)),
        and(eq(accountBlocks.blockerId, performerId), eq(accountBlocks.blockedId, userId)),
      ),
    )
    .limit(1);
  if (block || (await isFromClosedCountry(tx, { userId, performerId }))) return false;
  const [creator] = await tx.db
    .select({ id: accounts.id })
    .from(accounts)
    .innerJoin(performers, eq(performers.accountId, accounts.id))
    .where(
      and(eq(accounts.id, performerId), isNull(accounts.suspendedAt), eq(performers.verified, 'approved')),
    );
  return creator !== undefined;
}
