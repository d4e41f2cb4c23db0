import type { CreatorList } from '#contract/content/creator-lists.ts';
import type { BookmarkCollection } from '#contract/content/collections.ts';
import type { Comment } from '#contract/content/comments.ts';
import type { Bookmark } from '#contract/content/reactions.ts';
import { aCard } from './creators.ts';
import { aLockedFile } from './files.ts';
import { timeOf } from './times.ts';

const at = '2026-11-20T10:00:00.000Z';

export const aComment = (changes: Partial<Comment> = {}): Comment => ({
  _id: 'k1',
  objectType: 'feed',
  objectId: 'p1',
  parentId: null,
  author: aCard({ _id: 'f2', name: 'Bo', username: 'bo', isPerformer: false }),
  text: 'Lovely',
  pinned: false,
  replies: 0,
  isDeleted: false,
  heldBy: null,
  isBanned: false,
  editedAt: null,
  createdAt: timeOf(changes._id ?? 'k1'),
  ...changes,
});

export const aBookmark = (changes: Partial<Bookmark> = {}): Bookmark => ({
  _id: 'v1',
  objectType: 'video',
  title: 'Throwing',
  performer: aCard(),
  cover: aLockedFile(),
  access: { allowed: false, reason: 'locked', routes: [] },
  price: 60,
  numOfItems: null,
  duration: 92,
  galleryId: null,
  endsAt: null,
  bookmarkedAt: at,
  ...changes,
});

export const aCollection = (changes: Partial<BookmarkCollection> = {}): BookmarkCollection => ({
  _id: 'l1',
  name: 'Glazes',
  items: 1,
  cover: null,
  contains: false,
  createdAt: timeOf(changes._id ?? 'l1'),
  ...changes,
});

export const aCreatorList = (changes: Partial<CreatorList> = {}): CreatorList => ({
  _id: 'cl1',
  name: 'Painters',
  members: 1,
  newest: [aCard()],
  contains: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  ...changes,
});
