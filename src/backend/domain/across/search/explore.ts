import type { ReplySource } from '#contract/core/registry.ts';
import type { Ctx } from '../../../kernel/context.ts';
import {
  becauseFollowed,
  freePerformers,
  newestPerformers,
  trendingPerformers,
} from '../../people/creators/discovery.ts';
import { categoriesInUse } from '../../people/creators/suggestions.ts';
import { searchStreams } from '../../talk/streams/search.ts';
import { newItems } from './new-items.ts';

/** In each section: two rows of three. */
const shown = 6;
const because = { sources: 2, each: 3 };

/** What there is to discover, as far as the viewer may see it. */
export async function explore(ctx: Ctx): Promise<ReplySource<'GET /explore'>> {
  const [categories, trending, live, followed, newest, free, posts, galleries] = await Promise.all([
    categoriesInUse(ctx),
    trendingPerformers(ctx, shown),
    searchStreams(ctx, { state: 'live', offset: 0, limit: shown }),
    becauseFollowed(ctx, because),
    newestPerformers(ctx, shown),
    freePerformers(ctx, shown),
    newItems(ctx, 'post', shown),
    newItems(ctx, 'gallery', shown),
  ]);
  return {
    categories: categories.data,
    trending,
    live: live.data,
    because: followed,
    newest,
    free,
    posts,
    galleries,
  };
}
