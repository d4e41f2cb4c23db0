import type { Video } from '#contract/content/videos.ts';
import { VideoCard, videoRatio } from './video-card.tsx';
import { MediaItemSkeleton, MediaCardGrid, type MediaItemPages } from '../media-items/media-grid.tsx';

export const VideoSkeleton = ({ count }: { count?: number }) => (
  <MediaItemSkeleton label="Loading videos" ratio={videoRatio} count={count} />
);

/** Videos in a grid, loaded page by page. */
export const VideoGrid = ({ list }: { list: MediaItemPages<Video> }) => (
  <MediaCardGrid<Video> list={list} label="Videos" skeleton={<VideoSkeleton count={3} />}>
    {(video) => <VideoCard video={video} />}
  </MediaCardGrid>
);
