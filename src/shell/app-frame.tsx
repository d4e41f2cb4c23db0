import type { ComponentType, ReactNode } from 'react';
import { cx } from '#ui/class-names';
import styles from './frame.module.css';
import { SkipLink } from './skip-link.tsx';
import { Rail, type RailProps, TabBar, TopBar } from './rail.tsx';

export interface AppFrameProps extends Omit<RailProps, 'user'> {
  /** Null while the session is being checked: the frame stands, its rails are empty. */
  readonly user: RailProps['user'] | null;
  readonly width?: 'feed' | 'wide' | 'full';
  readonly side?: ComponentType;
  readonly children: ReactNode;
}

/** The frame around every page of somebody with a session. */
export function AppFrame({ user, path, unread, width = 'wide', side: Side, children }: AppFrameProps) {
  return (
    <>
      <SkipLink />
      {user ? <TopBar user={user} /> : <div className={styles.top} />}
      <div className={styles.frame}>
        {user ? <Rail {...{ user, path, unread }} /> : <div className={styles.rail} />}
        <div className={styles.content}>
          <div className={cx(styles.columns, Side && styles.withSide)}>
            <main id="content" tabIndex={-1} className={cx(styles.main, width !== 'full' && styles[width])}>
              {children}
            </main>
            {Side ? (
              <aside className={styles.side} aria-label="Suggestions">
                <Side />
              </aside>
            ) : null}
          </div>
        </div>
      </div>
      {user ? <TabBar {...{ user, path, unread }} /> : <div className={styles.tabs} />}
    </>
  );
}
