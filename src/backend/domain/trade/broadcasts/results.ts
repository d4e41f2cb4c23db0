import { type SQL, desc, eq, sql } from 'drizzle-orm';
import type { BroadcastRows } from '#contract/trade/broadcasts/broadcasts.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { fetchRows } from '../../../db/db.ts';
import { broadcasts } from '../../../db/schema/broadcasts.ts';
import { canMeet } from '../../base/access/block-rules.ts';
import { performerCards } from '../../people/accounts/profile-cards.ts';
import { earnedByItem } from '../../money/earnings/item-earnings.ts';
import { type BroadcastRow, broadcastView, broadcastViews } from './presenters.ts';
import { findOwn } from './writing.ts';
import { cappedTotal } from '../../../kernel/paging.ts';

/** FROM and WHERE clauses for a broadcast's recipients, with what each one read and bought. */
const recipients = (id: string): SQL => sql`
  broadcast_recipients r
    LEFT JOIN conversation_members m ON m.conversation_id = r.conversation_id AND m.account_id = r.account_id
    LEFT JOIN purchases p ON p.kind = 'message' AND p.item_id = r.message_id AND p.reversed_at IS NULL
  WHERE r.broadcast_id = ${id}`;
const isSeen = sql`(r.state = 'delivered' AND m.read_seq >= r.seq)`;

const rowsBehind: Readonly<Record<BroadcastRows, SQL>> = {
  recipients: sql`true`,
  delivered: sql`r.delivered_at IS NOT NULL`,
  seen: isSeen,
  bought: sql`p.id IS NOT NULL`,
};

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
  const all = sql`SELECT 1 FROM broadcasts WHERE performer_id = ${ctx.viewer.id}`;
  return { data: await broadcastViews(ctx, rows), total: await cappedTotal(ctx, all, query) };
}

/** The creator's share of the sales of these copies, in cents. */
async function loadRevenue(ctx: UserCtx, row: BroadcastRow): Promise<number> {
  if (row.price === 0) return 0;
  const sold = await fetchRows<{ id: string }>(
    ctx.db.execute(sql`SELECT r.message_id AS id FROM ${recipients(row.id)} AND p.id IS NOT NULL`),
  );
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
  const [counts] = await fetchRows<{ seen: number; bought: number }>(
    ctx.db.execute(
      sql`SELECT count(*) FILTER (WHERE ${isSeen})::int AS seen, count(p.id)::int AS bought FROM ${recipients(id)}`,
    ),
  );
  return {
    ...(await broadcastView(ctx, row)),
    seen: counts?.seen ?? 0,
    bought: counts?.bought ?? 0,
    revenue: await loadRevenue(ctx, row),
  };
}

interface RecipientRow {
  readonly id: string;
  readonly state: 'waiting' | 'delivered' | 'skipped' | 'unsent';
  readonly conversation: string | null;
  readonly at: string | null;
  readonly seen: boolean | null;
  readonly paid: string | null;
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
  const from = sql`${recipients(params.id)} AND ${rowsBehind[query.rows]} AND ${canMeet(ctx, sql`r.account_id`)}`;
  const rows = await fetchRows<RecipientRow>(
    ctx.db.execute(sql`
    SELECT r.account_id AS id, r.state, r.conversation_id AS conversation, ${isSeen} AS seen, p.price AS paid,
      to_char(r.delivered_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
    FROM ${from} ORDER BY r.account_id LIMIT ${query.limit} OFFSET ${query.offset}`),
  );
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
  return { data, total: await cappedTotal(ctx, sql`SELECT 1 FROM ${from}`, query) };
}
