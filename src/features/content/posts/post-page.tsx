import FileX from 'lucide-react/icons/file-x';
import type { Post as PostRecord } from '#contract/content/posts/posts.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { NotFound } from '#components/base/lists/not-found.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { PostSkeleton } from '#components/content/posts/post-skeleton.tsx';
import type { Api } from '#services/http/api.ts';
import { getPost } from '#services/content/posts/posts.ts';
import { useSeeded } from '#state/query/use-seeded.ts';
import { Post } from './post.tsx';

interface PostData {
  readonly post: PostRecord;
}

/** Loads what the page of a post is rendered with. */
export const loadPost = async ({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<PostData> => ({ post: await getPost(api, { params: { id: query['id'] ?? '' } }) });

const notFound = (
  <NotFound
    icon={<FileX size={28} />}
    title="Post not found"
    text="The link may be broken or the post removed."
  />
);

/** Up to date, so that a purchase here or in another tab unlocks the post at once. */
function UpToDate({ id, post }: { id: string; post: PostRecord | undefined }) {
  const request = useSeeded(getPost, id === '' ? null : { params: { id } }, post);
  return (
    <LoadedView request={request} skeleton={<PostSkeleton />} notFound={notFound}>
      {(now) => <Post post={now} />}
    </LoadedView>
  );
}

/** `/feeds/[id]`. */
export function PostPage({ post }: Partial<PostData>) {
  const routeId = useRouteParam('id');
  const id = post?._id ?? routeId;
  return <UpToDate key={id} id={id} post={post} />;
}
