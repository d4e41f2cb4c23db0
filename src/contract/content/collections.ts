import { z } from 'zod';
import { limits } from '#config/limits.ts';
import {
  Done,
  FileView,
  Id,
  IdParams,
  KeyPage,
  ObjectType,
  OffsetPage,
  Timestamp,
  listReply,
  lineText,
} from '../core/schemas.ts';
import { op } from '../core/op.ts';
import { Bookmark } from './reactions.ts';

/** Collections of bookmarks. Each belongs to one person, and nobody else sees it. */
export const BookmarkCollection = z.object({
  _id: Id,
  name: z.string(),
  items: z.int().describe('Number of bookmarks in it that can be seen now.'),
  /** Of the bookmark added last. */
  cover: FileView.nullable(),
  /** Whether the item asked about is in it; false if none was asked about. */
  contains: z.boolean(),
  createdAt: Timestamp,
});
export type BookmarkCollection = z.infer<typeof BookmarkCollection>;

/** An item of a collection. Of a post, `title` is the beginning of its text. */
export const CollectedBookmark = Bookmark.extend({ addedAt: Timestamp });
export type CollectedBookmark = z.infer<typeof CollectedBookmark>;

const CollectionName = z.strictObject({
  name: lineText()
    .min(1, 'Enter a name.')
    .max(limits.collections.name, `Use at most ${limits.collections.name} characters.`),
});
const ItemParams = z.strictObject({ id: Id, objectType: ObjectType, objectId: Id });

export const collections = {
  'GET /bookmark-collections': op({
    summary: 'Your collections of bookmarks, by name',
    access: 'user',
    ours: true,
    query: z
      .strictObject({ ...OffsetPage, objectType: ObjectType.optional(), objectId: Id.optional() })
      .refine((query) => (query.objectType === undefined) === (query.objectId === undefined), {
        path: ['objectId'],
        message: 'Name the type and the id of the item.',
      }),
    reply: listReply(BookmarkCollection),
  }),
  'POST /bookmark-collections': op({
    summary: 'Create a collection of bookmarks',
    access: 'user',
    ours: true,
    body: CollectionName,
    reply: BookmarkCollection,
    creates: true,
    status: 201,
  }),
  'GET /bookmark-collections/:id': op({
    summary: 'One of your collections',
    access: 'user',
    ours: true,
    params: IdParams,
    reply: BookmarkCollection,
  }),
  'PUT /bookmark-collections/:id': op({
    summary: 'Rename a collection',
    access: 'user',
    ours: true,
    params: IdParams,
    body: CollectionName,
    reply: BookmarkCollection,
  }),
  'DELETE /bookmark-collections/:id': op({
    summary: 'Delete a collection; the bookmarks in it stay',
    access: 'user',
    ours: true,
    params: IdParams,
    reply: Done,
  }),
  'GET /bookmark-collections/:id/items': op({
    summary: 'Bookmarks of every kind in a collection, last added first',
    access: 'user',
    ours: true,
    params: IdParams,
    query: z.strictObject(KeyPage),
    reply: listReply(CollectedBookmark),
  }),
  'PUT /bookmark-collections/:id/items/:objectType/:objectId': op({
    summary: 'Add a bookmark to a collection',
    access: 'user',
    ours: true,
    params: ItemParams,
    reply: BookmarkCollection,
  }),
  'DELETE /bookmark-collections/:id/items/:objectType/:objectId': op({
    summary: 'Remove a bookmark from a collection; it stays bookmarked',
    access: 'user',
    ours: true,
    params: ItemParams,
    reply: BookmarkCollection,
  }),
};
