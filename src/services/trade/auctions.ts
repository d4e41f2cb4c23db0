import type { Auction } from '#contract/trade/auctions.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import { type ListInput, list, read, write } from '../http/endpoints.ts';
import type { Tag } from '../http/tags.ts';

export type AuctionFilter = NonNullable<ListInput<'GET /autions/search'>['query']>;
export type CreatorAuctionFilter = NonNullable<ListInput<'GET /autions/users/:id'>['query']>;
export type OwnBidFilter = NonNullable<ListInput<'GET /autions/users/search'>['query']>;

const listTags = (pages: readonly ReplyOf<'GET /autions/search'>[] | undefined): Tag[] => [
  'Auctions',
  ...(pages?.flatMap(({ data }) => data) ?? []).map(({ _id }): Tag => ({ type: 'Auction', id: _id })),
];
const auctionTags = (auction: Auction): Tag[] => [
  { type: 'Auction', id: auction._id },
  { type: 'Creator', id: auction.performer._id },
];

/** Auctions of all creators, or of one. */
export const searchAuctions = list('GET /autions/search', { tags: listTags });
/** Auctions of one creator; their own list includes canceled ones. */
export const listAuctions = list('GET /autions/users/:id', { tags: listTags });
/** Auctions that the viewer has bid on. */
export const listOwnBids = list('GET /autions/users/search', { tags: listTags });
export const getAuction = read('GET /autions/:id/view', {
  // A response sent before a live bid arrived is older than what is on the page.
  merge: (known, answer) => (answer.bidCount < known.bidCount ? known : answer),
  tags: (auction) => (auction ? auctionTags(auction) : []),
});
export const createAuction = write('POST /autions', {
  invalidates: (_input, { problem }) => (problem ? [] : ['Auctions']),
});
/** `version`: the `updatedAt` of what the change is about. */
export const updateAuction = write('PUT /autions/:id', {
  invalidates: ({ params: { id } }, { problem }) => (problem ? [] : ['Auctions', { type: 'Auction', id }]),
});
export const cancelAuction = write('DELETE /autions/:id', {
  invalidates: ({ params: { id } }, { problem }) => (problem ? [] : ['Auctions', { type: 'Auction', id }]),
});
export const listBids = list('GET /aution-item/search', {
  tags: (_pages, { query }) => [{ type: 'Bids', id: query.auctionId }],
});
/** `key` is an idempotency key, one per bid. */
export const placeBid = write('POST /aution-item', {
  // A bid may be rejected because someone else was faster, so the page has to catch up.
  invalidates: ({ body }, { problem }) =>
    problem ? [{ type: 'Auction', id: body.auctionId }] : ['Wallet', 'Auctions'],
});
