import type { Cents } from '#lib/units.ts';
import type { OwnSubscription, Subscription } from '#contract/trade/subscriptions.ts';
import { isPaid } from '#lib/plans/bundles.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { type FoundSubscription, findOwnSubscriptions } from './own-subscriptions-query.ts';

/** Whether a subscription is charged again at the end of its period. */
export const renews = ({ type, state }: Pick<Subscription, 'type' | 'state'>): boolean =>
  isPaid(type) && (state === 'active' || state === 'past_due');

const toCents = (amount: string | null): Cents | null => (amount === null ? null : Number(amount));

const toOwnSubscription = (row: FoundSubscription): OwnSubscription => ({
  type: row.type,
  state: row.state,
  price: Number(row.price),
  periodEnd: new Date(row.period_end).toISOString(),
  renews: renews(row),
  nextType: row.next_type,
  nextPrice: toCents(row.next_price),
  retryAt: row.next_attempt_at === null ? null : new Date(row.next_attempt_at).toISOString(),
  isTrial: row.type === 'free' && row.trial,
  paid: isPaid(row.type) ? toCents(row.paid) : null,
});

/** The viewer's subscriptions to these creators that give access now, by creator. */
export async function ownSubscriptions(
  ctx: Ctx,
  performerIds: readonly string[],
): Promise<Map<string, OwnSubscription>> {
  if (!ctx.viewer || performerIds.length === 0) return new Map();
  const asked = { userId: ctx.viewer.id, performerIds, moment: now(ctx) };
  const rows = await findOwnSubscriptions(ctx.db, asked);
  return new Map(rows.map((row) => [row.performer_id, toOwnSubscription(row)]));
}
