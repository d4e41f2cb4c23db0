import type { ReactionBody } from '#contract/content/reactions.ts';
import type { Post } from '#contract/content/posts/posts.ts';

export type ReactionAction = ReactionBody['action'];
/** The fields of an item's record that describe its likes and bookmarks. */
export type Reactions = Pick<Post, 'counts' | 'isLiked' | 'isBookmarked'>;

const names = {
  like: { flag: 'isLiked', count: 'likes' },
  bookmark: { flag: 'isBookmarked', count: 'bookmarks' },
} as const;

export const isTurnedOn = (record: Reactions, action: ReactionAction): boolean => record[names[action].flag];

/** The same record with a like or bookmark added or removed. */
export function turned(record: Reactions, action: ReactionAction, on: boolean): Reactions {
  const { flag, count } = names[action];
  if (record[flag] === on) return record;
  return {
    ...record,
    [flag]: on,
    counts: { ...record.counts, [count]: Math.max(0, record.counts[count] + (on ? 1 : -1)) },
  };
}
