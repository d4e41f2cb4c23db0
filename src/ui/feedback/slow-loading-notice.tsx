import { useEffect, useState } from 'react';
import { Button } from '../content/button.tsx';
import styles from './skeleton.module.css';

/** How long a placeholder may stand without a word, in milliseconds. */
const patienceMs = 10_000;

/** The notice on the page: one is enough, however many placeholders there are. */
let shown: object | null = null;

/** Says, beside a placeholder that has stood for too long, that it is late, and offers to load the page again. */
export function SlowLoadingNotice() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const own = {};
    const timer = setInterval(() => {
      shown ??= own;
      if (shown === own) setSlow(true);
    }, patienceMs);
    return () => {
      clearInterval(timer);
      if (shown === own) shown = null;
    };
  }, []);
  return isSlow ? (
    <div role="status" className={styles.late}>
      <span>This is taking longer than usual.</span>
      <Button onClick={() => location.reload()}>Reload</Button>
    </div>
  ) : null;
}
