import type { Cents } from '#lib/units.ts';
import { sql } from 'drizzle-orm';
import type { Ctx, UserCtx } from '../../../kernel/context.ts';
import { fetchRows } from '../../../db/db.ts';
import { idList } from '../../../db/prepared.ts';
import { amounts, isOfItem } from './rows.ts';

/** What is sold. Tips on a post or in a stream are part of what it earned. */
type EarningKind = 'feed' | 'video' | 'gallery' | 'product' | 'message' | 'stream' | 'auction';

interface OfCreator {
  readonly performerId: string;
  readonly kind: EarningKind;
}

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
  const rows = await fetchRows<{ id: string; net: string }>(
    ctx.db.execute(sql`
    SELECT t.subject_id AS id, sum(sums.net) AS net FROM ledger_transactions t ${amounts(performerId)}
    WHERE t.performer_id = ${performerId} AND t.subject_id = ANY (${idList(itemIds)}::text::uuid[])
      AND t.subject IN (${kind}, 'tip') AND ${isOfItem} GROUP BY t.subject_id`),
  );
  return new Map(rows.map(({ id, net }) => [id, Number(net)]));
}

/** The same of the viewer's items. */
export const earnedByItem = (
  ctx: UserCtx,
  kind: EarningKind,
  itemIds: readonly string[],
): Promise<Map<string, Cents>> => loadItemEarnings(ctx, { performerId: ctx.viewer.id, kind }, itemIds);
