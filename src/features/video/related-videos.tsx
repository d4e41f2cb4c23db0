import type { Video } from '#contract/videos';
import { VideoCard } from '#parts/video-card';
import { Section } from '#ui/page-header';
import styles from './video.module.css';

/** Others of the creator, then those with a tag in common. */
export const RelatedVideos = ({ videos }: { videos: readonly Video[] }) =>
  videos.length === 0 ? null : (
    <Section title="More like this">
      <ul className={styles.related}>
        {videos.map((video) => <li key={video._id}><VideoCard video={video} named /></li>)}
      </ul>
    </Section>
  );
