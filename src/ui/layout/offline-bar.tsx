import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import styles from '../feedback/notice.module.css';

/** A bar across the top of the window. The page and what sticks to its top move down by its height, `--offline`. */
function Bar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = document.documentElement;
    const measure = () => root.style.setProperty('--offline', `${bar.current?.offsetHeight ?? 0}px`);
    measure();
    window.addEventListener('resize', measure);
    return () => {
      window.removeEventListener('resize', measure);
      root.style.removeProperty('--offline');
    };
  }, [children]);
  return (
    <div ref={bar} className={styles.offline}>
      {children}
    </div>
  );
}

/** Says that there is no connection. Always mounted, so that its appearance is announced. */
export const OfflineBar = ({ children }: { children?: ReactNode }) => (
  <div role="status">{children ? <Bar>{children}</Bar> : null}</div>
);
