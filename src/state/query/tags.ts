/**
 * What records are known by. `Creator` with an id is everything that depends on what the viewer may see of
 * that creator.
 */
export const tagTypes = [
  'Creator',
  'Creators',
  'OwnPerformer',
  'Feed',
  'Timeline',
  'OwnFeeds',
  'Following',
  'Followers',
  'Wallet',
  'Cards',
  'Subscriptions',
  'Subscribers',
  'Earnings',
  'Sessions',
  'Gallery',
  'Galleries',
  'OwnGalleries',
  'Photos',
  'OwnPhotos',
  'Video',
  'Videos',
  'OwnVideos',
  'CoCreations',
  'Product',
  'Products',
  'OwnProducts',
  'Orders',
  'Sales',
  'Addresses',
  'Auction',
  'Auctions',
  'Bids',
  'Comments',
  'Bookmarks',
  'Library',
  'Blocked',
  'Payouts',
  'PayoutMethods',
  'Referrals',
  'Promotions',
  'SpendCaps',
] as const;
export type TagType = (typeof tagTypes)[number];
export type Tag = TagType | { readonly type: TagType; readonly id: string };

interface OfCreator {
  readonly _id: string;
  readonly performer: { readonly _id: string };
}
/** A post is stale when it changes, and when what the viewer may see of its creator does. */
export const feedTags = (feed: OfCreator | undefined): Tag[] =>
  feed
    ? [
        { type: 'Feed', id: feed._id },
        { type: 'Creator', id: feed.performer._id },
      ]
    : [];

/** Of a list: the list itself, every item, and every creator in it once. */
export function feedListTags(
  list: TagType,
  pages: readonly { readonly data: readonly OfCreator[] }[] | undefined,
): Tag[] {
  const feeds = pages?.flatMap((page) => page.data) ?? [];
  const creators = [...new Set(feeds.map((feed) => feed.performer._id))];
  return [
    list,
    ...feeds.map((feed): Tag => ({ type: 'Feed', id: feed._id })),
    ...creators.map((id): Tag => ({ type: 'Creator', id })),
  ];
}

/** Of a list of creators. */
export const creatorTags = (creators: readonly { readonly _id: string }[] | undefined): Tag[] => [
  'Creators',
  ...(creators ?? []).map(({ _id }): Tag => ({ type: 'Creator', id: _id })),
];
