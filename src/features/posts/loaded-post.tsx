import FileX from 'lucide-react/icons/file-x';
import { useRouter } from 'next/router';
import { routes } from '#config/routes.ts';
import { problemMessage } from '#lib/problem.ts';
import { PostSkeleton } from '#components/posts/post-list.tsx';
import { useGetPostQuery } from '#state/api/posts.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { PostContent } from './post-content.tsx';

const Gone = () => (
  <>
    <PageHead title="Post not found" unlisted />
    <EmptyState
      level={1}
      icon={<FileX size={28} />}
      title="Post not found"
      text="The link may be broken or the post removed."
      action={
        <ButtonLink variant="primary" href={routes.search}>
          Find creators
        </ButtonLink>
      }
    />
  </>
);

/** The post that the address names, where the page came without it. */
export function LoadedPost() {
  const { query, isReady } = useRouter();
  const id = typeof query['id'] === 'string' ? query['id'] : '';
  const { currentData, error, isFetching, refetch } = useGetPostQuery(id, { skip: !isReady || id === '' });
  if (currentData) return <PostContent key={currentData._id} feed={currentData} />;
  if (error && 'status' in error && error.status === 404) return <Gone />;
  if (error && !isFetching)
    return <ErrorState level={1} text={problemMessage(error)} onRetry={() => void refetch()} />;
  return <PostSkeleton />;
}
