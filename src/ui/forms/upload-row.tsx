import FileIcon from 'lucide-react/icons/file';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { formatBytes } from '#lib/format.ts';
import { formatProgress } from './format-progress.ts';
import { IconButton } from '../content/button.tsx';
import { Progress } from '../feedback/progress.tsx';
import styles from './upload-drop.module.css';

export interface UploadRowProps {
  readonly name: string;
  readonly bytes: number;
  readonly state: 'waiting' | 'uploading' | 'processing' | 'done' | 'failed';
  /** 0 to 100; upload progress, or processing progress if the server reports it. */
  readonly percent?: number | null;
  /** Bytes a second, once known. */
  readonly speed?: number | null;
  /** Paused until the connection is back. */
  readonly isPaused?: boolean | undefined;
  /** Why the upload failed and what might help. */
  readonly reason?: string | null;
  /** URL of a thumbnail, local or from the server. */
  readonly preview?: string | null;
  /** The server doesn't have the file yet, whatever `state` says. */
  readonly underWay?: boolean;
  /** Cancels the upload, or removes the file. */
  readonly onRemove?: () => void;
  readonly onRetry?: () => void;
  /** Further buttons. */
  readonly actions?: ReactNode;
  /** Key of the row in a list that can be reordered. */
  readonly 'data-entry'?: string;
}

const notes: Record<UploadRowProps['state'], (row: UploadRowProps) => string> = {
  waiting: () => 'Waiting',
  uploading: formatProgress,
  processing: ({ percent }) => (percent ? `Processing, ${Math.round(percent)}%` : 'Processing'),
  done: ({ bytes }) => formatBytes(bytes),
  failed: () => '',
};

const removeLabel = (row: UploadRowProps) =>
  row.underWay || row.state === 'uploading' || row.state === 'waiting'
    ? `Cancel ${row.name}`
    : `Remove ${row.name}`;

const Words = (row: UploadRowProps) => {
  const { name, state, percent, reason } = row;
  return (
    <span className={styles.words}>
      <span className={styles.name} title={name}>
        {name}
      </span>
      {state === 'failed' ? (
        <span role="alert" className={styles.reason}>
          {reason || 'Upload failed. Try again.'}
        </span>
      ) : (
        <span className={styles.note}>{notes[state](row)}</span>
      )}
      {state === 'uploading' || state === 'processing' ? (
        <Progress
          label={`Upload of ${name}`}
          percent={state === 'processing' ? percent || null : (percent ?? 0)}
        />
      ) : null}
    </span>
  );
};

/** A file below an `UploadDrop`: name, progress and error, with buttons to cancel and retry. */
export function UploadRow(row: UploadRowProps) {
  const { name, state, preview, onRemove, onRetry, actions } = row;
  return (
    <li className={styles.file} data-entry={row['data-entry']}>
      <span className={styles.preview}>
        {preview ? (
          <img src={preview} alt="" width={56} height={56} />
        ) : (
          <FileIcon size={20} aria-hidden="true" />
        )}
      </span>
      <Words {...row} />
      {actions}
      {state === 'failed' && onRetry ? (
        <IconButton label={`Try ${name} again`} onClick={onRetry}>
          <RotateCcw size={18} />
        </IconButton>
      ) : null}
      {onRemove ? (
        <IconButton label={removeLabel(row)} onClick={onRemove}>
          <X size={18} />
        </IconButton>
      ) : null}
    </li>
  );
}
