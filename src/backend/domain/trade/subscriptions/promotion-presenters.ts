import type { Promotion } from '#contract/trade/promotions.ts';
import { type Ctx, type UserCtx, now } from '../../../kernel/context.ts';
import type { promotions } from '../../../db/schema/promotions.ts';
import { selectBrought } from './promotions-query.ts';

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

/**
 * What each promotion brought in: users who are subscribed now, and the creator's share of their later
 * subscription payments according to the ledger.
 */
async function broughtBy(ctx: Ctx, ids: readonly string[]) {
  const rows = await selectBrought(ctx.db, ids, now(ctx).toISOString());
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
