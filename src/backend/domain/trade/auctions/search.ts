import { type SQL, and, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Auction } from '#contract/trade/auctions.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { matchesText } from '../../../db/matches-text.ts';
import { type Ctx, type UserCtx, now } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { auctions, bids } from '../../../db/schema/auctions.ts';
import { performers } from '../../../db/schema/creators.ts';
import { loadAccessFacts, decideAccess } from '../../base/access/access.ts';
import { type AuctionRecord, asItem, presentAuctions, selectAuctions } from './presenters.ts';
import { canMeet } from '../../base/access/block-rules.ts';
import { cutPage, encodeCursor, readCursor } from '../../../kernel/keyset.ts';
import { cappedTotal } from '../../../kernel/paging.ts';

type Filters = ParsedInput<'GET /autions/users/:id'>['query'];
export interface AuctionPage {
  data: Auction[];
  total: number;
  nextCursor: string | null;
}

const stamp = (time: Date) => sql`${time.toISOString()}::timestamptz`;

/** `stateAt` as an SQL condition. */
function inState(state: NonNullable<Filters['state']>, time: Date): SQL {
  const open = sql`${auctions.state} IN ('scheduled', 'live')`;
  const at = stamp(time);
  if (state === 'scheduled') return sql`${open} AND ${auctions.startAt} > ${at}`;
  if (state === 'live')
    return sql`${open} AND ${auctions.startAt} <= ${at} AND ${auctions.effectiveEndAt} > ${at}`;
  if (state === 'ended')
    return sql`(${auctions.state} IN ('ended', 'sold', 'unsold') OR (${open} AND ${auctions.effectiveEndAt} <= ${at}))`;
  return sql`${auctions.state} = 'cancelled'`;
}

/** A list's order, and the position where its next page starts. Ids are sorted by creation. */
function planOrder({ sort, cursor }: Filters): {
  by: SQL;
  after: SQL | undefined;
  cursorAfter: (last: AuctionRecord) => string;
} {
  const at = cursor === undefined ? null : readCursor(cursor);
  if (sort === 'newest') {
    return {
      by: sql`${auctions.id} DESC`,
      after: at ? sql`${auctions.id} < ${at.id}` : undefined,
      cursorAfter: ({ auction }) => encodeCursor(auction),
    };
  }
  const after = at
    ? sql`(${auctions.effectiveEndAt}, ${auctions.id}) > (${stamp(at.createdAt)}, ${at.id}::uuid)`
    : undefined;
  return {
    by: sql`${auctions.effectiveEndAt}, ${auctions.id}`,
    after,
    cursorAfter: ({ auction }) => encodeCursor({ createdAt: auction.effectiveEndAt, id: auction.id }),
  };
}

/** Auctions of approved creators the viewer may see. */
const shownTo = (ctx: Ctx): SQL | undefined =>
  and(
    ne(auctions.state, 'cancelled'),
    eq(performers.verified, 'approved'),
    isNull(accounts.suspendedAt),
    canMeet(ctx, auctions.performerId),
  );

async function page(ctx: Ctx, query: Filters, where: SQL | undefined): Promise<AuctionPage> {
  const filter = and(
    where,
    query.state && inState(query.state, now(ctx)),
    query.q ? matchesText(query.q, auctions.title, auctions.description) : undefined,
  );
  const order = planOrder(query);
  const [found, total] = await Promise.all([
    selectAuctions(ctx)
      .where(and(filter, order.after))
      .orderBy(order.by)
      .limit(query.limit + 1)
      .offset(query.cursor === undefined ? query.offset : 0),
    cappedTotal(ctx, selectAuctions(ctx).where(filter).getSQL(), query),
  ]);
  const { rows, nextCursor } = cutPage(found, query.limit, order.cursorAfter);
  return { data: await presentAuctions(ctx, rows), total, nextCursor };
}

/** Auctions of all creators the viewer may see, or of one of them. */
export function searchAuctions(
  ctx: Ctx,
  { performerId, ...query }: ParsedInput<'GET /autions/search'>['query'],
): Promise<AuctionPage> {
  const one = performerId ? sql`${auctions.performerId} = ${performerId}` : undefined;
  return page(ctx, query, and(one, shownTo(ctx)));
}

/**
 * One creator's auctions. Creators also see their own canceled ones. The list is empty for an unknown creator
 * and for one the viewer can't see.
 */
export function searchCreatorAuctions(ctx: Ctx, performerId: string, query: Filters): Promise<AuctionPage> {
  const theirs = sql`${auctions.performerId} = ${performerId}`;
  return page(ctx, query, ctx.viewer?.id === performerId ? theirs : and(theirs, shownTo(ctx)));
}

type BidQuery = ParsedInput<'GET /autions/users/search'>['query'];

/**
 * Auctions the viewer bid in, last bid first. They stay listed even after a block, because the viewer's money
 * is involved, but without pictures.
 */
export async function auctionsBidIn(ctx: UserCtx, query: BidQuery): Promise<AuctionPage> {
  const mine = ctx.db
    .selectDistinctOn([bids.auctionId], {
      auctionId: bids.auctionId,
      id: bids.id,
      createdAt: bids.createdAt,
      result: bids.result,
    })
    .from(bids)
    .where(eq(bids.bidderId, ctx.viewer.id))
    .orderBy(bids.auctionId, desc(bids.seq))
    .as('mine');
  const at = query.cursor === undefined ? null : readCursor(query.cursor);
  const result = query.result && eq(mine.result, query.result);
  const after = at
    ? sql`(${mine.createdAt}, ${mine.id}) < (${stamp(at.createdAt)}, ${at.id}::uuid)`
    : undefined;
  const found = await selectAuctions(ctx)
    .innerJoin(mine, and(eq(mine.auctionId, auctions.id), result, after))
    .orderBy(desc(mine.createdAt), desc(mine.id))
    .limit(query.limit + 1)
    .offset(at ? 0 : query.offset);
  const all = ctx.db
    .select({ one: sql`1` })
    .from(mine)
    .where(result);
  const total = await cappedTotal(ctx, all.getSQL(), query);
  const facts = await loadAccessFacts(ctx, { items: found.map(({ auction }) => asItem(auction)) });
  const { rows, nextCursor } = cutPage(found, query.limit, ({ ownBid, auction }) =>
    encodeCursor({
      createdAt: new Date(ownBid?.createdAt ?? auction.createdAt),
      id: ownBid?.id ?? auction.id,
    }),
  );
  return {
    data: await presentAuctions(ctx, rows, (auction) => decideAccess(facts, asItem(auction)).allowed),
    total,
    nextCursor,
  };
}
