import { createAction, isAnyOf } from '@reduxjs/toolkit';
import type { ServerEvents } from '#contract/core/events.ts';
import { isScheduledClientId } from '#config/scheduled-client-id.ts';
import type { Tag } from '#services/http/tags.ts';
import { connectionRestored } from '../live/connection.ts';
import { live, liveEventAnswered } from '../live/live-events.ts';
import { profileUpdated } from '../session/user.ts';

/** By name only, because a page that shows no creators to follow loads nothing of them. */
const followSettled = createAction<string>('follow/followSettled');

/** Everything that a missed event could have changed. */
const liveRecords: readonly Tag[] = [
  'Creator',
  'Timeline',
  'Following',
  'Followers',
  'Wallet',
  'Subscriptions',
  'Subscribers',
  'Earnings',
  'OwnPosts',
  'Auction',
  'Auctions',
  'Bids',
  'Stream',
  'Streams',
  'OwnStreams',
  'Supporters',
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
  'HeldComments',
  'Notifications',
  'Broadcasts',
  'ScheduledMessages',
  'DataExport',
];
/** Where payments show up. */
const moneyRecords: readonly Tag[] = ['Wallet', 'Earnings'];

/** Where an order shows up, for buyer and seller. */
const orderRecords: readonly Tag[] = ['Orders', 'Sales', 'OwnProducts'];

/** Final states of a file. Progress events don't affect the items that use it. */
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

/** What a notification concerns besides payments, by kind. */
const tagsAfter: Readonly<Record<string, readonly Tag[]>> = {
  payout: ['Payouts', 'PayoutMethods'],
  order: [],
  referral: ['Referrals'],
  outbid: ['Auctions'],
  gallery: ['OwnGalleries'],
  'gallery-published': ['OwnGalleries', 'Galleries'],
  'photo-published': ['OwnPhotos', 'Photos'],
  'scheduled-message': ['ScheduledMessages'],
  subscription: ['Subscribers', 'Promotions'],
  'message-request': [],
  'private-stream': [],
  'subscription-failed': ['Subscriptions'],
  'subscription-price': ['Subscriptions'],
  'subscription-renewal': ['Subscriptions'],
  'data-export': ['DataExport'],
  verification: ['OwnPerformer'],
};

/** What the news about a comment changes, by kind. */
const commentTags: Readonly<Record<string, readonly Tag[]>> = {
  comment: ['Comments'],
  'comment-held': ['HeldComments'],
  'comment-reviewed': ['Comments'],
};

/** What people do that changes no record of the recipient’s but the list of notifications. */
const socialKinds: ReadonlySet<string> = new Set(['like', 'report', 'new-post']);

function staleByNotification({ kind, href }: ServerEvents['notification/created']): readonly Tag[] {
  const comments = commentTags[kind];
  if (comments) return [...comments, 'Notifications'];
  if (socialKinds.has(kind)) return ['Notifications'];
  // The URL ends with the post's id.
  if (kind === 'poll') return [{ type: 'Post', id: href?.split('/').at(-1) ?? '' }, 'Notifications'];
  return ['Notifications', ...moneyRecords, ...(tagsAfter[kind] ?? (['CoCreations', 'OwnVideos'] as const))];
}

const streamTags = (id: string): readonly Tag[] => [
  { type: 'Stream', id },
  { type: 'Supporters', id },
];

/** Events sent before this client joined the room of an auction or a stream were missed. */
function staleByJoining({ event, payload }: ReturnType<typeof liveEventAnswered>['payload']): readonly Tag[] {
  if (event === 'stream/join' && 'streamId' in payload) return streamTags(payload.streamId);
  if (event !== 'auction/join' || !('auctionId' in payload)) return [];
  return [
    { type: 'Auction', id: payload.auctionId },
    { type: 'Bids', id: payload.auctionId },
  ];
}

/** Nothing for events that aren't about an auction. */
function staleByAuction(action: unknown): readonly Tag[] {
  if (live['auction/changed'].match(action))
    return [{ type: 'Auction', id: action.payload.auctionId }, 'Auctions'];
  if (live['auction/ended'].match(action))
    return [
      { type: 'Auction', id: action.payload.auctionId },
      { type: 'Bids', id: action.payload.auctionId },
      'Auctions',
    ];
  return [];
}

/** Nothing for events that aren't about a public stream. */
function staleByStream(action: unknown): readonly Tag[] {
  if (live['stream/started'].match(action) || live['stream/ended'].match(action)) {
    const { streamId, performerId } = action.payload;
    return [...streamTags(streamId), { type: 'Creator', id: performerId }, 'Streams', 'OwnStreams'];
  }
  if (live['stream/changed'].match(action) || live['stream/removed'].match(action))
    return [{ type: 'Stream', id: action.payload.streamId }, 'OwnStreams'];
  if (live['stream/tip'].match(action)) return [{ type: 'Supporters', id: action.payload.streamId }];
  return [];
}

const isPrivateNews = isAnyOf(
  live['private-stream/requested'],
  live['private-stream/accepted'],
  live['private-stream/declined'],
  live['private-stream/changed'],
  live['private-stream/ended'],
);

/** Nothing for events that aren't about a private stream. */
const staleByPrivateStream = (action: unknown): readonly Tag[] =>
  isPrivateNews(action) ? ['PrivateStreams', { type: 'PrivateStream', id: action.payload.streamId }] : [];

/** Nothing for events that aren't about a conversation. */
function staleByMessage(action: unknown): readonly Tag[] {
  if (live['conversation/changed'].match(action)) return ['MessageRequests'];
  // A scheduled message was sent, by its job or in another tab.
  return live['message/created'].match(action) && isScheduledClientId(action.payload.message.clientId)
    ? ['ScheduledMessages']
    : [];
}

/** The tags outdated by an event of the live connection. */
function staleByEvent(action: unknown): readonly Tag[] {
  if (live['access/changed'].match(action)) return access(action.payload.performerId);
  if (live['order/changed'].match(action)) return orderRecords;
  if (live['notification/created'].match(action)) return staleByNotification(action.payload);
  if (live['notification/read'].match(action)) return ['Notifications'];
  if (live['balance/updated'].match(action)) return moneyRecords;
  if (live['file/state'].match(action))
    return settled.has(action.payload.state) ? ['OwnPosts', 'OwnVideos'] : ['OwnPosts'];
  return [
    ...staleByMessage(action),
    ...staleByAuction(action),
    ...staleByStream(action),
    ...staleByPrivateStream(action),
  ];
}

/** The tags outdated by an action. Other tabs learn of it through events. */
export function invalidateAfter(action: unknown): readonly Tag[] {
  if (followSettled.match(action)) return access(action.payload);
  if (profileUpdated.match(action)) return ['OwnPerformer', 'Creator'];
  // On the first connection only orders and notifications are refetched, because others may have acted before
  // this page was connected.
  if (connectionRestored.match(action))
    return action.payload.first ? ['Orders', 'Sales', 'Notifications'] : liveRecords;
  if (liveEventAnswered.match(action)) return staleByJoining(action.payload);
  return staleByEvent(action);
}
