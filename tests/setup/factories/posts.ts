import type { OwnPost, Post } from '#contract/content/posts/posts.ts';
import { aCard } from './creators.ts';
import { aFile, aLockedFile } from './files.ts';
import { timeOf } from './times.ts';

const at = '2026-11-20T10:00:00.000Z';

export const aPost = (changes: Partial<Post> = {}): Post => ({
  _id: 'p1',
  performer: aCard(),
  type: 'photo',
  text: 'Morning glaze',
  files: [aFile()],
  media: { photos: 1, videos: 0, audios: 0, duration: 0 },
  thumbnail: null,
  teaser: null,
  audience: 'public',
  price: 0,
  isSale: false,
  includedInSubscription: false,
  pinned: false,
  commentsEnabled: true,
  poll: null,
  counts: { likes: 0, comments: 0, bookmarks: 0 },
  isLiked: false,
  isBookmarked: false,
  access: { allowed: true, reason: 'free', routes: [] },
  state: 'published',
  publishedAt: at,
  expiresAt: null,
  createdAt: timeOf(changes._id ?? 'p1'),
  updatedAt: at,
  ...changes,
});

export const aLockedPost = (changes: Partial<Post> = {}): Post =>
  aPost({
    text: '',
    files: [aLockedFile()],
    media: { photos: 8, videos: 2, audios: 0, duration: 192 },
    price: 120,
    isSale: true,
    includedInSubscription: true,
    access: {
      allowed: false,
      reason: 'locked',
      routes: [
        { need: 'subscribe', price: 999, unit: 'money' },
        { need: 'purchase', price: 120, unit: 'token' },
      ],
    },
    ...changes,
  });

export const anOwnPost = (changes: Partial<OwnPost> = {}): OwnPost => ({
  ...aPost(),
  recentViews: 0,
  sold: 0,
  earned: 0,
  scheduledAt: null,
  reason: null,
  ...changes,
});

/** What the server sends with a profile: its posts, no streams. */
export const sentWith = (posts: Post[]) => {
  const none = { data: [], total: 0 };
  return {
    posts: {
      filter: { type: null, q: '' },
      first: { data: posts, total: posts.length, nextCursor: null },
    },
    streams: { live: none, scheduled: none },
  };
};
