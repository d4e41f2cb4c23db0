import FileX from 'lucide-react/icons/file-x';
import type { Video as VideoRecord } from '#contract/content/videos.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { NotFound } from '#components/base/lists/not-found.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import type { Api } from '#services/http/api.ts';
import { getVideo, searchVideos } from '#services/content/videos.ts';
import { useSeeded } from '#state/query/use-seeded.ts';
import { Video, relatedCount } from './video.tsx';
import { VideoPageSkeleton } from './video-skeleton.tsx';

interface VideoData {
  readonly video: VideoRecord;
  /** Related videos. */
  readonly related: readonly VideoRecord[];
}

/** Loads a video and related ones. */
export async function loadVideo({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<VideoData> {
  const id = query['id'] ?? '';
  const related = searchVideos(api, { query: { relatedTo: id, limit: relatedCount } }).then(
    ({ data }) => data,
    () => [],
  );
  return { video: await getVideo(api, { params: { id } }), related: await related };
}

const notFound = (
  <NotFound
    icon={<FileX size={28} />}
    title="Video not found"
    text="The link may be broken or the video removed."
  />
);

/** Up to date, so that a purchase here or in another tab unlocks the video at once. */
function UpToDate({ id, video, related }: Partial<VideoData> & { readonly id: string }) {
  const request = useSeeded(getVideo, id === '' ? null : { params: { id } }, video);
  return (
    <LoadedView request={request} skeleton={<VideoPageSkeleton />} notFound={notFound}>
      {(now) => <Video video={now} related={related} onStale={() => void request.refetch()} />}
    </LoadedView>
  );
}

/** `/videos/[id]`. */
export function VideoPage(data: Partial<VideoData>) {
  const routeId = useRouteParam('id');
  const id = data.video?._id ?? routeId;
  return <UpToDate key={id} id={id} {...data} />;
}
