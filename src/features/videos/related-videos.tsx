import type { Video } from '#contract/videos.ts';
import { VideoCard } from '#components/videos/video-card.tsx';
import { MediaItemCards } from '#components/media-items/media-card.tsx';
import { Section } from '#ui/layout/page-header.tsx';

/** Others of the creator, then those with a tag in common. */
export const RelatedVideos = ({ videos }: { videos: readonly Video[] }) =>
  videos.length === 0 ? null : (
    <Section title="More like this">
      <MediaItemCards mediaItems={videos}>{(video) => <VideoCard video={video} named />}</MediaItemCards>
    </Section>
  );
