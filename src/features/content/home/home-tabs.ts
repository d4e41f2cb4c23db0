import type { PostType } from '#contract/content/posts/posts.ts';
import type { TimelineSource } from '#contract/content/posts/parts.ts';

/** Whose posts are shown, by their name in the URL. */
export const homeTabs = [
  { key: 'following', label: 'Following' },
  { key: 'subscribed', label: 'Subscribed' },
  { key: 'discover', label: 'Discover' },
] as const satisfies readonly { key: TimelineSource; label: string }[];

export const parseTab = (text: unknown): TimelineSource =>
  homeTabs.find(({ key }) => key === text)?.key ?? 'following';

/** What the URL asks for. The type is null for all. */
export interface TimelineKey {
  readonly tab: TimelineSource;
  readonly type: PostType | null;
}
export const isSameTimeline = (a: TimelineKey, b: TimelineKey): boolean =>
  a.tab === b.tab && a.type === b.type;

export const timelineQuery = ({ tab, type }: TimelineKey) => ({
  ...(type && { type }),
  ...(tab === 'following' ? {} : { from: tab }),
});
