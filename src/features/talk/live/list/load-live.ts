import type { Stream } from '#contract/talk/streams/streams.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { Api } from '#services/http/api.ts';
import { listCategories } from '#services/people/creators.ts';
import { type StreamFilter, searchStreams } from '#services/talk/streams/streams.ts';

export type Category = ReplyOf<'GET /performers/categories'>['data'][number];
export type Kind = 'live' | 'scheduled';
export interface FirstPage {
  readonly data: readonly Stream[];
  readonly total: number;
  readonly nextCursor?: string | null | undefined;
}
export interface LiveData {
  /** The category that the lists were loaded for. */
  readonly category: string;
  readonly live: FirstPage;
  readonly scheduled: FirstPage;
  readonly categories: readonly Category[];
}

type Address = Readonly<Record<string, string | string[] | undefined>>;
export const categoryOf = ({ category }: Address): string =>
  typeof category === 'string' ? category.trim().slice(0, 40).toLowerCase() : '';

export const listQuery = (state: Kind, category: string): StreamFilter => ({
  state,
  limit: 24,
  ...(category && { category }),
});

export async function loadLive({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<LiveData> {
  const category = categoryOf(query);
  const [live, scheduled, categories] = await Promise.all([
    searchStreams(api, { query: listQuery('live', category) }),
    searchStreams(api, { query: listQuery('scheduled', category) }),
    listCategories(api),
  ]);
  return { category, live, scheduled, categories: categories.data };
}
