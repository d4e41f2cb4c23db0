import { LazyClient } from '#components/lists/lazy-client.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import type { VideoData } from './load-video.ts';
import { VideoPageSkeleton } from './video-skeleton.tsx';
import { VideoContent } from './video-content.tsx';

/** Without a server's data the video loads by itself; nobody else pays for that. */
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
