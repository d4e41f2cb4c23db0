import type { Post } from '#contract/content/posts/posts.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { isShown, isCreatorOpen } from '../../base/access/access.ts';
import { type PostParts, presentPosts } from './presenters.ts';
import { cutPage, encodeCursor, readCursor } from '../../../kernel/keyset.ts';
import { placeList } from '../../../kernel/whereabouts.ts';
import { type Scope, type TimelineRequest, countPosts, pinnedQuery, runPage } from './timeline-query.ts';
import { refuseDeepOffset } from '../../../kernel/paging.ts';

type Query = ParsedInput<'GET /user/feeds'>['query'];

/**
 * The cursor of a page that starts among or right after the pinned posts. It is an offset, since that part of
 * the list isn't sorted by time.
 */
const topCursor = (offset: number): string => `top.${offset}`;
function resolveStart(query: Query): Query {
  const [, offset] = /^top\.([0-9]{1,2})$/.exec(query.cursor ?? '') ?? [];
  return offset === undefined ? query : { ...query, cursor: undefined, offset: Number(offset) };
}

export interface PostPage {
  data: Post[];
  total: number;
  nextCursor: string | null;
}

/** How many entries of the page are pinned posts, which come first and only when paging from the top. */
function pinnedWindow(query: Query, pinned: number): { taken: number; skip: number } {
  if (query.cursor !== undefined) return { taken: 0, skip: 0 };
  return {
    taken: Math.min(query.limit, Math.max(0, pinned - query.offset)),
    skip: Math.max(0, query.offset - pinned),
  };
}

function chooseScope(ctx: Ctx, query: Query): Scope {
  if (query.performerId) return 'performer';
  if (query.listId) return 'list';
  if (query.category) return 'category';
  if (query.from === 'discover' || query.from === 'subscribed') return query.from;
  return ctx.viewer ? 'home' : 'public';
}

function toRequest(ctx: Ctx, query: Query, pinned: number): TimelineRequest {
  refuseDeepOffset(query);
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor);
  const { taken, skip } = pinnedWindow(query, pinned);
  return {
    shape: {
      scope: chooseScope(ctx, query),
      byType: query.type !== undefined,
      free: query.free,
      afterCursor: cursor !== null,
      count: query.limit - taken + 1,
      skip,
    },
    values: {
      ...viewerValues(ctx),
      performer: query.performerId ?? null,
      type: query.type ?? null,
      category: query.category ?? null,
      list: query.listId ?? null,
      ...(cursor ? { at: cursor.createdAt.toISOString(), after: cursor.id } : { at: null, after: null }),
    },
  };
}

const viewerValues = (ctx: Ctx) => ({
  viewer: ctx.viewer?.id ?? null,
  places: placeList(ctx.request),
  moment: now(ctx).toISOString(),
});

async function loadPinned(ctx: Ctx, query: Query): Promise<PostParts[]> {
  if (!query.performerId || query.cursor !== undefined) return [];
  const rows = await pinnedQuery(ctx.db).execute({
    performer: query.performerId,
    moment: now(ctx).toISOString(),
  });
  return rows.filter(
    ({ feed }) =>
      (!query.type || feed.type === query.type) &&
      (query.free === undefined || (feed.price === 0) === query.free),
  );
}

/** A page of the timeline, newest first. Empty for an unknown creator and for one the viewer can't see. */
export async function listPosts(ctx: Ctx, given: Query): Promise<PostPage> {
  const query = resolveStart(given);
  if (query.performerId && !(await isCreatorOpen(ctx, query.performerId)))
    return { data: [], total: 0, nextCursor: null };
  const pinned = await loadPinned(ctx, query);
  const request = toRequest(ctx, query, pinned.length);
  const { posts: found, total } = await runPage(ctx, request);
  const { rows, nextCursor } = cutPage(found, request.shape.count - 1, ({ feed }) =>
    encodeCursor({ createdAt: feed.publishedAt ?? feed.createdAt, id: feed.id }),
  );
  const end = query.offset + query.limit;
  const above = pinned.slice(query.offset, end);
  const isMore = above.length === query.limit && (end < pinned.length || found.length > 0);
  const data = await presentPosts(ctx, [...above, ...rows]);
  return {
    data: data.filter(isShown),
    total: total ?? (await countPosts(ctx, request)),
    nextCursor: isMore ? topCursor(end) : nextCursor,
  };
}
