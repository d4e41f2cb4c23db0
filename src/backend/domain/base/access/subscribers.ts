import { and, eq, sql } from 'drizzle-orm';
import { type Ctx, now } from '../../../kernel/context.ts';
import { idList } from '../../../db/prepared.ts';
import { subscriptions } from '../../../db/schema/subscriptions.ts';
import { live } from './access.ts';

/** Those of the accounts that subscribe to the creator now. */
export async function subscribersAmong(
  ctx: Ctx,
  ownerId: string,
  accountIds: readonly string[],
): Promise<Set<string>> {
  if (accountIds.length === 0) return new Set();
  const rows = await ctx.db
    .selectDistinct({ id: subscriptions.userId })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.performerId, ownerId),
        sql`${subscriptions.userId} = ANY (${idList(accountIds)}::text::uuid[])`,
        sql`${live}${now(ctx).toISOString()}::timestamptz`,
      ),
    );
  return new Set(rows.map(({ id }) => id));
}
