import type { Tokens } from '#lib/units.ts';
import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { Auction } from '#contract/trade/auctions.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { auctions } from '../../../db/schema/auctions.ts';
import { performers } from '../../../db/schema/creators.ts';
import { notFound } from '../../../kernel/errors.ts';
import { type Item, loadAccessFacts, decideAccess } from '../../base/access/access.ts';
import { type AuctionRow, masked, minimumBid, reserveMet, stateAt } from './rules.ts';
import { type CardRow, cardColumns, toPerformerCard } from '../../people/accounts/profile-cards.ts';
import { fileJson } from '../../content/posts/presenters.ts';
import { type FileFacts, fileView } from '../../base/files/presenters.ts';
import { type OwnReactions, reactionsOf } from '../../content/community/reactions.ts';

interface OwnBid {
  id: string;
  amount: Tokens;
  maximum: Tokens | null;
  result: 'leading' | 'outbid' | 'won' | 'lost';
  createdAt: string;
}

/**
 * Columns for viewing auctions, so that a page takes one query. Select them from `auctions` joined with
 * `accounts` and `performers`.
 */
const columnsFor = (ctx: Ctx) => ({
  auction: getTableColumns(auctions),
  card: cardColumns,
  images: sql<
    FileFacts[] | null
  >`(SELECT json_agg(${fileJson} ORDER BY ai.position) FROM auction_images ai JOIN files fi ON fi.id = ai.file_id WHERE ai.auction_id = ${auctions.id})`,
  leaderName: sql<string | null>`(SELECT l.username FROM accounts l WHERE l.id = ${auctions.leaderId})`,
  ownBid: sql<OwnBid | null>`(SELECT json_build_object('id', b.id, 'amount', b.amount, 'maximum', CASE WHEN b.result = 'leading' THEN b.maximum END, 'result', b.result, 'createdAt', b.created_at) FROM bids b
    WHERE b.bidder_id = ${ctx.viewer?.id ?? null}::uuid AND b.auction_id = ${auctions.id} ORDER BY b.seq DESC LIMIT 1)`,
  orderId: sql<string | null>`(SELECT o.id FROM orders o WHERE o.auction_id = ${auctions.id} LIMIT 1)`,
});
export const selectAuctions = (ctx: Ctx) =>
  ctx.db
    .select(columnsFor(ctx))
    .from(auctions)
    .innerJoin(accounts, eq(accounts.id, auctions.performerId))
    .innerJoin(performers, eq(performers.accountId, auctions.performerId));

export interface AuctionRecord {
  readonly auction: AuctionRow;
  readonly card: CardRow;
  readonly images: FileFacts[] | null;
  readonly leaderName: string | null;
  readonly ownBid: OwnBid | null;
  readonly orderId: string | null;
}

/** An auction for the access rule: open to everyone who may see the creator. */
export const asItem = ({
  id,
  performerId,
  state,
}: Pick<AuctionRow, 'id' | 'performerId' | 'state'>): Item => ({
  kind: 'auction',
  id,
  ownerId: performerId,
  audience: 'public',
  price: 0,
  includedInSubscription: false,
  isPublished: state !== 'cancelled',
  fileIds: [],
});

const iso = (time: Date) => time.toISOString();

interface Seen {
  readonly readable: boolean;
  readonly own: OwnReactions;
}

function auctionView(
  ctx: Ctx,
  { auction, card, images, leaderName, ownBid, orderId }: AuctionRecord,
  { readable, own }: Seen,
): Auction {
  const viewerId = ctx.viewer?.id;
  const isOwn = viewerId === auction.performerId;
  const time = now(ctx);
  const leads = auction.leaderId !== null && auction.leaderId === viewerId;
  return {
    _id: auction.id,
    performer: toPerformerCard(ctx, card),
    title: auction.title,
    description: auction.description,
    images: (images ?? []).map((file) => fileView(ctx, file, { readable })),
    startPrice: auction.startPrice,
    reservePrice: isOwn ? auction.reservePrice : null,
    hasReserve: auction.reservePrice !== null,
    reserveMet: reserveMet(auction),
    shippingCountries: auction.shippingCountries,
    startAt: iso(auction.startAt),
    endAt: iso(auction.endAt),
    effectiveEndAt: iso(auction.effectiveEndAt),
    currentPrice: auction.currentPrice,
    minimumBid: minimumBid(auction),
    bidCount: auction.bidCount,
    leader: auction.leaderId === null ? null : { name: masked(leaderName), isYou: leads },
    ownBid: ownBid && {
      amount: ownBid.amount,
      maximum: ownBid.maximum,
      result: ownBid.result,
      createdAt: new Date(ownBid.createdAt).toISOString(),
    },
    state: stateAt(auction, time),
    orderId: leads || isOwn ? orderId : null,
    commentsEnabled: auction.commentsEnabled,
    counts: { likes: auction.likes, comments: auction.comments, bookmarks: auction.bookmarks },
    ...own,
    createdAt: iso(auction.createdAt),
    updatedAt: iso(auction.updatedAt),
    serverTime: iso(time),
  };
}

/**
 * Auctions as the viewer may see them, in the given order. `readable` says whether the viewer may see an
 * auction's creator; otherwise its pictures are hidden.
 */
export async function presentAuctions(
  ctx: Ctx,
  records: readonly AuctionRecord[],
  readable: (auction: AuctionRow) => boolean = () => true,
): Promise<Auction[]> {
  const ownReactions = await reactionsOf(
    ctx,
    'auction',
    records.map(({ auction }) => auction.id),
  );
  return records.map((record) =>
    auctionView(ctx, record, { readable: readable(record.auction), own: ownReactions(record.auction.id) }),
  );
}

/** @throws AppError 404 when the viewer can't see the auction. */
export async function mustMeet(
  ctx: Ctx,
  auction: Pick<AuctionRow, 'id' | 'performerId' | 'state'> | undefined,
): Promise<void> {
  if (!auction) throw notFound();
  const item = asItem(auction);
  if (!decideAccess(await loadAccessFacts(ctx, { items: [item] }), item).allowed) throw notFound();
}

/**
 * Like `mustMeet`, by id; returns the auction's row.
 * @throws AppError 404
 */
export async function mustMeetAuction(ctx: Ctx, id: string): Promise<AuctionRow> {
  const [row] = await ctx.db.select().from(auctions).where(eq(auctions.id, id));
  await mustMeet(ctx, row);
  if (!row) throw notFound();
  return row;
}

/**
 * One auction as the viewer may see it.
 * @throws AppError 404 when it doesn't exist for the viewer, whatever the reason.
 */
export async function viewAuction(ctx: Ctx, id: string): Promise<Auction> {
  const [record] = await selectAuctions(ctx).where(eq(auctions.id, id));
  await mustMeet(ctx, record?.auction);
  const [view] = await presentAuctions(ctx, record ? [record] : []);
  if (!view) throw notFound();
  return view;
}
