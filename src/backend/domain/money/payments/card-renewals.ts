import { and, asc, eq, inArray, notInArray } from 'drizzle-orm';
import type { SavedCard } from '#contract/money/payments.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import type { cards } from '../../../db/schema/payments.ts';
import { subscriptions } from '../../../db/schema/subscriptions.ts';

type StoredCard = Pick<typeof cards.$inferSelect, 'id' | 'isDefault' | 'gateway'>;

/**
 * Whose subscriptions renew with which of the viewer's cards: their own card while it is saved, else the
 * default.
 */
export async function renewalsByCard(
  ctx: UserCtx,
  kept: readonly StoredCard[],
): Promise<Map<string, SavedCard['renews']>> {
  const usable = kept.filter((card) => card.gateway === ctx.ports.payments.name);
  const renewing = and(
    eq(subscriptions.userId, ctx.viewer.id),
    inArray(subscriptions.state, ['active', 'past_due']),
    notInArray(subscriptions.type, ['free', 'gift']),
  );
  const rows = await ctx.db
    .select({ cardId: subscriptions.cardId, _id: accounts.id, name: accounts.name })
    .from(subscriptions)
    .innerJoin(accounts, eq(accounts.id, subscriptions.performerId))
    .where(renewing)
    .orderBy(asc(subscriptions.startedAt), asc(subscriptions.id));
  const found = new Map<string, SavedCard['renews']>();
  for (const { cardId, ...creator } of rows) {
    const card = usable.find(({ id }) => id === cardId) ?? usable.find(({ isDefault }) => isDefault);
    if (card) found.set(card.id, [...(found.get(card.id) ?? []), creator]);
  }
  return found;
}
