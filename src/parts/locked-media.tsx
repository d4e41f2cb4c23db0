import Lock from 'lucide-react/icons/lock';
import type { ReactNode } from 'react';
import type { FileView } from '#contract/common';
import type { Feed } from '#contract/feeds';
import { Button } from '#ui/button';
import { singleRatio } from '#ui/media-grid';
import { useRate } from '#ui/money';
import { Picture } from '#ui/picture';
import { VideoPlayer } from './players.tsx';
import { type WayIn, closedText, mediaText, waysIn } from './ways-in.tsx';
import styles from './locked-media.module.css';

export type LockedPost = Pick<Feed, 'access' | 'files' | 'media' | 'performer' | 'teaser' | 'thumbnail'>;

export interface LockedMediaProps {
  readonly post: LockedPost;
  /** The person chose a way in. */
  readonly onWay: (need: WayIn['need']) => void;
  /** The cheapest way is the primary action of the page. */
  readonly primary?: boolean;
  readonly priority?: boolean;
}

/** The first blurred preview there is: the server made it, nothing sharp ever reaches the page. */
const previewOf = ({ thumbnail, files, teaser }: LockedPost): FileView | undefined =>
  [thumbnail, ...files, teaser].find((file): file is FileView => (file?.thumbnails.length ?? 0) > 0) ?? files[0];

function Shade({ post, priority, children }: Pick<LockedMediaProps, 'post' | 'priority'> & { children: ReactNode }) {
  const preview = previewOf(post);
  if (!preview) return <div className={styles.plain}>{children}</div>;
  return (
    <div className={styles.box} style={{ aspectRatio: Math.max(1, singleRatio(preview)) }}>
      <div className={styles.preview}>
        <Picture sources={preview.thumbnails} alt="" placeholder={preview.placeholder} ratio="fill" priority={priority} />
      </div>
      <div className={styles.shade}>{children}</div>
    </div>
  );
}

/** A post that this person can't read: what is in it, and every way in with its price. */
export function LockedMedia({ post, onWay, primary, priority }: LockedMediaProps) {
  const rate = useRate();
  const inside = mediaText(post.media);
  return (
    <div className={styles.locked}>
      {post.teaser?.url && post.teaser.mime.startsWith('video/') ? <VideoPlayer file={post.teaser} label="Teaser" /> : null}
      <Shade post={post} priority={priority}>
        <Lock size={28} aria-hidden="true" />
        <div>
          <p className={styles.title}>{closedText(post.access, post.performer.name)}</p>
          {inside ? <p className={styles.inside}>{inside}</p> : null}
        </div>
        <div className={styles.ways}>
          {waysIn(post.access, rate).map((way, at) => (
            <Button key={way.need} variant={primary && at === 0 ? 'primary' : 'secondary'} onClick={() => onWay(way.need)}>{way.label}</Button>
          ))}
        </div>
      </Shade>
    </div>
  );
}
