import { useEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { missingCode, watchCode } from '#lib/device/missing-code.ts';
import { Button } from '../content/button.tsx';
import { useTopHost } from '../overlays/top-host.ts';
import styles from './notice.module.css';

const words = {
  gone: { text: 'This site has been updated. Reload the page to continue.', button: 'Reload' },
  late: { text: 'Part of this page didn’t load. Check your connection.', button: 'Try again' },
};

const act = { gone: () => location.reload(), late: () => missingCode.retry() };

/**
 * Says that code of the page can't be loaded, and offers a way on. Part of the first load, because nothing else
 * can be counted on then. Without a connection, the bar at the top says so.
 */
export function MissingCode() {
  useEffect(() => watchCode(), []);
  const missing = useSyncExternalStore(missingCode.subscribe, missingCode.read, () => null);
  const host = useTopHost(missing);
  if (missing === null || host === null || (missing === 'late' && !navigator.onLine)) return null;
  const { text, button } = words[missing];
  return createPortal(
    <div role="alert" className={styles.missing}>
      <span>{text}</span>
      <Button variant="primary" onClick={act[missing]}>
        {button}
      </Button>
    </div>,
    host,
  );
}
