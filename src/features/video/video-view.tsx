import { Later } from '#parts/later';
import { lazyPart } from '#ui/lazy-part';
import type { VideoData } from './load.tsx';
import { VideoPageBones } from './video-bones.tsx';
import { VideoContent } from './video-content.tsx';

/** Without a server's data the video loads by itself; nobody else pays for that. */
const LoadedVideo = lazyPart(async () => (await import('./loaded-video.tsx')).LoadedVideo);

/** `/videos/[id]`. */
export const VideoView = ({ video, related = [] }: Partial<VideoData>) =>
  video ? (
    <VideoContent key={video._id} video={video} related={related} />
  ) : (
    <Later skeleton={<VideoPageBones />}>
      <LoadedVideo />
    </Later>
  );
