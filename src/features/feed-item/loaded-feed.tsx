import FileX from 'lucide-react/icons/file-x';
import { useRouter } from 'next/router';
import { routes } from '#config/routes';
import { problemMessage } from '#lib/problem';
import { PostSkeleton } from '#parts/post-list';
import { useGetFeedQuery } from '#state/api-feeds';
import { ButtonLink } from '#ui/button-link';
import { PageHead } from '#ui/page-head';
import { EmptyState, ErrorState } from '#ui/states';
import { FeedContent } from './feed-content.tsx';

const Gone = () => (
  <>
    <PageHead title="Post not found" unlisted />
    <EmptyState
      level={1}
      icon={<FileX size={28} />}
      title="This post isn’t here"
      text="It may have been removed, or the address has a slip in it."
      action={
        <ButtonLink variant="primary" href={routes.search}>
          Find creators
        </ButtonLink>
      }
    />
  </>
);

/** The post that the address names, where the page came without it. */
export function LoadedFeed() {
  const { query, isReady } = useRouter();
  const id = typeof query['id'] === 'string' ? query['id'] : '';
  const { currentData, error, isFetching, refetch } = useGetFeedQuery(id, { skip: !isReady || id === '' });
  if (currentData) return <FeedContent key={currentData._id} feed={currentData} />;
  if (error && 'status' in error && error.status === 404) return <Gone />;
  if (error && !isFetching)
    return <ErrorState level={1} text={problemMessage(error)} onRetry={() => void refetch()} />;
  return <PostSkeleton />;
}
