import X from 'lucide-react/icons/x';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from '../content/button.tsx';
import { cx } from '../theme/class-names.ts';
import styles from './dialog.module.css';
import { useModal } from './use-modal.ts';

export interface DialogProps {
  readonly open: boolean;
  /**
   * Called on Escape, the close button, or a click outside. Without it, the dialog can only be answered by what
   * it contains.
   */
  readonly onClose?: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** Buttons at the bottom, the primary one last. */
  readonly footer?: ReactNode;
  /** 720 px wide instead of 480. */
  readonly wide?: boolean;
  /**
   * False if closing would lose something: Escape and clicks outside are ignored, but the close button still
   * calls `onClose`.
   */
  readonly dismissible?: boolean;
}

/**
 * A modal dialog for a short task. Either keep it mounted and toggle `open`, or mount it open. Focus starts
 * on the title, or on the element with `data-autofocus`.
 */
export function Dialog({ open, onClose, title, children, footer, wide, dismissible }: DialogProps) {
  const ref = useModal({ open, onClose, dismissible });
  const id = useId();
  if (!open) return null;
  return (
    <dialog ref={ref} aria-labelledby={id} className={cx(styles.dialog, wide && styles.wide)}>
      <div className={styles.head}>
        <h2 id={id} tabIndex={-1} data-autofocus="" className={styles.title}>
          {title}
        </h2>
        {onClose ? (
          <IconButton label="Close" onClick={onClose}>
            <X size={20} />
          </IconButton>
        ) : null}
      </div>
      <div className={styles.body}>{children}</div>
      {footer ? <div className={styles.foot}>{footer}</div> : null}
    </dialog>
  );
}
