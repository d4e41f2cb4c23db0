import { limits } from '#config/limits.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import type { Stream } from '#contract/talk/streams/streams.ts';
import type { TimelineSource } from '#contract/content/posts/parts.ts';
import { typeOf } from '#components/content/posts/type-filter.tsx';
import type { Api } from '#services/http/api.ts';
import { listPosts } from '#services/content/posts/posts.ts';
import { searchStreams } from '#services/talk/streams/streams.ts';
import { tabOf, timelineQuery } from './home-tabs.ts';

export interface HomeData {
  /** The newest posts of the tab and the type in the URL. */
  readonly posts: {
    readonly tab: TimelineSource;
    readonly type: string | null;
    readonly data: readonly Post[];
    readonly nextCursor?: string | null;
  };
  /** Who is live, for screens without the rail that shows it. */
  readonly live: readonly Stream[];
}

const liveShown = 8;

/** Loads what the home page is rendered with. */
export async function loadHome({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<HomeData> {
  const [tab, type] = [tabOf(query['tab']), typeOf(query['type'])];
  const [{ data, nextCursor }, live] = await Promise.all([
    listPosts(api, { query: { ...timelineQuery({ tab, type }), limit: limits.firstPosts.home } }),
    // The posts are worth showing without it.
    searchStreams(api, { query: { state: 'live', limit: liveShown } }).catch(() => ({ data: [] })),
  ]);
  return { posts: { tab, type, data, nextCursor }, live: live.data };
}
