import X from 'lucide-react/icons/x';
import { useSyncExternalStore } from 'react';
import { IconButton } from '#ui/content/button.tsx';
import { Drawer } from '../head/drawer.tsx';
import { FanPanel } from './fan-panel.tsx';
import { besideQuery } from './use-fan-side.ts';
import styles from './fan-panel.module.css';

const watch = (changed: () => void) => {
  const query = matchMedia(besideQuery);
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
  const isWide = useSyncExternalStore(watch, () => matchMedia(besideQuery).matches);
  const title = `About ${name}`;
  if (!isWide)
    return (
      <Drawer onClose={onClose} title={title}>
        <FanPanel conversationId={conversationId} />
      </Drawer>
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
