import type { Video } from '#contract/videos';
import { VideoCard, videoRatio } from './video-card.tsx';
import { WorkBones, WorkGrid, type WorkPages } from './work-grid.tsx';

/** The grid while it loads. */
export const VideoBones = ({ count }: { count?: number }) => (
  <WorkBones label="Loading videos" ratio={videoRatio} count={count} />
);

/** Videos side by side, page after page. */
export const VideoGrid = ({ list }: { list: WorkPages<Video> }) => (
  <WorkGrid list={list} label="Videos" skeleton={<VideoBones count={3} />}>
    {(video) => <VideoCard video={video} />}
  </WorkGrid>
);
