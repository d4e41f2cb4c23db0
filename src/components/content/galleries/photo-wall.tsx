import Lock from 'lucide-react/icons/lock';
import { Suspense, memo, useState } from 'react';
import type { CSSProperties, MouseEvent } from 'react';
import type { FileView } from '#contract/core/schemas.ts';
import type { Photo } from '#contract/content/photos.ts';
import { averageColour } from '#lib/placeholder.ts';
import { Button } from '#ui/content/button.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import type { LightboxPhoto } from '#ui/overlays/lightbox.tsx';
import { Still, pickSources } from '#ui/content/picture.tsx';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { useEndWatch } from '#ui/hooks/use-scroll-end.ts';
import type { InfinitePages } from '../../base/lists/infinite-list.ts';
import styles from './photo-wall.module.css';

// The viewer loads when the first photo is opened.
const Lightbox = lazyPart(async () => (await import('#ui/overlays/lightbox.tsx')).Lightbox);

/** Width divided by height, limited to 1:2 and 3:1. */
const tileRatio = ({ width, height }: FileView): number =>
  width && height ? Math.max(0.5, Math.min(3, width / height)) : 4 / 3;
/** Row height in pixels, from which the requested picture widths follow. */
const rowHeight = { wide: 240, narrow: 140 };

const isOpen = ({ file }: Photo): boolean => file.sizes.length > 0;
const describePhoto = (photo: Photo, at: number): string =>
  photo.file.alt || photo.title || `Photo ${at + 1}`;

interface TileProps {
  readonly photo: Photo;
  readonly at: number;
  readonly priority: boolean;
}

/** Memoized because a wall of hundreds of photos only grows at its end. */
const Tile = memo(function Tile({ photo, at, priority }: TileProps) {
  const { file } = photo;
  const open = isOpen(photo);
  const { src, srcSet, largest } = pickSources(
    open ? file.sizes.filter(({ width }) => width <= 1280) : file.thumbnails,
  );
  const ratio = tileRatio(file);
  const urgency = priority
    ? ({ loading: 'eager', fetchPriority: 'high' } as const)
    : ({ loading: 'lazy' } as const);
  return (
    <li
      className={styles.tile}
      style={{ '--ratio': ratio, backgroundColor: averageColour(file.placeholder) } as CSSProperties}
    >
      <button
        type="button"
        className={styles.button}
        data-at={at}
        aria-label={open ? describePhoto(photo, at) : `Locked photo ${at + 1}`}
      >
        {src ? (
          <Still url={largest?.still}>
            <img
              src={src}
              srcSet={srcSet}
              sizes={`(min-width: 768px) ${Math.round(ratio * rowHeight.wide * 1.25)}px, ${Math.round(ratio * rowHeight.narrow * 1.25)}px`}
              width={largest?.width}
              height={largest?.height}
              alt=""
              decoding="async"
              {...urgency}
            />
          </Still>
        ) : null}
        {open ? null : (
          <span className={styles.lock}>
            <Lock size={20} aria-hidden="true" />
          </span>
        )}
      </button>
    </li>
  );
});

export interface PhotoWallProps {
  readonly list: Pick<InfinitePages<Photo>, 'items' | 'hasMore' | 'loading' | 'more' | 'error'>;
  /** Number of photos on all pages. */
  readonly total: number;
  /** Accessible name. */
  readonly label: string;
  /** Called when a locked photo is pressed. */
  readonly onLocked?: (photo: Photo) => void;
  /** The first row is above the fold. */
  readonly priority?: boolean;
}

const viewed = ({ _id, file, title }: Photo): LightboxPhoto => ({
  id: _id,
  title,
  alt: file.alt,
  sources: file.sizes,
  width: file.width,
  height: file.height,
  placeholder: file.placeholder,
});

const someShapes = [1.5, 0.75, 1.33, 1.5];

export const WallSkeleton = ({ count = 8 }: { count?: number }) => (
  <Skeleton label="Loading photos" className={styles.room}>
    <div className={styles.wall}>
      {Array.from({ length: count }, (_, at) => (
        <span
          key={at}
          className={styles.tile}
          style={{ '--ratio': someShapes[at % someShapes.length] } as CSSProperties}
        >
          <SkeletonBlock height="100%" />
        </span>
      ))}
    </div>
  </Skeleton>
);

/** Opens the report dialog in place of the viewer. Its code loads when it is needed. */
async function reportPhoto(id: string): Promise<void> {
  const { openReport } = await import('../../people/accounts/person-menu.tsx');
  openReport({ type: 'photo', id, name: 'this photo' });
}

/** Index of the photo that was clicked, or null. */
const findPressedIndex = ({ target }: MouseEvent): number | null => {
  const at = target instanceof Element ? target.closest('[data-at]')?.getAttribute('data-at') : null;
  return at === null || at === undefined ? null : Number(at);
};

/**
 * Photos in rows of equal height, each with its own aspect ratio and sized before it loads. Pressing one
 * opens a full-window viewer that steps through all of them, including those on later pages.
 */
export function PhotoWall({ list, total, label, onLocked, priority = false }: PhotoWallProps) {
  const { items, hasMore, loading, error, more } = list;
  const [shown, setShown] = useState<number | null>(null);
  const mark = useEndWatch({ hasMore, loading, error, onMore: more });
  const open = items.filter(isOpen);
  const press = (event: MouseEvent) => {
    const photo = items[findPressedIndex(event) ?? -1];
    if (!photo) return;
    if (isOpen(photo)) setShown(open.indexOf(photo));
    else onLocked?.(photo);
  };
  return (
    <div className={styles.room}>
      {/* The buttons inside handle the keyboard. One listener serves hundreds of them. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events,
          jsx-a11y/no-noninteractive-element-interactions */}
      <ul className={styles.wall} aria-label={label} aria-busy={loading} onClick={press}>
        {items.map((photo, at) => (
          <Tile key={photo._id} photo={photo} at={at} priority={priority && at < 4} />
        ))}
      </ul>
      <div ref={mark}>
        {loading ? <WallSkeleton count={4} /> : null}
        {error ? (
          <div className={styles.end} role="alert">
            <Button onClick={more}>{error} Try again</Button>
          </div>
        ) : null}
      </div>
      {shown === null ? null : (
        <Suspense fallback={null}>
          <Lightbox
            photos={open.map(viewed)}
            index={shown}
            total={hasMore ? open.length + Math.max(0, total - items.length) : open.length}
            onMove={setShown}
            onNeed={loading ? undefined : more}
            onClose={() => setShown(null)}
            onReport={
              open[shown]?.access.reason === 'owner'
                ? undefined
                : ({ id }) => {
                    setShown(null);
                    void reportPhoto(id);
                  }
            }
          />
        </Suspense>
      )}
    </div>
  );
}
