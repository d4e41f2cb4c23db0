import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import GripVertical from 'lucide-react/icons/grip-vertical';
import type { ReactNode } from 'react';
import { cx } from '#ui/theme/class-names.ts';
import { IconButton } from '#ui/content/button.tsx';
import { UploadDrop } from '#ui/forms/upload-drop.tsx';
import { UploadRow } from '#ui/forms/upload-row.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { acceptedTypes } from './accepted-types.ts';
import { RejectedFiles } from './rejected-files.tsx';
import type { UploadItem, UploadState } from './upload-items.ts';
import { UploadTile, type UploadTileProps } from './upload-tile.tsx';
import { type Order, useReordering } from './use-reordering.ts';
import type { UploadsState } from './use-uploads.ts';
import styles from './uploads.module.css';

export interface UploadsProps {
  /** The result of `useUploads`. */
  readonly uploads: UploadsState;
  /** Label of the field, such as "Add photos". */
  readonly label: string;
  readonly hint?: ReactNode;
  /** As in `<input accept>`. */
  readonly accept: string;
  /** `grid` for pictures whose order and descriptions matter, `list` for anything else. */
  readonly layout?: 'list' | 'grid';
  /** The order matters and can be changed by dragging or by keyboard. */
  readonly ordered?: boolean;
  /** Offers a field for alternative text on each picture. Only in a grid. */
  readonly described?: boolean;
  readonly disabled?: boolean;
  /** False if another field of the page handles pasted files. */
  readonly paste?: boolean;
  readonly error?: string | null;
}

export { acceptedTypes };

const rowState: Readonly<Record<UploadState, 'waiting' | 'uploading' | 'processing' | 'done' | 'failed'>> = {
  waiting: 'waiting',
  uploading: 'uploading',
  processing: 'processing',
  ready: 'done',
  failed: 'failed',
};

/** In a list: buttons to move an item up or down, and a drag handle. */
function Arranging({
  item,
  at,
  count,
  order,
}: {
  item: UploadItem;
  at: number;
  count: number;
  order: Order<UploadItem>;
}) {
  return (
    <span className={styles.arranging}>
      <IconButton
        label={`Move ${item.name} earlier`}
        data-way="earlier"
        disabled={at === 0}
        onClick={() => order.step(item, 'earlier')}
      >
        <ArrowUp size={16} />
      </IconButton>
      <IconButton
        label={`Move ${item.name} later`}
        data-way="later"
        disabled={at === count - 1}
        onClick={() => order.step(item, 'later')}
      >
        <ArrowDown size={16} />
      </IconButton>
      <span className={styles.grip} aria-hidden="true" {...order.drag(item)}>
        <GripVertical size={18} />
      </span>
    </span>
  );
}

const Line = ({ item, at, uploads, order }: UploadTileProps) => (
  <UploadRow
    name={item.name}
    bytes={item.bytes}
    state={rowState[item.state]}
    percent={item.percent}
    speed={item.speed}
    isPaused={item.isPaused}
    reason={item.reason}
    preview={item.preview}
    underWay={item.fileId === null && item.state !== 'failed'}
    data-entry={item.key}
    onRemove={() => uploads.remove(item)}
    onRetry={item.file || item.fileId ? () => uploads.retry(item) : undefined}
    actions={order ? <Arranging item={item} at={at} count={uploads.items.length} order={order} /> : null}
  />
);

type EntriesProps = Required<Pick<UploadsProps, 'uploads' | 'layout' | 'ordered' | 'described'>> & {
  readonly disabled: boolean;
};

function Entries({ uploads, layout, ordered, described, disabled }: EntriesProps) {
  const { items, move } = uploads;
  const { root, said, ...arranging } = useReordering({ items, move });
  const order = ordered && items.length > 1 && !disabled ? arranging : null;
  const Entry = layout === 'grid' ? UploadTile : Line;
  return (
    <>
      <ul ref={root} className={cx(styles[layout], items.length === 0 && styles.none)}>
        {items.map((item, at) => (
          <Entry key={item.key} {...{ item, at, uploads, order, described }} />
        ))}
      </ul>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}

/**
 * An upload field that takes files by drop, paste or file picker and shows each file's progress, with cancel,
 * retry and error message. The state lives in `useUploads`.
 *
 *     const send = (file, sending) => uploadPostPhoto(api, { files: { file }, body: {}, ...sending });
 *     const uploads = useUploads({ send, max: 10, initial: files.map(savedUpload) });
 *     <Uploads uploads={uploads} label="Add photos" accept={acceptedTypes.photo} layout="grid" ordered described />
 *
 * Then save `uploads.fileIds` (and `uploads.alts`) unless `uploads.busy` or `uploads.failed`.
 */
export function Uploads({
  uploads,
  layout = 'list',
  ordered = false,
  described = false,
  disabled = false,
  ...drop
}: UploadsProps) {
  const { items, max, add } = uploads;
  // With a maximum of one file, the file replaces the field.
  const isFull = items.length >= max;
  return (
    <div>
      {isFull && max === 1 ? null : (
        <UploadDrop {...drop} multiple={max > 1} disabled={disabled || isFull} onFiles={add} />
      )}
      <RejectedFiles uploads={uploads} />
      <Entries {...{ uploads, layout, ordered, described, disabled }} />
    </div>
  );
}
