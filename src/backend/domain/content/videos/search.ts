import { type SQL, sql } from 'drizzle-orm';
import type { ParsedInput } from '#contract/core/registry.ts';
import type { Video } from '#contract/content/videos.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { videos } from '../../../db/schema/videos.ts';
import { isShown, isCreatorOpen } from '../../base/access/access.ts';
import { cutPage, encodeCursor } from '../../../kernel/keyset.ts';
import { placeList } from '../../../kernel/whereabouts.ts';
import { type Shown, presentVideos, selectVideosIn } from './presenters.ts';
import { countVideos, pageOfVideos, relatedTo } from './search-query.ts';
import { refuseDeepOffset } from '../../../kernel/paging.ts';

type Query = ParsedInput<'GET /performer-assets/videos/search'>['query'];
export interface VideoPage {
  data: Video[];
  total: number;
  nextCursor: string | null;
}
const nothing: VideoPage = { data: [], total: 0, nextCursor: null };

/** The value of the column that a page is sorted by, as cursors store it. */
const placeIn = {
  newest: ({ video }: Shown) => video.publishedAt ?? video.createdAt,
  popular: ({ video }: Shown) => new Date(video.views),
} as const;

const viewerValues = (ctx: Ctx) => ({ viewer: ctx.viewer?.id ?? null, places: placeList(ctx.request) });
const inOrder = ({ sort }: Query): SQL =>
  sort === 'popular'
    ? sql`${videos.views} DESC, ${videos.id} DESC`
    : sql`${videos.publishedAt} DESC, ${videos.id} DESC`;

/**
 * A page of published videos. Empty for an unknown creator and for one the viewer can't see.
 * @throws AppError 422 when the offset is too large.
 */
export async function searchVideos(ctx: Ctx, query: Query): Promise<VideoPage> {
  refuseDeepOffset(query);
  if (query.relatedTo) return relatedVideos(ctx, query.relatedTo, query.limit);
  if (query.performerId && !(await isCreatorOpen(ctx, query.performerId))) return nothing;
  const [found, total] = await Promise.all([
    selectVideosIn(ctx, pageOfVideos(query)).orderBy(inOrder(query)).execute(viewerValues(ctx)),
    countVideos(ctx.db, query),
  ]);
  const { rows, nextCursor } = cutPage(found, query.limit, (last) =>
    encodeCursor({ createdAt: placeIn[query.sort](last), id: last.video.id }),
  );
  return { data: (await presentVideos(ctx, rows)).filter(isShown), total, nextCursor };
}

/** Related videos, one page: others by the same creator, then those sharing a tag, newest first. */
async function relatedVideos(ctx: Ctx, id: string, limit: number): Promise<VideoPage> {
  const found = await selectVideosIn(ctx, relatedTo(id, limit))
    .orderBy(sql`page.rank, ${videos.publishedAt} DESC, ${videos.id} DESC`)
    .execute(viewerValues(ctx));
  const data = (await presentVideos(ctx, found)).filter(isShown);
  return { data, total: data.length, nextCursor: null };
}
