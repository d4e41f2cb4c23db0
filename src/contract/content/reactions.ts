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
  listReply,
} from '../core/schemas.ts';
import { op } from '../core/op.ts';

export const ReactionBody = z.strictObject({
  objectType: ObjectType,
  objectId: Id,
  action: z.enum(['like', 'bookmark']),
});
export type ReactionBody = z.infer<typeof ReactionBody>;
/** The viewer's own reactions to an item, and its counts. */
export const Reacted = z.object({
  objectType: ObjectType,
  objectId: Id,
  isLiked: z.boolean(),
  isBookmarked: z.boolean(),
  counts: Counts,
  leftCollections: z.array(Id).describe('Your collections that a removed bookmark was in.').optional(),
});
export type Reacted = z.infer<typeof Reacted>;

/** An item of any kind in a list: enough to recognize and open it. */
export const MediaCard = z.object({
  _id: Id,
  objectType: ObjectType,
  /** Empty when it has none, or when only those with access may see it. */
  title: z.string(),
  performer: PerformerCard,
  cover: FileView.nullable(),
  access: AccessView,
  /** For an auction, the highest bid or the starting price. 0 when it isn't sold. */
  price: Tokens,
  numOfItems: z.int().describe('Number of photos in the gallery.').nullable(),
  duration: z.number().describe('Length in seconds.').nullable(),
  /** The gallery of a photo; null for a single photo and for any other kind. */
  galleryId: Id.nullable(),
  /** For an auction. */
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
    reply: listReply(Bookmark),
  }),
};
