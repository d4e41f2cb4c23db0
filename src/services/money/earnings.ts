import type { ReplyOf } from '#contract/core/registry.ts';
import { list, read, write } from '../http/endpoints.ts';
import type { ListInput } from '../http/endpoints.ts';

export type EarningFilter = NonNullable<ListInput<'GET /performer/earning/search'>['query']>;
export type Earning = ReplyOf<'GET /performer/earning/search'>['data'][number];
export type EarningStats = ReplyOf<'GET /performer/earning/stats'>;
export type TopEarners = ReplyOf<'GET /performer/earning/tops'>;
export type EarningStatement = ReplyOf<'GET /performer/earning/statement'>;
export type EarningYear = ReplyOf<'GET /performer/earning/year'>;
export type CreatorHome = ReplyOf<'GET /performer/home'>;
export type CreatorCounts = ReplyOf<'GET /performer/counts'>;

export const getEarningStats = read('GET /performer/earning/stats', { tags: ['Earnings'] });
export const listEarnings = list('GET /performer/earning/search', { tags: ['Earnings'] });
export const getTopEarners = read('GET /performer/earning/tops', { tags: ['Earnings'] });

/** Statements of months and years, and who they are issued to. */
export const getEarningStatement = read('GET /performer/earning/statement', { tags: ['Earnings'] });
export const getEarningYear = read('GET /performer/earning/year', { tags: ['Earnings'] });
export const getBillingDetails = read('GET /performer/billing-details', { tags: ['BillingDetails'] });
/** Statements print it. */
export const updateBillingDetails = write('PUT /performer/billing-details', {
  invalidates: ['BillingDetails', 'Earnings'],
});

export const getCalendar = read('GET /performer/calendar', {
  tags: ['OwnPosts', 'OwnStreams', 'Broadcasts'],
});

/** Outdated by whatever it counts; unread messages are no tag, so its page asks again when it is opened. */
export const getCreatorHome = read('GET /performer/home', {
  tags: [
    'OwnPerformer',
    'Earnings',
    'Payouts',
    'PayoutMethods',
    'Subscribers',
    'Followers',
    'Sales',
    'OwnPosts',
    'OwnVideos',
    'OwnGalleries',
    'OwnPhotos',
    'OwnStreams',
    'Broadcasts',
    'ScheduledMessages',
    'Notifications',
  ],
});
/** For the frame: outdated by whatever it counts, here or on another device. */
export const getCreatorCounts = read('GET /performer/counts', {
  tags: [
    'Sales',
    'HeldComments',
    'MessageRequests',
    'CoCreations',
    'PrivateStreams',
    'Earnings',
    'Payouts',
    'Notifications',
  ],
});
