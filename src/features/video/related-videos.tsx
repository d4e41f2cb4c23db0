import type { Video } from '#contract/videos';
import { VideoCard } from '#parts/video-card';
import { WorkCards } from '#parts/work-card';
import { Section } from '#ui/page-header';

/** Others of the creator, then those with a tag in common. */
export const RelatedVideos = ({ videos }: { videos: readonly Video[] }) =>
  videos.length === 0 ? null : (
    <Section title="More like this">
      <WorkCards works={videos}>{(video) => <VideoCard video={video} named />}</WorkCards>
    </Section>
  );
