import type { ObjectType } from '#contract/core/schemas.ts';
import type { BookmarkKind, reactions as family } from '#contract/reactions.ts';
import type { HandlersOf } from '../../kernel/handlers.ts';
import { listBookmarks } from '../library/bookmarks.ts';
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
