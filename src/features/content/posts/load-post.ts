import type { Post } from '#contract/content/posts/posts.ts';
import type { Api } from '#services/http/api.ts';
import { getPost } from '#services/content/posts/posts.ts';

export interface PostItemData {
  readonly post: Post;
}

export const loadPostItem = async ({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<PostItemData> => ({ post: await getPost(api, { params: { id: query['id'] ?? '' } }) });
