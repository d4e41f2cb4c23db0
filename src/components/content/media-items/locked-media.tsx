import Clapperboard from 'lucide-react/icons/clapperboard';
import Lock from 'lucide-react/icons/lock';
import type { ReactNode } from 'react';
import type { FileView } from '#contract/core/schemas.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import { formatDuration } from '#lib/format.ts';
import { findThumbnailFile } from '#lib/thumbnail.ts';
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
  /** Called when the person picks a way to unlock the post. */
  readonly onWay: (need: AccessOption['need']) => void;
  /** Replaces the reason why the post is locked, where the surrounding page already gives it. */
  readonly title?: string;
  /** The cheapest option is the page's primary action. */
  readonly primary?: boolean;
  readonly priority?: boolean;
}

/**
 * The file whose blurred preview is shown. The server blurs it; nothing sharp of a locked item reaches the
 * page.
 */
const findPreview = (post: LockedPost): FileView | undefined => findThumbnailFile(post) ?? post.files[0];

const isFilm = (file: FileView | null): file is FileView =>
  Boolean(file?.url && file.mime.startsWith('video/'));

/** A teaser video that everyone can watch, with its length. */
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
  // A post whose only media is its teaser needs no blurred preview.
  const preview = isFilm(post.teaser) && post.files.length === 0 ? undefined : findPreview(post);
  if (!preview) return <div className={styles.plain}>{children}</div>;
  return (
    // Below a teaser, which already shows the content, a low box is enough.
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

/** A post that the viewer can't access: what it contains, and every way to unlock it with its price. */
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
