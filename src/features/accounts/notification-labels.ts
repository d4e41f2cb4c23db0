import type { NotificationType } from '#config/notification-types.ts';

/** The label of each type in the settings. */
export const notificationLabels: Readonly<Record<NotificationType, string>> = {
  follow: 'New followers',
  like: 'Likes',
  comment: 'Comments',
  reply: 'Replies to your comments',
  subscription: 'New subscribers',
  tip: 'Tips',
  purchase: 'Sales',
  'message-request': 'Message requests',
  'scheduled-message': 'Scheduled messages that couldn’t be sent',
  'co-creator': 'Co-creator requests',
  media: 'Your uploads and scheduled posts',
  'new-post': 'New posts from creators you chose',
  poll: 'Results of polls you voted in',
  order: 'Orders',
  outbid: 'Outbid in an auction',
  auction: 'Auction results',
  'subscription-renewal': 'Upcoming renewals',
  'subscription-failed': 'Failed renewals',
  'subscription-price': 'Price changes',
  payout: 'Payouts',
  dispute: 'Disputed payments',
  referral: 'Referrals',
  report: 'Outcome of your reports',
};
