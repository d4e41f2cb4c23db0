import X from 'lucide-react/icons/x';
import { useEffect, useId, useRef } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './class-names.tsx';
import styles from './dialog.module.css';

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
  /** False while closing would lose something: Esc and outside presses do nothing, the cross still asks `onClose`. */
  readonly dismissible?: boolean;
}

/** A press on the backdrop lands on the dialog element itself, outside of its box. */
function isOutside(event: MouseEvent<HTMLDialogElement>): boolean {
  if (event.target !== event.currentTarget) return false;
  const { left, right, top, bottom } = event.currentTarget.getBoundingClientRect();
  return event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom;
}

/** The browser's own modal: keeps focus inside, makes the rest inert, gives focus back to where it was. */
function useModal(open: boolean) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return undefined;
    const before = document.activeElement;
    dialog.showModal();
    // Where the caller says, else the title: a field would open a phone's keyboard over what is to be read first.
    [...dialog.querySelectorAll<HTMLElement>('[data-autofocus]')].at(-1)?.focus();
    return () => {
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [open]);
  return ref;
}

/** A window over the page for one short task. Mount it always and switch `open`, or mount it open. Focus starts on the title, or on the element inside that carries `data-autofocus`. */
export function Dialog({ open, onClose, title, children, footer, wide, dismissible = true }: DialogProps) {
  const ref = useModal(open);
  const id = useId();
  if (!open) return null;
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      className={cx(styles.dialog, wide && styles.wide)}
      onCancel={(event) => {
        // `open` is the only truth: the browser must not close it behind React's back.
        event.preventDefault();
        if (dismissible && event.target === event.currentTarget) onClose();
      }}
      onMouseDown={(event) => {
        if (dismissible && isOutside(event)) onClose();
      }}
    >
      <div className={styles.head}>
        <h2 id={id} tabIndex={-1} data-autofocus="" className={styles.title}>{title}</h2>
        <IconButton label="Close" onClick={onClose}>
          <X size={20} />
        </IconButton>
      </div>
      <div className={styles.body}>{children}</div>
      {footer ? <div className={styles.foot}>{footer}</div> : null}
    </dialog>
  );
}
