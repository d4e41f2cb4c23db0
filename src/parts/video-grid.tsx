import type { Video } from '#contract/videos';
import { InfiniteList } from '#ui/infinite-list';
import { Bone, BoneText, Skeleton } from '#ui/skeleton';
import { Card } from '#ui/card';
import type { Endless } from './endless.tsx';
import { VideoCard } from './video-card.tsx';
import styles from './video-card.module.css';

/** The grid while it loads. */
export const VideoBones = ({ count = 6 }: { count?: number }) => (
  <Skeleton label="Loading videos">
    <div className={styles.grid}>
      {Array.from({ length: count }, (_, at) => (
        <Card key={at} padding="none" className={styles.card}>
          <Bone ratio={16 / 9} width="100%" />
          <div className={styles.body}><BoneText lines={2} /></div>
        </Card>
      ))}
    </div>
  </Skeleton>
);

/** A multiple of every number of columns, so that only the last row can have gaps. */
const rowSize = 6;
const rowsOf = (videos: readonly Video[]): Video[][] => Array.from({ length: Math.ceil(videos.length / rowSize) }, (_, at) => videos.slice(at * rowSize, (at + 1) * rowSize));
const keyOf = (row: readonly Video[]) => row[0]?._id ?? '';

export interface VideoGridProps {
  readonly list: Pick<Endless<Video>, 'items' | 'hasMore' | 'loading' | 'more' | 'error'>;
  /** Says whose each is. */
  readonly named?: boolean;
}

/** Videos side by side, page after page. */
export const VideoGrid = ({ list: { items, more, ...rest }, named }: VideoGridProps) => (
  <InfiniteList items={rowsOf(items)} keyOf={keyOf} {...rest} onMore={more} skeleton={<VideoBones count={3} />} estimate={620} label="Videos">
    {(row) => (
      <ul className={styles.grid}>
        {row.map((video) => <li key={video._id} className={styles.cell}><VideoCard video={video} named={named} /></li>)}
      </ul>
    )}
  </InfiniteList>
);
