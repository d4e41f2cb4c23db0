import Lock from 'lucide-react/icons/lock';
import Play from 'lucide-react/icons/play';
import Link from 'next/link';
import { routes } from '#config/routes';
import type { FileView } from '#contract/common';
import type { Video } from '#contract/videos';
import { formatCount, formatDuration } from '#lib/format';
import { Card } from '#ui/card';
import { tokensText, useRate } from '#ui/money';
import { Picture } from '#ui/picture';
import { RelativeTime } from '#ui/relative-time';
import { VisuallyHidden } from '#ui/visually-hidden';
import { PersonName } from './person.tsx';
import styles from './video-card.module.css';

/** The still that stands for a video: the creator's choice, the film's own, the teaser's. */
export const stillOf = ({ thumbnail, file, teaser }: Pick<Video, 'thumbnail' | 'file' | 'teaser'>): FileView | null =>
  [thumbnail, file, teaser].find((each): each is FileView => (each?.thumbnails.length ?? 0) > 0) ?? file;

export const viewsText = (views: number): string => (views === 0 ? 'No views yet' : `${formatCount(views)} ${views === 1 ? 'view' : 'views'}`);

/** What keeps it closed, in a few words. */
function Closed({ video: { access, price } }: { video: Video }) {
  const rate = useRate();
  const way = access.routes.find(({ need }) => need === 'purchase');
  const words = way ? tokensText(way.price, rate) : access.routes.some(({ need }) => need === 'follow') ? 'Followers' : price > 0 ? tokensText(price, rate) : 'Subscribers';
  return <span className={styles.closed}><Lock size={12} aria-hidden="true" /><VisuallyHidden>Locked: </VisuallyHidden>{words}</span>;
}

function Still({ video, priority }: { video: Video; priority?: boolean }) {
  const still = stillOf(video);
  return (
    <div className={styles.still}>
      {still && still.thumbnails.length > 0
        ? <Picture sources={still.thumbnails} placeholder={still.placeholder} alt="" ratio={16 / 9} sizes="(min-width: 1024px) 330px, (min-width: 640px) 50vw, 100vw" priority={priority} />
        : <span className={styles.none}><Play size={32} aria-hidden="true" /></span>}
      {video.access.allowed ? null : <Closed video={video} />}
      {video.duration ? <span className={styles.duration}><VisuallyHidden>Length </VisuallyHidden>{formatDuration(video.duration)}</span> : null}
      {video.progress && video.duration ? <span className={styles.progress} style={{ width: `${Math.min(100, (video.progress / video.duration) * 100)}%` }} /> : null}
    </div>
  );
}

export interface VideoCardProps {
  readonly video: Video;
  /** Says whose it is: in a list of several creators'. */
  readonly named?: boolean;
  readonly priority?: boolean;
}

/** A video in a list. The whole card leads to it. */
export const VideoCard = ({ video, named, priority }: VideoCardProps) => (
  <Card as="article" padding="none" className={styles.card} aria-label={video.title}>
    <Still video={video} priority={priority} />
    <div className={styles.body}>
      <h3 className={styles.title}><Link href={routes.video(video._id)} prefetch={false} className={styles.link}>{video.title}</Link></h3>
      {named ? <span className={styles.by}><PersonName person={video.performer} /></span> : null}
      <p className={styles.facts}>{viewsText(video.views)} · <RelativeTime iso={video.publishedAt ?? video.createdAt} /></p>
    </div>
  </Card>
);
