import type { ReactNode } from 'react';
import styles from '../feedback/notice.module.css';

/**
 * A bar at the top of the page while there is no connection. Always mounted, so that its appearance is
 * announced.
 */
export const OfflineBar = ({ children }: { children?: ReactNode }) => (
  <div role="status">{children ? <div className={styles.offline}>{children}</div> : null}</div>
);
