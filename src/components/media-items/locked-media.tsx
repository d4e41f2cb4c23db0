import Clapperboard from 'lucide-react/icons/clapperboard';
import Lock from 'lucide-react/icons/lock';
import type { ReactNode } from 'react';
import type { FileView } from '#contract/core/schemas.ts';
import type { Post } from '#contract/posts.ts';
import { formatDuration } from '#lib/format.ts';
import { thumbnailFileOf } from '#lib/thumbnail.ts';
import { Button } from '#ui/content/button.tsx';
import { singleRatio } from '#ui/layout/media-grid.tsx';
import { useRate } from '#ui/content/money.tsx';
import { Picture } from '#ui/content/picture.tsx';
import { VideoPlayer } from '../videos/players.tsx';
import { type AccessOption, closedText, mediaText, accessOptions } from './access-options.ts';
import styles from './locked-media.module.css';

export type LockedPost = Pick<Post, 'access' | 'files' | 'media' | 'performer' | 'teaser' | 'thumbnail'>;

export interface LockedMediaProps {
  readonly post: LockedPost;
  /** The person chose a way in. */
  readonly onWay: (need: AccessOption['need']) => void;
  /** In place of why it is closed, where its surroundings say so. */
  readonly title?: string;
  /** The cheapest way is the primary action of the page. */
  readonly primary?: boolean;
  readonly priority?: boolean;
}

/**
 * The blurred picture that stands for it: the server made it, nothing sharp of what is locked ever reaches
 * the page.
 */
const previewOf = (post: LockedPost): FileView | undefined => thumbnailFileOf(post) ?? post.files[0];

const isFilm = (file: FileView | null): file is FileView =>
  Boolean(file?.url && file.mime.startsWith('video/'));

/** What everybody may see, and how much of it there is. */
const Teaser = ({ file }: { file: FileView }) => (
  <div>
    <VideoPlayer file={file} label="Teaser" />
    <p className={styles.teaser}>
      <Clapperboard size={14} aria-hidden="true" />
      Teaser{file.duration ? `, ${formatDuration(file.duration)}` : ''}
    </p>
  </div>
);

function Shade({
  post,
  priority,
  children,
}: Pick<LockedMediaProps, 'post' | 'priority'> & { children: ReactNode }) {
  // A post that is nothing but its teaser has nothing more to hint at.
  const preview = isFilm(post.teaser) && post.files.length === 0 ? undefined : previewOf(post);
  if (!preview) return <div className={styles.plain}>{children}</div>;
  return (
    // Below a teaser, which shows the thing already, a low box does.
    <div
      className={styles.box}
      style={{ aspectRatio: Math.max(isFilm(post.teaser) ? 3 : 1, singleRatio(preview)) }}
    >
      <div className={styles.preview}>
        <Picture
          sources={preview.thumbnails}
          alt=""
          placeholder={preview.placeholder}
          ratio="fill"
          priority={priority}
        />
      </div>
      <div className={styles.shade}>{children}</div>
    </div>
  );
}

/** A post that this person can't read: what is in it, and every way in with its price. */
export function LockedMedia({ post, onWay, title, primary, priority }: LockedMediaProps) {
  const rate = useRate();
  const inside = mediaText(post.media);
  return (
    <div className={styles.locked}>
      {isFilm(post.teaser) ? <Teaser file={post.teaser} /> : null}
      <Shade post={post} priority={priority}>
        <Lock size={28} aria-hidden="true" />
        <div>
          <p className={styles.title}>{title ?? closedText(post.access, post.performer.name)}</p>
          {inside ? <p className={styles.inside}>{inside}</p> : null}
        </div>
        <div className={styles.ways}>
          {accessOptions(post.access, rate).map((way, at) => (
            <Button
              key={way.need}
              variant={primary && at === 0 ? 'primary' : 'secondary'}
              onClick={() => onWay(way.need)}
            >
              {way.label}
            </Button>
          ))}
        </div>
      </Shade>
    </div>
  );
}
