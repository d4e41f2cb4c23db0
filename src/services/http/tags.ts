/**
 * The cache tags. `Creator` with an id covers everything that depends on the viewer's access to that creator.
 */
export const tagTypes = [
  'Creator',
  'Creators',
  'OwnPerformer',
  'Post',
  'Timeline',
  'OwnPosts',
  'Following',
  'Followers',
  'Wallet',
  'Cards',
  'Subscriptions',
  'Subscribers',
  'Earnings',
  'BillingDetails',
  'Sessions',
  'NewAccountLimits',
  'Interests',
  'SecondFactor',
  'Passkeys',
  'Connections',
  'DataExport',
  'Gallery',
  'Galleries',
  'OwnGalleries',
  'Photos',
  'OwnPhotos',
  'Video',
  'Videos',
  'OwnVideos',
  'CoCreations',
  'Releases',
  'Product',
  'Products',
  'OwnProducts',
  'Orders',
  'Sales',
  'Addresses',
  'Auction',
  'Auctions',
  'Bids',
  'Stream',
  'Streams',
  'OwnStreams',
  'StreamSettings',
  'Supporters',
  'Comments',
  'HeldComments',
  'HeldWords',
  'Bookmarks',
  'Collections',
  'CreatorLists',
  'ListedCreators',
  'CollectionItems',
  'Library',
  'Blocked',
  'MutedCreators',
  'Payouts',
  'PayoutMethods',
  'Referrals',
  'Promotions',
  'Gifts',
  'SpendCaps',
  'Notifications',
  'NotificationSettings',
  'PushDevices',
  'Broadcasts',
  'AutomaticMessages',
  'QuickReplies',
  'PostSeries',
  'PostTemplates',
  'PinnedViews',
  'ScheduledMessages',
  'FanPanel',
  'FanLists',
  'MassMessageCap',
  'FirstMessageSettings',
  'ChatPeople',
  'PrivateStreams',
  'PrivateStream',
  'MessageRequests',
  'Decision',
  /** Everything that operators see at their desk; see `services/across/operator/endpoints.ts`. */
  'Desk',
] as const;
export type TagType = (typeof tagTypes)[number];
export type Tag = TagType | { readonly type: TagType; readonly id: string };

interface OfCreator {
  readonly _id: string;
  readonly performer: { readonly _id: string };
}
/** Each creator of some items once: what the viewer may see changes with the access to them. */
export const tagsOfCreators = (items: readonly Pick<OfCreator, 'performer'>[] = []): Tag[] =>
  [...new Set(items.map(({ performer }) => performer._id))].map((id): Tag => ({ type: 'Creator', id }));

/** A post is invalidated when it changes, and when the viewer's access to its creator changes. */
export const postTags = (post: OfCreator | undefined): Tag[] =>
  post
    ? [
        { type: 'Post', id: post._id },
        { type: 'Creator', id: post.performer._id },
      ]
    : [];

/** The tags of a list: the list itself, every post, and each creator once. */
export function postListTags(
  list: TagType,
  pages: readonly { readonly data: readonly OfCreator[] }[] | undefined,
): Tag[] {
  const posts = pages?.flatMap((page) => page.data) ?? [];
  return [list, ...posts.map((post): Tag => ({ type: 'Post', id: post._id })), ...tagsOfCreators(posts)];
}

/** The tag of every comment list of an item, including replies. */
export const commentsUnder = (objectId: string): Tag => ({ type: 'Comments', id: objectId });

/** The tags of a list of creators. */
export const creatorTags = (creators: readonly { readonly _id: string }[] | undefined): Tag[] => [
  'Creators',
  ...(creators ?? []).map(({ _id }): Tag => ({ type: 'Creator', id: _id })),
];
