import { type SQL, and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { type Ctx, type UserCtx, now } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { performers } from '../../../db/schema/creators.ts';
import { streamTips, streams } from '../../../db/schema/streams/streams.ts';
import { cutPage, encodeCursor, readCursor } from '../../../kernel/keyset.ts';
import { followedBy } from '../../base/access/access.ts';
import { canMeet } from '../../base/access/block-rules.ts';
import { unmutedBy } from '../../base/access/mute-rules.ts';
import { earnedByItem } from '../../money/earnings/item-earnings.ts';
import { soldByItem } from '../../base/ledger/sales.ts';
import { avatarUrl } from '../../people/accounts/profile-cards.ts';
import { type StreamRecord, presentStreams, selectStreams, viewStream } from './presenters.ts';
import { cappedTotal } from '../../../kernel/paging.ts';

type Query = ParsedInput<'GET /streaming/user/search'>['query'];
interface StreamPage {
  data: Stream[];
  total: number;
  nextCursor: string | null;
}

const stamp = (time: Date) => sql`${time.toISOString()}::timestamptz`;

/** Of creators the viewer follows or subscribes to; none for a visitor. */
const isFollowed = (ctx: Ctx): SQL =>
  ctx.viewer ? sql`${streams.performerId} IN (${followedBy(ctx.viewer.id, now(ctx))})` : sql`false`;

/** Streams of approved creators the viewer may meet. A locked stream is listed, with its ways in. */
const shownTo = (ctx: Ctx): SQL | undefined =>
  and(eq(performers.verified, 'approved'), isNull(accounts.suspendedAt), canMeet(ctx, streams.performerId));

/** Live ones by their start, the newest first; announced ones by their time, the next first. */
const orders = {
  live: {
    state: sql`${streams.state} IN ('live', 'interrupted')`,
    by: sql`${streams.startedAt} DESC, ${streams.id} DESC`,
    after: sql`(${streams.startedAt}, ${streams.id}) <`,
    timeOf: ({ stream }: StreamRecord) => stream.startedAt,
  },
  scheduled: {
    state: sql`${streams.state} = 'scheduled'`,
    by: sql`${streams.scheduledAt}, ${streams.id}`,
    after: sql`(${streams.scheduledAt}, ${streams.id}) >`,
    timeOf: ({ stream }: StreamRecord) => stream.scheduledAt,
  },
} as const;

/** Streams that are live or announced, as far as the viewer may know of them. */
export async function searchStreams(ctx: Ctx, query: Query): Promise<StreamPage> {
  const order = orders[query.state];
  const where = and(
    order.state,
    shownTo(ctx),
    query.performerId
      ? eq(streams.performerId, query.performerId)
      : unmutedBy(ctx.viewer, streams.performerId),
    query.category ? sql`${performers.categories} @> ARRAY[${query.category}::text]` : undefined,
    query.followed ? isFollowed(ctx) : undefined,
  );
  const at = query.cursor === undefined ? null : readCursor(query.cursor);
  const after = at ? sql`${order.after} (${stamp(at.createdAt)}, ${at.id}::uuid)` : undefined;
  const [found, total] = await Promise.all([
    selectStreams(ctx, and(where, after))
      .orderBy(order.by)
      .limit(query.limit + 1)
      .offset(at ? 0 : query.offset),
    cappedTotal(ctx, selectStreams(ctx, where).getSQL(), query),
  ]);
  const { rows, nextCursor } = cutPage(found, query.limit, (last) =>
    encodeCursor({ createdAt: order.timeOf(last) ?? last.stream.createdAt, id: last.stream.id }),
  );
  return { data: await presentStreams(ctx, rows), total, nextCursor };
}

/** The creator's own streams, newest first, with what they earned. */
export async function ownStreams(
  ctx: UserCtx,
  query: ParsedInput<'GET /streaming/own/search'>['query'],
): Promise<ReplySource<'GET /streaming/own/search'>> {
  const where = and(
    eq(streams.performerId, ctx.viewer.id),
    query.state ? eq(streams.state, query.state) : undefined,
  );
  const at = query.cursor === undefined ? null : readCursor(query.cursor);
  const [found, total] = await Promise.all([
    selectStreams(ctx, and(where, at ? sql`${streams.id} < ${at.id}` : undefined))
      .orderBy(desc(streams.id))
      .limit(query.limit + 1)
      .offset(at ? 0 : query.offset),
    cappedTotal(ctx, selectStreams(ctx, where).getSQL(), query),
  ]);
  const { rows, nextCursor } = cutPage(found, query.limit, ({ stream }) => encodeCursor(stream));
  const ids = rows.map(({ stream }) => stream.id);
  const [views, sold, earned] = await Promise.all([
    presentStreams(ctx, rows),
    soldByItem(ctx, 'stream', ids),
    earnedByItem(ctx, 'stream', ids),
  ]);
  return {
    data: views.map((view) => ({
      ...view,
      tickets: sold.get(view._id) ?? 0,
      earned: earned.get(view._id) ?? 0,
    })),
    total,
    nextCursor,
  };
}

/** Most people shown. */
const supportersShown = 5;

/**
 * Who tipped most during a stream.
 * @throws AppError 404 when the viewer can't see the stream.
 */
export async function topSupporters(
  ctx: Ctx,
  id: string,
): Promise<ReplySource<'GET /streaming/:id/supporters'>> {
  await viewStream(ctx, id);
  const sum = sql<string>`sum(${streamTips.tokens})`;
  const rows = await ctx.db
    .select({ id: accounts.id, name: accounts.name, avatar: accounts.avatar, tokens: sum })
    .from(streamTips)
    .innerJoin(accounts, eq(accounts.id, streamTips.accountId))
    .where(
      and(
        eq(streamTips.streamId, id),
        isNull(streamTips.undoneAt),
        isNull(accounts.suspendedAt),
        canMeet(ctx, accounts.id),
      ),
    )
    .groupBy(accounts.id)
    .orderBy(desc(sum), accounts.id)
    .limit(supportersShown);
  return {
    data: rows.map(({ id: _id, name, tokens, ...row }) => ({
      _id,
      name,
      avatar: avatarUrl(row),
      tokens: Number(tokens),
      isYou: _id === ctx.viewer?.id,
    })),
  };
}
