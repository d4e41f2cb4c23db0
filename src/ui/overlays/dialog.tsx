import X from 'lucide-react/icons/x';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from '../content/button.tsx';
import { cx } from '../theme/class-names.ts';
import styles from './dialog.module.css';
import { useModal } from './use-modal.ts';

export interface DialogProps {
  readonly open: boolean;
  /** Esc, the cross, or a press outside. */
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** Buttons at the bottom, the primary one last. */
  readonly footer?: ReactNode;
  /** 720 px instead of 480. */
  readonly wide?: boolean;
  /**
   * False while closing would lose something: Esc and outside presses do nothing, the cross still asks
   * `onClose`.
   */
  readonly dismissible?: boolean;
}

/**
 * A window over the page for one short task. Mount it always and switch `open`, or mount it open. Focus
 * starts on the title, or on the element inside that carries `data-autofocus`.
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
        <IconButton label="Close" onClick={onClose}>
          <X size={20} />
        </IconButton>
      </div>
      <div className={styles.body}>{children}</div>
      {footer ? <div className={styles.foot}>{footer}</div> : null}
    </dialog>
  );
}
