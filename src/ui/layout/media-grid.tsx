import Play from 'lucide-react/icons/play';
import { formatDuration } from '#lib/format.ts';
import { cx } from '../theme/class-names.ts';
import styles from './media-grid.module.css';
import { Picture, type PictureSource } from '../content/picture.tsx';
import { VisuallyHidden } from '../content/visually-hidden.tsx';

export interface MediaGridItem {
  readonly id: string;
  readonly kind: 'photo' | 'video';
  readonly sources: readonly PictureSource[];
  readonly alt?: string | null;
  readonly width?: number | null;
  readonly height?: number | null;
  readonly placeholder?: string | null;
  /** Duration of a video in seconds. */
  readonly duration?: number | null;
}

export interface MediaGridProps {
  readonly items: readonly MediaGridItem[];
  readonly onOpen: (index: number) => void;
  /** The first picture is above the fold. */
  readonly priority?: boolean;
}

const shapes = ['', 'one', 'two', 'three', 'four'] as const;

/** A single picture keeps its aspect ratio, limited to 4:5 and 2:1. */
export const singleRatio = ({ width, height }: Pick<MediaGridItem, 'width' | 'height'>): number =>
  width && height ? Math.max(4 / 5, Math.min(2, width / height)) : 4 / 3;

const describeItem = (item: MediaGridItem, at: number, count: number) =>
  item.alt || `${item.kind === 'video' ? 'Video' : 'Photo'} ${at + 1} of ${count}`;

interface CellProps {
  readonly item: MediaGridItem;
  readonly at: number;
  readonly count: number;
  readonly hidden: number;
  readonly priority?: boolean;
  readonly onOpen: (index: number) => void;
}

function Cell({ item, at, count, hidden, priority, onOpen }: CellProps) {
  return (
    <button type="button" className={styles.item} onClick={() => onOpen(at)}>
      <Picture
        sources={item.sources}
        alt={describeItem(item, at, count)}
        placeholder={item.placeholder}
        ratio={count === 1 ? singleRatio(item) : 'fill'}
        sizes={count === 1 ? undefined : '(min-width: 640px) 320px, 50vw'}
        priority={priority}
      />
      {item.kind === 'video' ? (
        <span className={styles.badge}>
          <Play size={12} fill="currentColor" aria-hidden="true" />
          {item.duration ? formatDuration(item.duration) : 'Video'}
        </span>
      ) : null}
      {hidden > 0 ? (
        <span className={styles.more}>
          +{hidden}
          <VisuallyHidden> more</VisuallyHidden>
        </span>
      ) : null}
    </button>
  );
}

/**
 * The pictures and videos of a post: a single one in its own aspect ratio, two to four as a grid, and more
 * behind "+3" on the fourth.
 */
export function MediaGrid({ items, onOpen, priority }: MediaGridProps) {
  const shown = items.slice(0, 4);
  if (shown.length === 0) return null;
  return (
    <div className={cx(styles.grid, styles[shapes[shown.length] ?? 'four'])}>
      {shown.map((item, at) => (
        <Cell
          key={item.id}
          {...{ item, at, onOpen }}
          count={items.length}
          hidden={at === 3 ? items.length - 4 : 0}
          priority={priority && at === 0}
        />
      ))}
    </div>
  );
}
