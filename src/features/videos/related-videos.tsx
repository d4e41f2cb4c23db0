import type { Video } from '#contract/videos.ts';
import { VideoCard } from '#components/videos/video-card.tsx';
import { MediaItemCards } from '#components/media-items/media-card.tsx';
import { Section } from '#ui/layout/page-header.tsx';

/** Other videos by the creator, then videos that share a tag. */
export const RelatedVideos = ({ videos }: { videos: readonly Video[] }) =>
  videos.length === 0 ? null : (
    <Section title="More like this">
      <MediaItemCards mediaItems={videos}>{(video) => <VideoCard video={video} named />}</MediaItemCards>
    </Section>
  );
