import type { ObjectType } from '#contract/core/schemas.ts';
import type { BookmarkKind, reactions as family } from '#contract/content/reactions.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { listBookmarks } from '../library/bookmarks.ts';
import { collectionsWith } from '../library/collections.ts';
import { react, unreact } from './reactions.ts';

const objectTypes: Record<BookmarkKind, Exclude<ObjectType, 'feed'>> = {
  videos: 'video',
  photos: 'photo',
  products: 'product',
  auctions: 'auction',
};

export const reactionHandlers: HandlersOf<typeof family> = {
  'POST /reactions': (ctx, { body }) => react(ctx, body),
  'DELETE /reactions': async (ctx, { body }) => {
    // A bookmark that goes leaves its collections.
    const leftCollections = body.action === 'bookmark' ? await collectionsWith(ctx, body) : undefined;
    return { ...(await unreact(ctx, body)), leftCollections };
  },
  'GET /reactions/:type/bookmark': (ctx, { params, query }) =>
    listBookmarks(ctx, objectTypes[params.type], query),
};
