import { limits } from '#config/limits';
import type { Audience, FeedCreate, OwnFeed } from '#contract/feeds';
import { formatTokens } from '#lib/format';

/** A post as typed in the editor. */
export interface PostValues {
  readonly text: string;
  readonly audience: Audience;
  readonly sells: boolean;
  /** Tokens, as typed. */
  readonly price: string;
  readonly includedInSubscription: boolean;
  readonly commentsEnabled: boolean;
  readonly pinned: boolean;
}
export type PostErrors = Partial<Record<'text' | 'price' | 'photos', string>>;

export const emptyPost: PostValues = { text: '', audience: 'subscribers', sells: false, price: '', includedInSubscription: true, commentsEnabled: true, pinned: false };

export const valuesOf = (feed: OwnFeed): PostValues => ({
  text: feed.text,
  audience: feed.audience,
  sells: feed.price > 0,
  price: feed.price > 0 ? String(feed.price) : '',
  includedInSubscription: feed.includedInSubscription,
  commentsEnabled: feed.commentsEnabled,
  pinned: feed.pinned,
});

const wholeTokens = (typed: string): number | null => (/^\d{1,9}$/.test(typed.trim()) ? Number(typed) : null);

/** What is wrong with a post, in words; nothing when it can be published. */
export function postErrors(values: PostValues, photos: { count: number; busy: boolean; failed: boolean }): PostErrors {
  const price = wholeTokens(values.price);
  const { min, max } = limits.itemPrice;
  return {
    ...(values.text.trim() || photos.count > 0 ? {} : { text: 'Write something or add a photo.' }),
    ...(!values.sells || (price !== null && price >= min && price <= max) ? {} : { price: `Enter a price from ${formatTokens(min)} to ${formatTokens(max)}.` }),
    ...(photos.busy ? { photos: 'Wait until every photo is there.' } : photos.failed ? { photos: 'A photo didn’t arrive. Try it again or take it out.' } : {}),
  };
}

/** The post as the server takes it. */
export const bodyOf = (values: PostValues, fileIds: string[]): Omit<FeedCreate, 'type'> => ({
  text: values.text.trim(),
  fileIds,
  audience: values.audience,
  price: values.sells ? (wholeTokens(values.price) ?? 0) : 0,
  includedInSubscription: values.sells && values.includedInSubscription,
  commentsEnabled: values.commentsEnabled,
  pinned: values.pinned,
});
