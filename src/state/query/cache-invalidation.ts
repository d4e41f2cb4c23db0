import type { ServerEvents } from '#contract/core/events.ts';
import type { Tag } from './tags.ts';
import { connectionRestored } from '../live/connection.ts';
import { followSucceeded, unfollowSucceeded } from '../session/follow.ts';
import { live, liveEventAnswered } from '../live/live-events.ts';
import { profileUpdated } from '../session/user.ts';

/** Whatever an event could have told during a cut. */
const liveRecords: readonly Tag[] = [
  'Creator',
  'Timeline',
  'Following',
  'Followers',
  'Wallet',
  'Subscriptions',
  'Subscribers',
  'Earnings',
  'OwnFeeds',
  'Auction',
  'Auctions',
  'Bids',
  'OwnVideos',
  'OwnGalleries',
  'OwnPhotos',
  'CoCreations',
  'Orders',
  'Sales',
  'Product',
  'OwnProducts',
  'Payouts',
  'PayoutMethods',
  'Promotions',
  'Comments',
];
/** What money coming or going shows in. */
const moneyRecords: readonly Tag[] = ['Wallet', 'Earnings'];

/** What an order shows in, on either side. */
const orderRecords: readonly Tag[] = ['Orders', 'Sales', 'OwnProducts'];

/** A file that is on its way tells of every step; its works change with the last one. */
const settled: ReadonlySet<string> = new Set(['ready', 'failed']);

const access = (performerId: string): readonly Tag[] => [
  { type: 'Creator', id: performerId },
  'Timeline',
  'Following',
  'Followers',
  'Subscriptions',
  'Subscribers',
  'Comments',
];

/** What a notification of one kind speaks of, besides money. */
const tagsAfter: Readonly<Record<string, readonly Tag[]>> = {
  payout: ['Payouts', 'PayoutMethods'],
  order: [],
  referral: ['Referrals'],
  outbid: ['Auctions'],
  gallery: ['OwnGalleries'],
  'gallery-published': ['OwnGalleries', 'Galleries'],
  'photo-published': ['OwnPhotos', 'Photos'],
  subscription: ['Subscribers', 'Promotions'],
  'subscription-failed': ['Subscriptions'],
  'subscription-price': ['Subscriptions'],
  'subscription-renewal': ['Subscriptions'],
};

function staleByNotification({ kind, href }: ServerEvents['notification/created']): readonly Tag[] {
  if (kind === 'comment') return ['Comments'];
  // The address ends with the post's id.
  if (kind === 'poll') return [{ type: 'Feed', id: href?.split('/').at(-1) ?? '' }];
  return [...moneyRecords, ...(tagsAfter[kind] ?? (['CoCreations', 'OwnVideos'] as const))];
}

/** What came before the room of an auction was joined, nobody told. */
function staleByJoining({ event, payload }: ReturnType<typeof liveEventAnswered>['payload']): readonly Tag[] {
  if (event !== 'auction/join' || !('auctionId' in payload)) return [];
  return [
    { type: 'Auction', id: payload.auctionId },
    { type: 'Bids', id: payload.auctionId },
  ];
}

/** What an event of the live connection makes stale. */
function staleByEvent(action: unknown): readonly Tag[] {
  if (live['access/changed'].match(action)) return access(action.payload.performerId);
  if (live['order/changed'].match(action)) return orderRecords;
  if (live['auction/changed'].match(action))
    return [{ type: 'Auction', id: action.payload.auctionId }, 'Auctions'];
  if (live['auction/ended'].match(action))
    return [
      { type: 'Auction', id: action.payload.auctionId },
      { type: 'Bids', id: action.payload.auctionId },
      'Auctions',
    ];
  if (live['notification/created'].match(action)) return staleByNotification(action.payload);
  if (live['balance/updated'].match(action)) return moneyRecords;
  if (live['file/state'].match(action))
    return settled.has(action.payload.state) ? ['OwnFeeds', 'OwnVideos'] : ['OwnFeeds'];
  return [];
}

/** What an action makes stale: the same in the tab where it was done and, by the events, in every other. */
export function invalidateAfter(action: unknown): readonly Tag[] {
  if (followSucceeded.match(action) || unfollowSucceeded.match(action)) return access(action.payload);
  if (profileUpdated.match(action)) return ['OwnPerformer', 'Creator'];
  // The other side of an order doesn't wait for this page to be connected.
  if (connectionRestored.match(action)) return action.payload.first ? ['Orders', 'Sales'] : liveRecords;
  if (liveEventAnswered.match(action)) return staleByJoining(action.payload);
  return staleByEvent(action);
}
