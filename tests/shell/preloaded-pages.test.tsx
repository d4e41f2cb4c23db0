import { waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, it } from 'vitest';
import type { RouteName } from '#contract/core/registry.ts';
import {
  StudioGalleriesView,
  loadStudioGalleries,
} from '#features/content/galleries/studio-galleries-view.tsx';
import { StudioPostsView, loadStudioPosts } from '#features/content/posts/studio-posts-view.tsx';
import { StudioVideosView, loadStudioVideos } from '#features/content/videos/studio-videos-view.tsx';
import { preloadWallet } from '#features/money/wallet/preload-wallet.ts';
import { WalletView } from '#features/money/wallet/wallet-view.tsx';
import { StudioAuctionsView, loadStudioAuctions } from '#features/trade/auctions/studio-auctions-view.tsx';
import { StudioProductsView, loadStudioProducts } from '#features/trade/shop/studio-products-view.tsx';
import type { StateLoader } from '#shell/access/private-props.ts';
import { DecisionsView, decisionQuestions } from '#features/across/decisions/decisions-view.tsx';
import { FollowersView, followerQuestions } from '#features/content/community/followers-view.tsx';
import { FollowingView, followingQuestions } from '#features/content/community/following-view.tsx';
import { PhotosView, photoQuestions } from '#features/content/galleries/studio-photos-view.tsx';
import { LibraryView, libraryQuestions } from '#features/content/library/library-view.tsx';
import { ListsView, listsQuestions } from '#features/content/library/lists/lists-view.tsx';
import { StudioSeriesView, seriesQuestions } from '#features/content/posts/series/studio-series-view.tsx';
import { InviteFriendsView, referralQuestions } from '#features/money/referrals/referrals-view.tsx';
import {
  OwnPrivateStreamsView,
  privateStreamQuestions,
} from '#features/talk/live/private/own-private-streams-view.tsx';
import { PayoutsView, payoutQuestions } from '#features/trade/payouts/payouts-view.tsx';
import {
  OrdersView,
  SalesView,
  orderQuestions,
  saleQuestions,
} from '#features/trade/shop/orders/orders-view.tsx';
import { GiftsView, giftQuestions } from '#features/trade/subscriptions/gifts-view.tsx';
import { PromotionsView, promotionQuestions } from '#features/trade/subscriptions/promotions-view.tsx';
import { SubscribersView, subscriberQuestions } from '#features/trade/subscriptions/subscribers-view.tsx';
import {
  SubscriptionsView,
  subscriptionQuestions,
} from '#features/trade/subscriptions/subscriptions-view.tsx';
import { loadAnswers } from '#shell/access/load-answers.ts';
import { makeStore } from '#state/store.ts';
import { draw } from '../components/setup/draw.tsx';
import { aUser } from '../setup/factories/accounts.ts';
import { aPayoutQuote } from '../setup/factories/payouts.ts';
import { anOwnReferralCode } from '../setup/factories/referrals.ts';
import type { Replies } from '../state/setup/fake-api.ts';
import { makeFakeDeps } from '../state/setup/make-fake-deps.ts';

