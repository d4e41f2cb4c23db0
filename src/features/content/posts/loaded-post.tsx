import FileX from 'lucide-react/icons/file-x';
import { PostSkeleton } from '#components/content/posts/post-skeleton.tsx';
import { getPost } from '#services/content/posts/posts.ts';
import { useRead } from '#state/query/hooks.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { NotFound } from '#components/base/lists/not-found.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { PostContent } from './post-content.tsx';

/** Loads the post of the current route, if the page was rendered without it. */
export function LoadedPost() {
  const id = useRouteParam('id');
  const request = useRead(getPost, id === '' ? null : { params: { id } });
  return (
    <LoadedView
      request={request}
      skeleton={<PostSkeleton />}
      notFound={
        <NotFound
          icon={<FileX size={28} />}
          title="Post not found"
          text="The link may be broken or the post removed."
        />
      }
    >
      {(post) => <PostContent key={post._id} post={post} />}
    </LoadedView>
  );
}
