import { limits } from '#config/limits';
import type { Feed } from '#contract/feeds';
import { typeOf } from '#parts/type-filter';
import type { Api } from '#services/api';
import { listFeeds } from '#services/feeds';

export interface HomeData {
  /** The newest posts of the type that the address names. */
  readonly feeds: {
    readonly type: string | null;
    readonly data: readonly Feed[];
    readonly nextCursor?: string | null;
  };
}

/** What a person's home page is drawn with. */
export async function loadHome({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<HomeData> {
  const type = typeOf(query['type']);
  const { data, nextCursor } = await listFeeds(api, { limit: limits.firstPosts.home, ...(type && { type }) });
  return { feeds: { type, data, nextCursor } };
}
