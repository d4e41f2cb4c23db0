import type { ReactNode } from 'react';
import { Button } from '../content/button.tsx';
import { Dialog } from './dialog.tsx';
import styles from './dialog.module.css';

export interface ConfirmDialogProps {
  readonly open: boolean;
  /** Names the object, as in "Delete "Morning glaze"?" */
  readonly title: string;
  /** The consequences, and whether they can be undone. */
  readonly text: ReactNode;
  /** The action as a verb, such as "Delete post". */
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** Makes the confirm button red; defaults to true. */
  readonly destructive?: boolean;
  /** The action is in progress. */
  readonly busy?: boolean;
  readonly cancelLabel?: string;
}

/** Asks for confirmation of an action that is hard to undo. Focus starts on the cancel button. */
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
