import { limits } from '#config/limits.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import type { PostSeries } from '#contract/content/posts/series.ts';
import type { Api } from '#services/http/api.ts';
import { getSeries, listSeriesPosts } from '#services/content/posts/series.ts';

export interface SeriesData {
  readonly series: PostSeries;
  readonly first: { readonly data: readonly Post[]; readonly nextCursor?: string | null | undefined };
}

/** Loads what a series' page is rendered with. */
export async function loadSeries({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<SeriesData> {
  const id = query['id'] ?? '';
  const [series, { data, nextCursor }] = await Promise.all([
    getSeries(api, { params: { id } }),
    listSeriesPosts(api, { params: { id }, query: { limit: limits.firstPosts.home } }),
  ]);
  return { series, first: { data, nextCursor } };
}
