import type { SitePost } from '#contract/site';
import type { Api } from '#services/api';
import { getSitePost } from '#services/site';

export interface SitePostData {
  readonly post: SitePost;
}

/** One post or standing page of the site. */
export const loadSitePost = async ({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<SitePostData> => ({ post: await getSitePost(api, query['id'] ?? '') });
