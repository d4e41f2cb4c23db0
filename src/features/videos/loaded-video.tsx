import FileX from 'lucide-react/icons/file-x';
import { useRouter } from 'next/router';
import { routes } from '#config/routes.ts';
import { problemMessage } from '#lib/problem.ts';
import { itemsOf } from '#state/query/query-adapter.ts';
import { useGetVideoQuery, useSearchVideosInfiniteQuery } from '#state/api/videos.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { relatedCount } from './load-video.ts';
import { VideoPageSkeleton } from './video-skeleton.tsx';
import { VideoContent } from './video-content.tsx';

const Gone = () => (
  <>
    <PageHead title="Video not found" unlisted />
    <EmptyState
      level={1}
      icon={<FileX size={28} />}
      title="Video not found"
      text="The link may be broken or the video removed."
      action={
        <ButtonLink variant="primary" href={routes.search}>
          Find creators
        </ButtonLink>
      }
    />
  </>
);

/** The video that the address names, where the page came without it. */
export function LoadedVideo() {
  const { query, isReady } = useRouter();
  const id = typeof query['id'] === 'string' ? query['id'] : '';
  const { currentData, error, isFetching, refetch } = useGetVideoQuery(id, { skip: !isReady || id === '' });
  const related = useSearchVideosInfiniteQuery(
    { relatedTo: id, limit: relatedCount },
    { skip: !currentData },
  );
  if (currentData)
    return <VideoContent key={currentData._id} video={currentData} related={itemsOf(related.currentData)} />;
  if (error && 'status' in error && error.status === 404) return <Gone />;
  if (error && !isFetching)
    return <ErrorState level={1} text={problemMessage(error)} onRetry={() => void refetch()} />;
  return <VideoPageSkeleton />;
}
