import Play from 'lucide-react/icons/play';
import { routes } from '#config/routes.ts';
import type { FileView } from '#contract/core/schemas.ts';
import type { Video } from '#contract/content/videos.ts';
import { formatCount, formatDuration } from '#lib/format.ts';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { MediaItemAmount, MediaCard, MediaItemClosed, MediaItemPicture } from '../media-items/media-card.tsx';
import styles from './video-card.module.css';

export const videoRatio = 16 / 9;

/** The still of a video: the creator's choice, the video's own, or the teaser's. */
export const pickStill = ({
  thumbnail,
  file,
  teaser,
}: Pick<Video, 'thumbnail' | 'file' | 'teaser'>): FileView | null =>
  [thumbnail, file, teaser].find((each): each is FileView => (each?.thumbnails.length ?? 0) > 0) ?? file;

export const viewsText = (views: number): string =>
  views === 0 ? 'No views yet' : `${formatCount(views)} ${views === 1 ? 'view' : 'views'}`;

const Still = ({ video, priority }: { video: Video; priority: boolean | undefined }) => {
  const still = pickStill(video);
  return (
    <>
      <MediaItemPicture
        sources={still?.thumbnails ?? []}
        placeholder={still?.placeholder}
        ratio={videoRatio}
        priority={priority}
        icon={<Play size={32} aria-hidden="true" />}
      />
      <MediaItemClosed item={video} />
      {video.duration ? (
        <MediaItemAmount>
          <VisuallyHidden>Length </VisuallyHidden>
          {formatDuration(video.duration)}
        </MediaItemAmount>
      ) : null}
      {video.progress && video.duration ? (
        <span
          className={styles.progress}
          style={{ width: `${Math.min(100, (video.progress / video.duration) * 100)}%` }}
        />
      ) : null}
    </>
  );
};

export interface VideoCardProps {
  readonly video: Video;
  /** Shows the creator's name, for lists with videos of several creators. */
  readonly named?: boolean;
  readonly priority?: boolean;
}

export const VideoCard = ({ video, named, priority }: VideoCardProps) => (
  <MediaCard
    title={video.title}
    href={routes.video(video._id)}
    performer={named ? video.performer : null}
    picture={<Still video={video} priority={priority} />}
    facts={
      <>
        {viewsText(video.views)} · <RelativeTime iso={video.publishedAt ?? video.createdAt} />
      </>
    }
  />
);
