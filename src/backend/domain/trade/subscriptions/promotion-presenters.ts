import { sql } from 'drizzle-orm';
import type { Promotion } from '#contract/trade/promotions.ts';
import { type Ctx, type UserCtx, now } from '../../../kernel/context.ts';
import { fetchRows } from '../../../db/db.ts';
import { idList } from '../../../db/prepared.ts';
import type { promotions } from '../../../db/schema/promotions.ts';

export type PromotionRow = typeof promotions.$inferSelect;

/** A promotion's state by the clock and its remaining uses, so that no job has to update it. */
export function promotionState(
  row: Pick<PromotionRow, 'endedAt' | 'endsAt' | 'maxUses' | 'uses'>,
  time: Date,
): Promotion['state'] {
  if (row.endedAt || (row.endsAt && row.endsAt <= time)) return 'ended';
  return row.maxUses !== null && row.uses >= row.maxUses ? 'used_up' : 'running';
}
export const remainingUses = ({ maxUses, uses }: Pick<PromotionRow, 'maxUses' | 'uses'>): number | null =>
  maxUses === null ? null : maxUses - uses;

interface Brought {
  id: string;
  subscribers: number;
  earned: string;
}

/**
 * What each promotion brought in: users who are subscribed now, and the creator's share of their later
 * subscription payments according to the ledger.
 */
async function broughtBy(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Brought>> {
  const rows = await fetchRows<Brought>(
    ctx.db.execute(sql`
    SELECT o.id, count(*) FILTER (WHERE taken.subscribes)::int AS subscribers, coalesce(sum(taken.earned), 0) AS earned
    FROM promotions o JOIN LATERAL (
      SELECT EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = u.account_id AND s.performer_id = o.performer_id
          AND s.state IN ('active', 'past_due', 'cancelled') AND s.period_end > ${now(ctx).toISOString()}::timestamptz) AS subscribes,
        (SELECT sum(p.amount) FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id JOIN ledger_accounts a ON a.id = p.account_id
          WHERE t.actor_id = u.account_id AND t.performer_id = o.performer_id AND t.subject = 'subscription' AND t.created_at >= u.created_at
            AND a.kind = 'earnings' AND a.owner_id = o.performer_id) AS earned
      FROM promotion_uses u WHERE u.promotion_id = o.id AND u.state = 'used') AS taken ON true
    WHERE o.id = ANY (${idList(ids)}::uuid[]) GROUP BY o.id`),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Offers and trial links as their creator sees them. */
export async function promotionViews(ctx: UserCtx, rows: readonly PromotionRow[]): Promise<Promotion[]> {
  const brought = await broughtBy(
    ctx,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    _id: row.id,
    kind: row.kind,
    percent: row.percent,
    days: row.days,
    plan: row.plan,
    audience: row.audience,
    code: row.code,
    message: row.message,
    state: promotionState(row, now(ctx)),
    endsAt: row.endsAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    maxUses: row.maxUses,
    uses: row.uses,
    left: remainingUses(row),
    subscribers: brought.get(row.id)?.subscribers ?? 0,
    earned: Number(brought.get(row.id)?.earned ?? 0),
    createdAt: row.createdAt.toISOString(),
  }));
}

export async function promotionView(ctx: UserCtx, row: PromotionRow): Promise<Promotion> {
  const [view] = await promotionViews(ctx, [row]);
  if (!view) throw new Error(`promotion ${row.id} has no view`);
  return view;
}
