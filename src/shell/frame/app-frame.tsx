import type { ComponentType, ReactNode } from 'react';
import { readToken } from '#lib/cookies.ts';
import { untilLoaded } from '#lib/device/until-loaded.ts';
import { cx } from '#ui/theme/class-names.ts';
import { isPhone } from '#ui/hooks/use-is-phone.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import styles from './frame.module.css';
import { InBrowser } from '../startup/in-browser.tsx';
import type { RailProps } from './phone-bars.tsx';
import { RailPlace } from './rail-place.tsx';
import { SkipLink } from './skip-link.tsx';
// Imported here so that the styles of lazily rendered parts come with the page.
import '../../ui/content/avatar.module.css';
import './creator-rail.module.css';

// Visitors' pages don't load what only logged-in users need, and phones don't load the rail.
const loadRail = () =>
  untilLoaded(async () => {
    const { TopBar: top, TabBar: tabs, Rail: rail } = await import('./rail.tsx');
    return { top, tabs, rail };
  });
const loadBars = () =>
  untilLoaded(async () => {
    const { TopBar: top, TabBar: tabs } = await import('./phone-bars.tsx');
    return { top, tabs };
  });
const load = () => (isPhone() ? loadBars() : loadRail());
const TopBar = lazyPart(async () => (await load()).top);
const TabBar = lazyPart(async () => (await load()).tabs);
const loadWholeRail = () =>
  untilLoaded(async () => {
    const { WholeRail: rail } = await import('./whole-rail.tsx');
    return { rail };
  });
const railCode = async (isPerformer: boolean) => (await (isPerformer ? loadWholeRail() : loadRail())).rail;
// With a session, load them in parallel with the page's own code.
if (typeof document !== 'undefined' && readToken() !== null) void load();

export interface AppFrameProps extends Omit<RailProps, 'user'> {
  /** Null while the session is being checked; the frame renders with empty rails. */
  readonly user: RailProps['user'] | null;
  readonly width?: 'feed' | 'wide' | 'full';
  readonly side?: ComponentType;
  readonly children: ReactNode;
}

/** The frame of every page for logged-in users. All areas are sized before they are filled. */
export function AppFrame({ user, path, unread, width = 'wide', side: Side, children }: AppFrameProps) {
  return (
    <>
      <SkipLink />
      <header className={styles.top}>
        {user ? (
          <InBrowser>
            <TopBar {...{ user, path, unread }} />
          </InBrowser>
        ) : null}
      </header>
      <div className={styles.frame}>
        <RailPlace {...{ user, path, unread }} load={railCode} />
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
      <nav className={styles.tabs} aria-label="Main">
        {user ? (
          <InBrowser>
            <TabBar {...{ user, path, unread }} />
          </InBrowser>
        ) : null}
      </nav>
    </>
  );
}
