import FileX from 'lucide-react/icons/file-x';
import { itemsOf } from '#state/query/query-adapter.ts';
import { getVideo, searchVideos } from '#services/content/videos.ts';
import { useList, useRead } from '#state/query/hooks.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { NotFound } from '#components/base/lists/not-found.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { relatedCount } from './load-video.ts';
import { VideoPageSkeleton } from './video-skeleton.tsx';
import { VideoContent } from './video-content.tsx';

/** Loads the video of the current route, if the page was rendered without it. */
export function LoadedVideo() {
  const id = useRouteParam('id');
  const request = useRead(getVideo, id === '' ? null : { params: { id } });
  const related = useList(
    searchVideos,
    !request.currentData ? null : { query: { relatedTo: id, limit: relatedCount } },
  );
  return (
    <LoadedView
      request={request}
      skeleton={<VideoPageSkeleton />}
      notFound={
        <NotFound
          icon={<FileX size={28} />}
          title="Video not found"
          text="The link may be broken or the video removed."
        />
      }
    >
      {(video) => <VideoContent key={video._id} video={video} related={itemsOf(related.currentData)} />}
    </LoadedView>
  );
}
