import type { PerformerCard } from '#contract/core/schemas.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { planCut } from '../../../kernel/local-days.ts';
import { performerCards } from '../../people/accounts/profile-cards.ts';
import type { SubscriptionRow } from './slots.ts';
import { countFailed, countLost, selectNewest } from './subscriber-news-query.ts';

/** Subscriptions to the viewer whose renewal failed, counted up to `most`, and when the next attempt is. */
export async function failedRenewals(
  ctx: UserCtx,
  most: number,
): Promise<{ count: number; deadline: Date | null }> {
  const row = await countFailed(ctx.db, ctx.viewer.id, most);
  return { count: row?.count ?? 0, deadline: row?.deadline ? new Date(row.deadline) : null };
}

interface Newest {
  readonly user: PerformerCard;
  readonly type: SubscriptionRow['type'];
  readonly startedAt: string;
}

/** The viewer's newest subscribers, without closed accounts and people one of both blocked. */
export async function newestSubscribers(ctx: UserCtx, count: number): Promise<Newest[]> {
  const rows = await selectNewest(ctx.db, ctx.viewer.id, count);
  const cards = await performerCards(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id, type, at }) => {
    const user = cards.get(id);
    return user ? [{ user, type, startedAt: new Date(at).toISOString() }] : [];
  });
}

/** The viewer's subscriptions whose paid time ended for good on each of their days; as the earnings count them. */
export const lostByDay = (ctx: UserCtx, { from, to }: { from: string; to: string }) =>
  countLost(ctx.db, ctx.viewer.id, { cut: planCut(ctx, { from, to }), from, to });
