import X from 'lucide-react/icons/x';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from '#ui/content/button.tsx';
import { useModal } from '#ui/overlays/use-modal.ts';
import styles from './drawer.module.css';

interface DrawerProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog over the conversation: at its side, or from below on phones. */
export function Drawer({ title, onClose, children }: DrawerProps) {
  const ref = useModal({ open: true, onClose });
  const id = useId();
  return (
    <dialog ref={ref} aria-labelledby={id} className={styles.drawer}>
      <div className={styles.head}>
        <h2 id={id} tabIndex={-1} data-autofocus="" className={styles.title}>
          {title}
        </h2>
        <IconButton label="Close" onClick={onClose}>
          <X size={20} />
        </IconButton>
      </div>
      <div className={styles.body}>{children}</div>
    </dialog>
  );
}
