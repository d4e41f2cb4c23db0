import { z } from 'zod';
import {
  AccessView,
  Counts,
  FileView,
  Id,
  KeyPage,
  ObjectType,
  PerformerCard,
  Timestamp,
  Tokens,
  listOf,
} from './core/schemas.ts';
import { op } from './core/op.ts';

export const ReactionBody = z.strictObject({
  objectType: ObjectType,
  objectId: Id,
  action: z.enum(['like', 'bookmark']),
});
export type ReactionBody = z.infer<typeof ReactionBody>;
/** What the viewer and everybody made of a thing. */
export const Reacted = z.object({
  objectType: ObjectType,
  objectId: Id,
  isLiked: z.boolean(),
  isBookmarked: z.boolean(),
  counts: Counts,
});
export type Reacted = z.infer<typeof Reacted>;

/** A media item of any kind as a row of a list: enough to know it again, and to open it. */
export const MediaCard = z.object({
  _id: Id,
  objectType: ObjectType,
  /** Empty where it has none, or where it is told only to those who may read it. */
  title: z.string(),
  performer: PerformerCard,
  picture: FileView.nullable(),
  access: AccessView,
  /** Of an auction the highest bid, or what it begins with. 0 where it isn't sold. */
  price: Tokens,
  /** Photos in a gallery. */
  count: z.int().describe('Number of photos in the gallery.').nullable(),
  /** Seconds, of a video. */
  duration: z.number().describe('Length in seconds.').nullable(),
  /** Where a photo is to be found; null for one by itself, and for everything else. */
  galleryId: Id.nullable(),
  /** Of an auction. */
  endsAt: Timestamp.nullable(),
});
export type MediaCard = z.infer<typeof MediaCard>;
export const Bookmark = MediaCard.extend({ bookmarkedAt: Timestamp });
export type Bookmark = z.infer<typeof Bookmark>;

export const BookmarkQuery = z.strictObject(KeyPage);
/** Posts and galleries have routes of their own. */
export const BookmarkKind = z.enum(['videos', 'photos', 'products', 'auctions']);
export type BookmarkKind = z.infer<typeof BookmarkKind>;

export const reactions = {
  'POST /reactions': op({ summary: 'Like or bookmark', access: 'user', body: ReactionBody, reply: Reacted }),
  'DELETE /reactions': op({
    summary: 'Remove a like or bookmark',
    access: 'user',
    body: ReactionBody,
    reply: Reacted,
  }),
  'GET /reactions/:type/bookmark': op({
    summary: 'Bookmarks of one type, newest first',
    access: 'user',
    params: z.strictObject({ type: BookmarkKind }),
    query: BookmarkQuery,
    reply: listOf(Bookmark),
  }),
};
