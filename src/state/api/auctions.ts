import type { Action, Middleware } from 'redux';
import type { Auction, Bid, BidNews } from '#contract/trade/auctions.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { Api } from '#services/http/api.ts';
import {
  cancelAuction,
  createAuction,
  getAuction,
  listAuctionsOf,
  listBids,
  listOwnBids,
  placeBid,
  searchAuctions,
  updateAuction,
} from '#services/trade/auctions.ts';
import type { BodyOf, QueryOf } from '#services/http/call.ts';
import { addMiddleware } from '../lazy.ts';
import { queryWith, pagesByKey } from '../query/query-adapter.ts';
import type { Page } from '../query/query-adapter.ts';
import { patchRecord } from '../query/cache-updates.ts';
import type { Tag } from '#services/http/tags.ts';
import { api } from '../query/api.ts';
import { withBid, withNews } from '../auctions/auction-updates.ts';
import type { BidIntent } from '../auctions/place-bid.ts';
import { live } from '../live/live-events.ts';
import { clockMeasured } from '../live/server-clock.ts';
import type { AppStore } from '../store.ts';
import { currentUserChanged } from '../session/user.ts';

export type AuctionFilter = Pick<
  QueryOf<'GET /autions/search'>,
  'state' | 'q' | 'sort' | 'performerId' | 'limit'
>;
export type CreatorAuctionFilter = Omit<AuctionFilter, 'performerId'> & { readonly performerId: string };
export type OwnBidFilter = Pick<QueryOf<'GET /autions/users/search'>, 'result' | 'limit'>;
type Placed = ReplyOf<'POST /aution-item'>;

interface Timed {
  readonly auction: Auction;
  readonly sentAt: number;
  readonly receivedAt: number;
}
/** Fetches an auction and records when the request was sent and answered, to measure the server's clock. */
async function timed(services: Api, id: string, signal: AbortSignal): Promise<Timed> {
  const sentAt = Date.now();
  const auction = await getAuction(services, id, signal);
  return { auction, sentAt, receivedAt: Date.now() };
}

const tagsOf = (auction: Auction): Tag[] => [
  { type: 'Auction', id: auction._id },
  { type: 'Creator', id: auction.performer._id },
];
const listTags = (result: { readonly pages: readonly Page<Auction>[] } | undefined): Tag[] => [
  'Auctions',
  ...(result?.pages.flatMap((page) => page.data) ?? []).map(({ _id }): Tag => ({ type: 'Auction', id: _id })),
];

interface Started<Reply> {
  readonly dispatch: (action: Action) => unknown;
  readonly queryFulfilled: Promise<{ readonly data: Reply }>;
}
const replyOf = async <Reply>({ queryFulfilled }: Started<Reply>): Promise<Reply | null> =>
  (await queryFulfilled.catch(() => null))?.data ?? null;

async function measuresClock(_id: string, started: Started<Timed>): Promise<void> {
  const reply = await replyOf(started);
  if (!reply) return;
  const { auction, sentAt, receivedAt } = reply;
  started.dispatch(clockMeasured({ serverTime: auction.serverTime, sentAt, receivedAt }));
}

async function appliesBid(_intent: BidIntent, started: Started<Placed>): Promise<void> {
  const reply = await replyOf(started);
  if (!reply) return;
  started.dispatch(live['auction/bid'](reply.news));
  started.dispatch(currentUserChanged({ balance: reply.balance }));
}

