import { routes } from '#config/routes.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import { listSitePosts } from '#services/base/site.ts';
import type { Api } from '#services/http/api.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { SitePosts } from './site-posts.tsx';

interface SitePostsData {
  readonly first: ReplyOf<'GET /posts/search'> | undefined;
}

/** Loads what the page of news is rendered with. */
export const loadSitePosts = async ({ api }: { api: Api }): Promise<SitePostsData> => ({
  first: await listSitePosts(api),
});

/** `/posts`: news by the operator. */
export const SitePostsPage = ({ first }: Partial<SitePostsData>) => (
  <Stack gap={24}>
    <PageHead title="News" description="What’s new on this site." canonical={routes.sitePosts} />
    <PageHeader title="News" text="What’s new on this site." />
    <SitePosts first={first} />
  </Stack>
);
