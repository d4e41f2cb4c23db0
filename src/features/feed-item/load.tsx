import type { Feed } from '#contract/feeds';
import type { Api } from '#services/api';
import { getFeed } from '#services/feeds';

export interface FeedItemData {
  readonly feed: Feed;
}

/** One post. */
export const loadFeedItem = async ({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<FeedItemData> => ({ feed: await getFeed(api, query['id'] ?? '') });
