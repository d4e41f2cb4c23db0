import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { PostSkeleton } from '#components/content/posts/post-skeleton.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { PostContent } from './post-content.tsx';
import type { PostItemData } from './load-post.ts';

/** Loads only if the server sent no data. */
const LoadedPost = lazyPart(async () => (await import('./loaded-post.tsx')).LoadedPost);

/** `/feeds/[id]`. */
export const PostItemView = ({ post }: Partial<PostItemData>) =>
  post ? (
    <PostContent key={post._id} post={post} />
  ) : (
    <LazyClient skeleton={<PostSkeleton />}>
      <LoadedPost />
    </LazyClient>
  );
