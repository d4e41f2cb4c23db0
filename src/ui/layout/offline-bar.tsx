import type { ReactNode } from 'react';
import styles from '../feedback/notice.module.css';

/**
 * A quiet line over the top of the page while there is no connection. Always mounted, so that its change is
 * announced.
 */
export const OfflineBar = ({ children }: { children?: ReactNode }) => (
  <div role="status">{children ? <div className={styles.offline}>{children}</div> : null}</div>
);
