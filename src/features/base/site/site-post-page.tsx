import { routes } from '#config/routes.ts';
import type { SitePost as SitePostRecord } from '#contract/base/site.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { NotFound } from '#components/base/lists/not-found.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { getSitePost } from '#services/base/site.ts';
import type { Api } from '#services/http/api.ts';
import { useSeeded } from '#state/query/use-seeded.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { SitePost } from './site-post.tsx';

interface SitePostData {
  /** Not `post`, from which the document would make the structured data of a creator's post. */
  readonly sitePost: SitePostRecord;
}

interface LoadOptions {
  readonly api: Api;
  readonly query: Readonly<Record<string, string>>;
}
const helpSlug = (name: string) => (name === '' ? '' : `help-${name}`);

/** Loads what the page of a post by the operator is rendered with. */
export const loadSitePost = async ({ api, query }: LoadOptions): Promise<SitePostData> => ({
  sitePost: await getSitePost(api, { params: { id: query['id'] ?? '' } }),
});

/** Loads a page of the help. */
export const loadHelpPage = async ({ api, query }: LoadOptions): Promise<SitePostData> => ({
  sitePost: await getSitePost(api, { params: { id: helpSlug(query['name'] ?? '') } }),
});

const skeleton = (
  <Skeleton label="Loading">
    <Stack>
      <SkeletonBlock height={36} width="60%" />
      <SkeletonBlock height={320} />
    </Stack>
  </Skeleton>
);
const notFound = (
  <NotFound
    title="Page not found"
    text="It may have been removed."
    action={<ButtonLink href={routes.sitePosts}>News</ButtonLink>}
  />
);

function SitePostView({ id, sitePost }: Partial<SitePostData> & { id: string }) {
  const request = useSeeded(getSitePost, sitePost || id === '' ? null : { params: { id } }, sitePost);
  return (
    <LoadedView request={request} skeleton={skeleton} notFound={notFound}>
      {(shown) => <SitePost post={shown} />}
    </LoadedView>
  );
}

/** `/posts/[id]`. */
export const SitePostPage = ({ sitePost }: Partial<SitePostData>) => (
  <SitePostView id={useRouteParam('id')} sitePost={sitePost} />
);

/** `/posts/help/[name]`. */
export const HelpPage = ({ sitePost }: Partial<SitePostData>) => (
  <SitePostView id={helpSlug(useRouteParam('name'))} sitePost={sitePost} />
);
