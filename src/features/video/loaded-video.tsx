import FileX from 'lucide-react/icons/file-x';
import { useRouter } from 'next/router';
import { routes } from '#config/routes';
import { problemMessage } from '#lib/problem';
import { itemsOf } from '#state/api-asking';
import { useGetVideoQuery, useSearchVideosInfiniteQuery } from '#state/api-videos';
import { ButtonLink } from '#ui/button-link';
import { PageHead } from '#ui/page-head';
import { EmptyState, ErrorState } from '#ui/states';
import { relatedCount } from './load.tsx';
import { VideoPageBones } from './video-bones.tsx';
import { VideoContent } from './video-content.tsx';

const Gone = () => (
  <>
    <PageHead title="Video not found" unlisted />
    <EmptyState
      level={1}
      icon={<FileX size={28} />}
      title="This video isn’t here"
      text="It may have been removed, or the address has a slip in it."
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
  return <VideoPageBones />;
}
