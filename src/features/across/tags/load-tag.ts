import { limits } from '#config/limits.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import type { TagPage } from '#contract/across/search/tags.ts';
import type { Api } from '#services/http/api.ts';
import { getTag, listTagged } from '#services/across/search/tags.ts';

export interface TagData {
  readonly page: TagPage;
  readonly first: { readonly data: readonly Post[]; readonly nextCursor?: string | null | undefined };
}

/** Loads what a tag's page is rendered with. */
export async function loadTag({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<TagData> {
  const tag = query['tag'] ?? '';
  const [page, { data, nextCursor }] = await Promise.all([
    getTag(api, { params: { tag } }),
    listTagged(api, { params: { tag }, query: { limit: limits.firstPosts.home } }),
  ]);
  return { page, first: { data, nextCursor } };
}
