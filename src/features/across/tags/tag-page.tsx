import { limits } from '#config/limits.ts';
import type { TagPage } from '#contract/across/search/tags.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import { parseTag } from '#lib/markup/tags-and-mentions.ts';
import { NotFound } from '#components/base/lists/not-found.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { PostSkeleton } from '#components/content/posts/post-skeleton.tsx';
import { getTag, listTagged } from '#services/across/search/tags.ts';
import type { Api } from '#services/http/api.ts';
import { LoadedTag, Tag } from './tag.tsx';

export interface TagData {
  readonly page: TagPage;
  readonly first: ReplyOf<'GET /tags/:tag/feeds'>;
}

/** Loads what a tag's page is rendered with. */
export async function loadTag({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<TagData> {
  const params = { tag: query['tag'] ?? '' };
  const [page, first] = await Promise.all([
    getTag(api, { params }),
    listTagged(api, { params, query: { limit: limits.firstPosts.home } }),
  ]);
  return { page, first };
}

/** `/tags/[tag]`. */
export function TagView({ page, first }: Partial<TagData>) {
  const written = useRouteParam('tag');
  if (written === '') return page ? <Tag page={page} first={first} /> : <PostSkeleton count={2} />;
  const tag = parseTag(written);
  if (tag === null)
    return <NotFound title="Tag not found" text="A tag is one word of letters, digits and underscores." />;
  if (page?.tag === tag) return <Tag key={tag} page={page} first={first} />;
  return <LoadedTag key={tag} tag={tag} />;
}
