import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import GripHorizontal from 'lucide-react/icons/grip-horizontal';
import { memo } from 'react';
import type { ReactNode } from 'react';
import type { OwnPhoto } from '#contract/content/photos.ts';
import { averageColour } from '#lib/placeholder.ts';
import { useReordering } from '#components/base/files/use-reordering.ts';
import { MediaItemStateChip } from '#components/content/media-items/media-states.tsx';
import { IconButton } from '#ui/content/button.tsx';
import { Chip } from '#ui/content/chip.tsx';
import { Still } from '#ui/content/picture.tsx';
import { cx } from '#ui/theme/class-names.ts';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import styles from './studio-galleries.module.css';

/** A photo as an item that can be reordered. */
export interface Entry {
  readonly key: string;
  readonly name: string;
  readonly photo: OwnPhoto;
}
/** A photo without texts is named by its position. */
const toEntry = (photo: OwnPhoto, at: number): Entry => ({
  key: photo._id,
  name: photo.title || photo.file.alt || `Photo ${at + 1}`,
  photo,
});
type Arranging = Pick<ReturnType<typeof useReordering<Entry>>, 'dragged' | 'drag' | 'step'>;

interface TileProps {
  readonly entry: Entry;
  readonly at: number;
  readonly count: number;
  readonly chosen: boolean;
  readonly onChoose: (photo: OwnPhoto, chosen: boolean) => void;
  readonly items: readonly MenuItem[];
  readonly note: ReactNode;
  readonly arranging: Arranging | null;
}

function Steps({
  entry,
  at,
  count,
  arranging,
}: Pick<TileProps, 'entry' | 'at' | 'count'> & { arranging: Arranging }) {
  return (
    <span className={styles.steps}>
      <IconButton
        variant="secondary"
        label={`Move ${entry.name} earlier`}
        data-way="earlier"
        disabled={at === 0}
        onClick={() => arranging.step(entry, 'earlier')}
      >
        <ChevronLeft size={18} />
      </IconButton>
      <IconButton
        variant="secondary"
        label={`Move ${entry.name} later`}
        data-way="later"
        disabled={at === count - 1}
        onClick={() => arranging.step(entry, 'later')}
      >
        <ChevronRight size={18} />
      </IconButton>
    </span>
  );
}

function Frame({ entry, chosen, onChoose, arranging }: Omit<TileProps, 'items' | 'note'>) {
  const { photo, name } = entry;
  const picture = photo.file.thumbnails[0] ?? photo.file.sizes[0];
  const drag = arranging?.drag(entry);
  return (
    <div
      className={styles.frame}
      style={{ backgroundColor: averageColour(photo.file.placeholder) }}
      onPointerDown={(event) =>
        event.pointerType === 'mouse' && event.target instanceof HTMLImageElement
          ? drag?.onPointerDown(event)
          : undefined
      }
    >
      {picture ? (
        <Still url={picture.still}>
          <img
            src={picture.url}
            alt=""
            width={picture.width}
            height={picture.height}
            loading="lazy"
            decoding="async"
            draggable={false}
          />
        </Still>
      ) : null}
      <label className={styles.check}>
        <input type="checkbox" checked={chosen} onChange={(event) => onChoose(photo, event.target.checked)} />
        <VisuallyHidden>Select {name}</VisuallyHidden>
      </label>
      {drag ? (
        <span className={styles.grip} aria-hidden="true" {...drag}>
          <GripHorizontal size={18} />
        </span>
      ) : null}
    </div>
  );
}

const Tile = memo(function Tile({ items, note, ...rest }: TileProps) {
  const { entry, at, count, arranging, chosen } = rest;
  const menu = <Menu label={`Actions for ${entry.name}`} items={items} />;
  return (
    <li
      className={cx(styles.tile, chosen && styles.chosen, arranging?.dragged === entry.key && styles.dragged)}
      data-entry={entry.key}
    >
      <Frame {...rest} />
      <div className={styles.under}>
        <span className={styles.name} title={entry.name}>
          {entry.name}
        </span>
        {arranging ? null : menu}
      </div>
      {/* Beneath the picture, which they would cover on a phone. */}
      {arranging ? (
        <div className={styles.controls}>
          <Steps {...{ entry, at, count, arranging }} />
          {menu}
        </div>
      ) : null}
      <div className={styles.marks}>
        {entry.photo.state === 'published' ? null : <MediaItemStateChip state={entry.photo.state} />}
        {note}
      </div>
    </li>
  );
});

export interface PhotoTilesProps {
  readonly photos: readonly OwnPhoto[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (photo: OwnPhoto, chosen: boolean) => void;
  readonly getMenuItems: (photo: OwnPhoto) => readonly MenuItem[];
  readonly renderNote: (photo: OwnPhoto) => ReactNode;
  readonly label: string;
  /** Moves a photo to another position. If absent, the photos can't be reordered. */
  readonly onMove?: (photo: OwnPhoto, to: number) => void;
}

/** The creator's photos as selectable tiles, each with a menu; they can be reordered if `onMove` is given. */
export function PhotoTiles({
  photos,
  chosen,
  onChoose,
  getMenuItems: itemsOf,
  renderNote: noteOf,
  label,
  onMove,
}: PhotoTilesProps) {
  const entries = photos.map(toEntry);
  const { root, said, ...order } = useReordering<Entry>({
    items: entries,
    move: ({ photo }, to) => onMove?.(photo, to),
  });
  const arranging = onMove && entries.length > 1 ? order : null;
  return (
    <>
      <ul ref={root} className={styles.tiles} aria-label={label}>
        {entries.map((entry, at) => (
          <Tile
            key={entry.key}
            {...{ entry, at, onChoose, arranging }}
            count={entries.length}
            chosen={chosen.has(entry.key)}
            items={itemsOf(entry.photo)}
            note={noteOf(entry.photo)}
          />
        ))}
      </ul>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}

export const CoverNote = () => <Chip tone="primary">Cover</Chip>;

export const TileSkeleton = ({ count = 8 }: { count?: number }) => (
  <Skeleton label="Loading photos">
    <div className={styles.tiles}>
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className={styles.tile}>
          <div className={styles.frame}>
            <SkeletonBlock height="100%" width="100%" />
          </div>
          <div className={styles.bone}>
            <SkeletonBlock height={14} width="70%" />
          </div>
          <div className={styles.marks} />
        </div>
      ))}
    </div>
  </Skeleton>
);
