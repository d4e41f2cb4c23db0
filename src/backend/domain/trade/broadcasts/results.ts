import { desc, eq, sql } from 'drizzle-orm';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { broadcasts } from '../../../db/schema/broadcasts.ts';
import { canMeet } from '../../base/access/block-rules.ts';
import { performerCards } from '../../people/accounts/profile-cards.ts';
import { earnedByItem } from '../../money/earnings/item-earnings.ts';
import { type BroadcastRow, broadcastView, broadcastViews } from './presenters.ts';
import { countRead, rowsBehind, selectBehind, selectSold } from './results-query.ts';
import { findOwn } from './writing.ts';
import { cappedTotal, rowsWhere } from '../../../kernel/paging.ts';

export async function listBroadcasts(
  ctx: UserCtx,
  { query }: ParsedInput<'GET /broadcasts'>,
): Promise<ReplySource<'GET /broadcasts'>> {
  const rows = await ctx.db
    .select()
    .from(broadcasts)
    .where(eq(broadcasts.performerId, ctx.viewer.id))
    .orderBy(desc(broadcasts.createdAt), desc(broadcasts.id))
    .limit(query.limit)
    .offset(query.offset);
  const all = rowsWhere(ctx, broadcasts, eq(broadcasts.performerId, ctx.viewer.id));
  return { data: await broadcastViews(ctx, rows), total: await cappedTotal(ctx, all, query) };
}

/** The creator's share of the sales of these copies, in cents. */
async function loadRevenue(ctx: UserCtx, row: BroadcastRow): Promise<number> {
  if (row.price === 0) return 0;
  const sold = await selectSold(ctx.db, row.id);
  const earned = await earnedByItem(
    ctx,
    'message',
    sold.map(({ id }) => id),
  );
  return [...earned.values()].reduce((sum, cents) => sum + cents, 0);
}

/** @throws AppError 404 */
export async function getResults(ctx: UserCtx, id: string): Promise<ReplySource<'GET /broadcasts/:id'>> {
  const row = await findOwn(ctx, id);
  const counts = await countRead(ctx.db, id);
  return {
    ...(await broadcastView(ctx, row)),
    seen: counts?.seen ?? 0,
    bought: counts?.bought ?? 0,
    revenue: await loadRevenue(ctx, row),
  };
}

/**
 * Lists the fans behind one of the figures, without those who have been blocked on either side since.
 * @throws AppError 404
 */
export async function listRecipients(
  ctx: UserCtx,
  { params, query }: ParsedInput<'GET /broadcasts/:id/recipients'>,
): Promise<ReplySource<'GET /broadcasts/:id/recipients'>> {
  await findOwn(ctx, params.id);
  const behind = { id: params.id, figure: query.rows, visible: canMeet(ctx, sql`r.account_id`) ?? sql`true` };
  const rows = await selectBehind(ctx.db, behind, query);
  const cards = await performerCards(
    ctx,
    rows.map(({ id }) => id),
  );
  const data = rows.flatMap((row) => {
    const user = cards.get(row.id);
    if (!user) return [];
    const { id: _id, state, conversation: conversationId, at: deliveredAt, paid } = row;
    return [
      {
        _id,
        user,
        state,
        conversationId,
        deliveredAt,
        isSeen: row.seen ?? false,
        paid: paid === null ? null : Number(paid),
      },
    ];
  });
  return { data, total: await cappedTotal(ctx, rowsBehind(behind), query) };
}
