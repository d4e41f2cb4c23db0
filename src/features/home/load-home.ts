import { limits } from '#config/limits.ts';
import type { Post } from '#contract/posts.ts';
import { typeOf } from '#components/posts/type-filter.tsx';
import type { Api } from '#services/http/api.ts';
import { listPosts } from '#services/posts.ts';

export interface HomeData {
  /** The newest posts of the type in the URL. */
  readonly feeds: {
    readonly type: string | null;
    readonly data: readonly Post[];
    readonly nextCursor?: string | null;
  };
}

/** Loads what the home page is rendered with. */
export async function loadHome({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<HomeData> {
  const type = typeOf(query['type']);
  const { data, nextCursor } = await listPosts(api, { limit: limits.firstPosts.home, ...(type && { type }) });
  return { feeds: { type, data, nextCursor } };
}
