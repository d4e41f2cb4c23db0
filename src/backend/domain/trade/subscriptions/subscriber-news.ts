import { sql } from 'drizzle-orm';
import type { PerformerCard } from '#contract/core/schemas.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { dayAt, planCut } from '../../../kernel/local-days.ts';
import { fetchRows } from '../../../db/db.ts';
import { unblocked } from '../../base/access/block-rules.ts';
import { performerCards } from '../../people/accounts/profile-cards.ts';
import type { SubscriptionRow } from './slots.ts';

/** Subscriptions to the viewer whose renewal failed, counted up to `most`, and when the next attempt is. */
export async function failedRenewals(
  ctx: UserCtx,
  most: number,
): Promise<{ count: number; deadline: Date | null }> {
  const [row] = await fetchRows<{ count: number; deadline: string | null }>(
    ctx.db.execute(sql`
    SELECT count(*)::int AS count, min(next_attempt_at) AS deadline FROM (
      SELECT next_attempt_at FROM subscriptions WHERE performer_id = ${ctx.viewer.id} AND state = 'past_due' LIMIT ${most}) AS failed`),
  );
  return { count: row?.count ?? 0, deadline: row?.deadline ? new Date(row.deadline) : null };
}

interface Newest {
  readonly user: PerformerCard;
  readonly type: SubscriptionRow['type'];
  readonly startedAt: string;
}

/** The viewer's newest subscribers, without closed accounts and people one of both blocked. */
export async function newestSubscribers(ctx: UserCtx, count: number): Promise<Newest[]> {
  const rows = await fetchRows<{ id: string; type: SubscriptionRow['type']; at: string | Date }>(
    ctx.db.execute(sql`
    SELECT s.user_id AS id, s.type, s.started_at AS at FROM subscriptions s JOIN accounts a ON a.id = s.user_id
    WHERE s.performer_id = ${ctx.viewer.id} AND s.state <> 'incomplete' AND s.state <> 'expired' AND a.suspended_at IS NULL
      AND ${unblocked(sql`s.user_id`, sql`s.performer_id`)}
    ORDER BY s.started_at DESC, s.id DESC LIMIT ${count}`),
  );
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
  fetchRows<{ day: string; count: number }>(
    ctx.db.execute(sql`
    SELECT ${dayAt(planCut(ctx, { from, to }), sql`s.period_end`)} AS day, count(*)::int AS count FROM subscriptions s
    WHERE s.performer_id = ${ctx.viewer.id} AND s.state = 'expired' AND s.period_end >= ${from}::timestamptz AND s.period_end < ${to}::timestamptz
      AND EXISTS (SELECT 1 FROM ledger_transactions p WHERE p.subject_id = s.id AND p.performer_id = s.performer_id AND p.kind = 'subscription')
    GROUP BY 1`),
  );
