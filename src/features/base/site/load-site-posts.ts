import type { SitePost } from '#contract/base/site.ts';
import type { Api } from '#services/http/api.ts';
import { getSitePost, listSitePosts } from '#services/base/site.ts';

export interface SitePostData {
  readonly post: SitePost;
}

export const loadSitePost = async ({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<SitePostData> => ({ post: await getSitePost(api, { params: { id: query['id'] ?? '' } }) });

export interface SitePostsData {
  readonly first: Awaited<ReturnType<typeof listSitePosts>> | undefined;
}

export const loadSitePosts = async ({ api }: { api: Api }): Promise<SitePostsData> => ({
  first: await listSitePosts(api),
});
