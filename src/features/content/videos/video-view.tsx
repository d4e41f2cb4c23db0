import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import type { VideoData } from './load-video.ts';
import { VideoPageSkeleton } from './video-skeleton.tsx';
import { VideoContent } from './video-content.tsx';

/** Loads only if the server sent no data. */
const LoadedVideo = lazyPart(async () => (await import('./loaded-video.tsx')).LoadedVideo);

/** `/videos/[id]`. */
export const VideoView = ({ video, related = [] }: Partial<VideoData>) =>
  video ? (
    <VideoContent key={video._id} video={video} related={related} />
  ) : (
    <LazyClient skeleton={<VideoPageSkeleton />}>
      <LoadedVideo />
    </LazyClient>
  );
