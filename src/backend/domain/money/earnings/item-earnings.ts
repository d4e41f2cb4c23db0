import type { Cents } from '#lib/units.ts';
import type { Ctx, UserCtx } from '../../../kernel/context.ts';
import { type EarningKind, type OfCreator, sumByItemId } from './rows-query.ts';

/**
 * What each of a creator's items has earned so far, in cents, after commission and refunds: the same rows that
 * the statistics and the earnings add up for a range of days. Items that earned nothing are omitted.
 */
export async function loadItemEarnings(
  ctx: Ctx,
  { performerId, kind }: OfCreator,
  itemIds: readonly string[],
): Promise<Map<string, Cents>> {
  if (itemIds.length === 0) return new Map();
  const rows = await sumByItemId(ctx.db, { performerId, kind }, itemIds);
  return new Map(rows.map(({ id, net }) => [id, Number(net)]));
}

/** The same of the viewer's items. */
export const earnedByItem = (
  ctx: UserCtx,
  kind: EarningKind,
  itemIds: readonly string[],
): Promise<Map<string, Cents>> => loadItemEarnings(ctx, { performerId: ctx.viewer.id, kind }, itemIds);