export const auctionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchAuctions: build.infiniteQuery<Page<Auction>, AuctionFilter, string | null>({
      ...pagesByKey(searchAuctions),
      providesTags: listTags,
    }),
    /** Auctions of one creator. */
    listAuctions: build.infiniteQuery<Page<Auction>, CreatorAuctionFilter, string | null>({
      ...pagesByKey(listAuctionsOf),
      providesTags: listTags,
    }),
    /** Auctions that the viewer has bid on. */
    listOwnBids: build.infiniteQuery<Page<Auction>, OwnBidFilter, string | null>({
      ...pagesByKey(listOwnBids),
      providesTags: listTags,
    }),
    getAuction: build.query<Timed, string>({
      queryFn: queryWith(timed),
      // A response sent before a live bid arrived is older than what is on the page.
      merge: (known, seen) => (seen.auction.bidCount < known.auction.bidCount ? known : seen),
      providesTags: (seen) => (seen ? tagsOf(seen.auction) : []),
      onQueryStarted: measuresClock,
    }),
    listBids: build.infiniteQuery<Page<Bid>, { readonly auctionId: string }, string | null>({
      ...pagesByKey(listBids),
      providesTags: (_pages, _problem, { auctionId: id }) => [{ type: 'Bids', id }],
    }),
    createAuction: build.mutation<Auction, BodyOf<'POST /autions'>>({
      queryFn: queryWith(createAuction),
      invalidatesTags: (_auction, problem) => (problem ? [] : ['Auctions']),
    }),
    updateAuction: build.mutation<
      Auction,
      {
        readonly id: string;
        readonly body: BodyOf<'PUT /autions/:id'>;
        readonly version?: string | undefined;
      }
    >({
      queryFn: queryWith((services, { id, body, version }) =>
        updateAuction(services, id, { ...body, ...(version && { version }) }),
      ),
      invalidatesTags: (_auction, problem, { id }) => (problem ? [] : ['Auctions', { type: 'Auction', id }]),
    }),
    cancelAuction: build.mutation<{ success: true }, string>({
      queryFn: queryWith(cancelAuction),
      invalidatesTags: (_done, problem, id) => (problem ? [] : ['Auctions', { type: 'Auction', id }]),
    }),
    placeBid: build.mutation<Placed, BidIntent>({
      queryFn: queryWith((services, { key, body }) => placeBid(services, key, body)),
      onQueryStarted: appliesBid,
      // A bid may be rejected because someone else was faster, so the page has to catch up.
      invalidatesTags: (_placed, problem, { body }) =>
        problem ? [{ type: 'Auction', id: body.auctionId }] : ['Wallet', 'Auctions'],
    }),
  }),
});

/**
 * Applies a live bid to every cached record of the auction, and prepends it to the list of bids if that is
 * cached.
 */
function follow(store: AppStore, news: BidNews): void {
  const id = news.auctionId;
  patchRecord(
    store,
    id,
    (record) => void Object.assign(record, withNews(record as unknown as Auction, news)),
  );
  // A response that is still pending may have been read before this bid.
  const { status } = auctionsApi.endpoints.listBids.select({ auctionId: id })(store.getState() as never);
  let missing = status === 'pending';
  const onTop = auctionsApi.util.updateQueryData('listBids', { auctionId: id }, (draft) => {
    const [first] = draft.pages;
    if (!first) return;
    const bids = withBid(first.data, news);
    missing ||= bids === null;
    if (bids) Object.assign(first, { data: bids, total: Math.max(first.total, news.bidCount) });
  });
  // RTK Query's part of the state is injected later, so the store's type doesn't include it.
  store.dispatch(onTop as never);
  if (missing) store.dispatch(auctionsApi.util.invalidateTags([{ type: 'Bids', id }]));
}

const following: Middleware = (store) => (next) => (action) => {
  const result = next(action);
  if (live['auction/bid'].match(action)) follow(store as unknown as AppStore, action.payload);
  return result;
};
addMiddleware(following);

export const {
  useSearchAuctionsInfiniteQuery,
  useListAuctionsInfiniteQuery,
  useListOwnBidsInfiniteQuery,
  useGetAuctionQuery,
  useListBidsInfiniteQuery,
  useCreateAuctionMutation,
  useUpdateAuctionMutation,
  useCancelAuctionMutation,
} = auctionsApi;