const loadWallet = async () => preloadWallet;
const creator = '0197c6a0-0000-7000-8000-000000000001';
const nothing = () => ({ data: [], total: 0, nextCursor: null }) as never;
const answers: Replies = {
  'GET /performer/pinned-views': nothing,
  'GET /performer/feeds': nothing,
  'GET /performer/performer-assets/videos/search': nothing,
  'GET /performer/co-creators': nothing,
  'GET /performer/performer-assets/galleries/search': nothing,
  'GET /performer/performer-assets/products/search': nothing,
  'GET /autions/users/:id': nothing,
  'GET /wallet/charges/search': nothing,
  'GET /payment/transactions/user/search': nothing,
  'GET /wallet/statements': nothing,
  'GET /payment-cards': nothing,
  'GET /subscriptions/performer/search': nothing,
  'GET /orders/search': nothing,
  'GET /orders/users/search': nothing,
  'POST /payout-requests/calculate': () => aPayoutQuote(),
  'GET /payout-methods': nothing,
  'GET /payout-requests/user/search': nothing,
  'GET /follows/followers': nothing,
  'GET /follows/following': nothing,
  'GET /subscriptions/user/search': nothing,
  'GET /gifts': nothing,
  'GET /creator-lists': nothing,
  'GET /promotions/search': nothing,
  'GET /decisions': nothing,
  'GET /reports': nothing,
  'GET /performer/post-series': nothing,
  'GET /performer/performer-assets/photos/search': nothing,
  'GET /referrals/user/code': () => anOwnReferralCode(),
  'GET /referrals/user/search': nothing,
  'GET /referral-earnings/search': nothing,
  'GET /referral-earnings/stats': () => {
    const none = { amount: 0, tokens: 0, count: 0 };
    const people = { joined: 0, active: 0, ended: 0, voided: 0 };
    return { people, total: none, byReferral: [], others: none, pending: 0, owed: 0 };
  },
  'GET /user/library': nothing,
  'GET /user/unfinished': nothing,
  'GET /streaming/private/search': nothing,
  'GET /wallet/balance': () => ({ balance: 1, held: 0, bids: [], requests: [], privateStreams: [] }),
  'GET /wallet/caps': () => ({
    data: [],
    spent: 0,
    month: { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' },
    raiseHours: 24,
  }),
};

/** Calls without the signals that could break them off. */
const asTexts = (calls: readonly (readonly [RouteName, unknown])[]): string[] =>
  calls
    .map(([route, input]) => `${route} ${JSON.stringify({ ...(input as object), signal: undefined })}`)
    .toSorted();

async function askedByServer(load: StateLoader, path: string): Promise<string[]> {
  const deps = makeFakeDeps(answers);
  const store = makeStore(deps, { user: aUser({ isPerformer: true }) });
  const query = Object.fromEntries(new URL(path, 'http://localhost').searchParams);
  (await load({ api: deps.api, query, store }))?.();
  return asTexts(deps.api.calls);
}

it.each<[path: string, View: ComponentType, load: () => Promise<StateLoader>]>([
  ['/creator/feeds', StudioPostsView, loadStudioPosts],
  ['/creator/feeds?type=video&state=draft&q=clay', StudioPostsView, loadStudioPosts],
  ['/creator/videos?state=archived', StudioVideosView, loadStudioVideos],
  ['/creator/galleries?q=clay', StudioGalleriesView, loadStudioGalleries],
  ['/creator/products', StudioProductsView, loadStudioProducts],
  ['/creator/auctions?state=live', StudioAuctionsView, loadStudioAuctions],
  ['/user/wallet', WalletView, loadWallet],
  [`/user/wallet?kind=tip&creator=${creator}&q=clay`, WalletView, loadWallet],
  ['/user/wallet?show=payments&kind=gift', WalletView, loadWallet],
  ['/user/wallet?show=creators', WalletView, loadWallet],
  ['/creator/subscribers', SubscribersView, loadAnswers(subscriberQuestions)],
  ['/creator/subscribers?state=active&q=an&sort=spend', SubscribersView, loadAnswers(subscriberQuestions)],
  ['/creator/orders?state=paid', SalesView, loadAnswers(saleQuestions)],
  ['/user/orders', OrdersView, loadAnswers(orderQuestions)],
  ['/creator/payouts?state=paid', PayoutsView, loadAnswers(payoutQuestions)],
  ['/creator/followers?q=an', FollowersView, loadAnswers(followerQuestions)],
  ['/user/following', FollowingView, loadAnswers(followingQuestions)],
  ['/user/subscriptions', SubscriptionsView, loadAnswers(subscriptionQuestions)],
  ['/user/gifts', GiftsView, loadAnswers(giftQuestions)],
  ['/user/lists', ListsView, loadAnswers(listsQuestions)],
  ['/creator/promotions', PromotionsView, loadAnswers(promotionQuestions)],
  ['/user/decisions', DecisionsView, loadAnswers(decisionQuestions)],
  ['/creator/feeds/series', StudioSeriesView, loadAnswers(seriesQuestions)],
  ['/creator/photos?where=single', PhotosView, loadAnswers(photoQuestions)],
  ['/user/referrals', InviteFriendsView, loadAnswers(referralQuestions)],
  ['/user/library', LibraryView, loadAnswers(libraryQuestions)],
  ['/user/private-streams', OwnPrivateStreamsView, loadAnswers(privateStreamQuestions)],
])('the server asks for %s what the browser would ask', async (path, View, load) => {
  const server = await askedByServer(await load(), path);
  const { deps } = await draw(<View />, { path, user: { isPerformer: true }, answers });
  // The dot beside a link may come later.
  const ofPage = () => asTexts(deps.api.calls.filter(([route]) => route !== 'GET /performer/co-creators'));
  await waitFor(() => expect(ofPage()).toEqual(server));
});

it('leaves rows of certain days to the browser, which knows when they begin', async () => {
  const asked = await askedByServer(preloadWallet, '/user/wallet?from=2026-11-01&to=2026-11-20');
  expect(asked.some((call) => call.startsWith('GET /wallet/charges'))).toBe(false);
});
