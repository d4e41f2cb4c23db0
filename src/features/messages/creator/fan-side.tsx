import X from 'lucide-react/icons/x';
import { useSyncExternalStore } from 'react';
import { IconButton } from '#ui/content/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FanPanel } from './fan-panel.tsx';
import styles from './fan-panel.module.css';

const wide = '(min-width: 1280px)';
const watch = (changed: () => void) => {
  const query = matchMedia(wide);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

export interface FanSideProps {
  readonly conversationId: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** What a creator knows about a fan: beside the conversation where there is room, else over it. */
export function FanSide({ conversationId, name, onClose }: FanSideProps) {
  const isWide = useSyncExternalStore(watch, () => matchMedia(wide).matches);
  const title = `About ${name}`;
  if (!isWide)
    return (
      <Dialog open onClose={onClose} title={title}>
        <FanPanel conversationId={conversationId} />
      </Dialog>
    );
  return (
    <aside className={styles.side} aria-label={title}>
      <div className={styles.sideHead}>
        <h2>{title}</h2>
        <IconButton label="Close" onClick={onClose}>
          <X size={20} />
        </IconButton>
      </div>
      <div className={styles.sideBody}>
        <FanPanel conversationId={conversationId} />
      </div>
    </aside>
  );
}
