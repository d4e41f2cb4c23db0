import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import GripHorizontal from 'lucide-react/icons/grip-horizontal';
import ImageIcon from 'lucide-react/icons/image';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import X from 'lucide-react/icons/x';
import { formatBytes } from '#lib/format.ts';
import { formatProgress } from '#ui/forms/format-progress.ts';
import { IconButton } from '#ui/content/button.tsx';
import { cx } from '#ui/theme/class-names.ts';
import { Progress } from '#ui/feedback/progress.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import type { UploadItem, UploadState } from './upload-items.ts';
import type { Order } from './use-reordering.ts';
import type { UploadsState } from './use-uploads.ts';
import styles from './uploads.module.css';

export interface UploadTileProps {
  readonly item: UploadItem;
  readonly at: number;
  readonly uploads: UploadsState;
  /** Null if the order can't be changed. */
  readonly order: Order<UploadItem> | null;
  readonly described: boolean;
}

const longestAlt = 300;

const notes: Readonly<Record<UploadState, (item: UploadItem) => string>> = {
  waiting: () => 'Waiting',
  uploading: formatProgress,
  processing: ({ percent }) => (percent ? `Processing, ${Math.round(percent)}%` : 'Processing'),
  ready: ({ bytes }) => formatBytes(bytes),
  failed: ({ reason }) => reason ?? 'Upload failed. Try again.',
};

const Note = ({ item }: { item: UploadItem }) => (
  <>
    <span
      className={cx(styles.note, item.state === 'failed' && styles.reason)}
      role={item.state === 'failed' ? 'alert' : undefined}
    >
      {notes[item.state](item)}
    </span>
    {item.state === 'uploading' || item.state === 'processing' ? (
      <Progress
        label={`Upload of ${item.name}`}
        percent={item.percent ?? (item.state === 'uploading' ? 0 : null)}
      />
    ) : null}
  </>
);

function Steps({
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
    <span className={styles.steps}>
      <IconButton
        variant="secondary"
        label={`Move ${item.name} earlier`}
        data-way="earlier"
        disabled={at === 0}
        onClick={() => order.step(item, 'earlier')}
      >
        <ChevronLeft size={18} />
      </IconButton>
      <IconButton
        variant="secondary"
        label={`Move ${item.name} later`}
        data-way="later"
        disabled={at === count - 1}
        onClick={() => order.step(item, 'later')}
      >
        <ChevronRight size={18} />
      </IconButton>
    </span>
  );
}

/** Buttons to retry and to remove an upload. */
function Away({ item, uploads }: Pick<UploadTileProps, 'item' | 'uploads'>) {
  // The upload can still be canceled, because the server doesn't have the file yet.
  const isGoing = item.fileId === null && item.state !== 'failed';
  return (
    <span className={styles.away}>
      {item.state === 'failed' && (item.file ?? item.fileId) ? (
        <IconButton variant="secondary" label={`Try ${item.name} again`} onClick={() => uploads.retry(item)}>
          <RotateCcw size={18} />
        </IconButton>
      ) : null}
      <IconButton
        variant="secondary"
        label={`${isGoing ? 'Cancel' : 'Remove'} ${item.name}`}
        onClick={() => uploads.remove(item)}
      >
        <X size={18} />
      </IconButton>
    </span>
  );
}

const Shown = ({ preview }: Pick<UploadItem, 'preview'>) =>
  preview ? (
    <img src={preview} alt="" width={160} height={160} draggable={false} />
  ) : (
    <ImageIcon size={28} aria-hidden="true" />
  );

/** The picture with its buttons. Dragged by its handle or, with a mouse, anywhere. */
function Frame({ item, at, uploads, order }: Omit<UploadTileProps, 'described'>) {
  const drag = order?.drag(item);
  return (
    <div
      className={styles.frame}
      onPointerDown={(event) =>
        event.pointerType === 'mouse' && event.target instanceof HTMLImageElement
          ? drag?.onPointerDown(event)
          : undefined
      }
    >
      <Shown preview={item.preview} />
      {drag ? (
        <span className={styles.corner} aria-hidden="true" {...drag}>
          <GripHorizontal size={18} />
        </span>
      ) : null}
      <Away item={item} uploads={uploads} />
      {order ? <Steps item={item} at={at} count={uploads.items.length} order={order} /> : null}
    </div>
  );
}

/** A picture in the grid of `Uploads`. */
export function UploadTile({ described, ...rest }: UploadTileProps) {
  const { item, uploads, order } = rest;
  return (
    <li className={cx(styles.tile, order?.dragged === item.key && styles.dragged)} data-entry={item.key}>
      <Frame {...rest} />
      <span className={styles.name} title={item.name}>
        {item.name}
      </span>
      <Note item={item} />
      {described ? (
        <TextInput
          label={`Description of ${item.name}`}
          hideLabel
          placeholder="Describe this file"
          maxLength={longestAlt}
          value={item.alt}
          onChange={(event) => uploads.describe(item, event.target.value)}
        />
      ) : null}
    </li>
  );
}
