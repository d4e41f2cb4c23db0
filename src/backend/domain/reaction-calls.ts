import type { ObjectType } from '#contract/common';
import type { BookmarkKind, reactions as family } from '#contract/reactions';
import type { HandlersOf } from '../http/handlers.ts';
import { listBookmarks } from './bookmarks.ts';
import { react, unreact } from './reactions.ts';

const typeOf: Record<BookmarkKind, Exclude<ObjectType, 'feed'>> = {
  videos: 'video',
  photos: 'photo',
  products: 'product',
  auctions: 'auction',
};

export const reactionHandlers: HandlersOf<typeof family> = {
  'POST /reactions': (ctx, { body }) => react(ctx, body),
  'DELETE /reactions': (ctx, { body }) => unreact(ctx, body),
  'GET /reactions/:type/bookmark': (ctx, { params, query }) => listBookmarks(ctx, typeOf[params.type], query),
};
