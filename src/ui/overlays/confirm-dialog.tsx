import type { ReactNode } from 'react';
import { Button } from '../content/button.tsx';
import { Dialog } from './dialog.tsx';
import styles from './dialog.module.css';

export interface ConfirmDialogProps {
  readonly open: boolean;
  /** Names the thing: "Delete “Morning glaze”?" */
  readonly title: string;
  /** What follows from it, and whether it can be undone. */
  readonly text: ReactNode;
  /** The verb: "Delete post". */
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** Red (yes): it takes something away. */
  readonly destructive?: boolean;
  /** It is being done. */
  readonly busy?: boolean;
  readonly cancelLabel?: string;
}

/** Asks once before something that can't be taken back lightly. Focus starts on the way out. */
export function ConfirmDialog({
  open,
  title,
  text,
  confirmLabel,
  onConfirm,
  onClose,
  destructive = true,
  busy,
  cancelLabel = 'Cancel',
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      dismissible={!busy}
      footer={
        <>
          <Button data-autofocus="" onClick={onClose} disabled={busy}>
            {cancelLabel}
          </Button>
          <Button variant={destructive ? 'danger' : 'primary'} onClick={onConfirm} busy={busy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className={styles.text}>{text}</div>
    </Dialog>
  );
}
