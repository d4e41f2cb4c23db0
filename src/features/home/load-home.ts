import { limits } from '#config/limits.ts';
import type { Post } from '#contract/posts.ts';
import type { TimelineSource } from '#contract/posts/parts.ts';
import { typeOf } from '#components/posts/type-filter.tsx';
import type { Api } from '#services/http/api.ts';
import { listPosts } from '#services/posts.ts';
import { tabOf, timelineQuery } from './home-tabs.ts';

export interface HomeData {
  /** The newest posts of the tab and the type in the URL. */
  readonly feeds: {
    readonly tab: TimelineSource;
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
  const [tab, type] = [tabOf(query['tab']), typeOf(query['type'])];
  const { data, nextCursor } = await listPosts(api, {
    ...timelineQuery({ tab, type }),
    limit: limits.firstPosts.home,
  });
  return { feeds: { tab, type, data, nextCursor } };
}
