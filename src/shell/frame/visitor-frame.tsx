import { Link } from '#ui/content/link.tsx';
import type { ReactNode } from 'react';
import { routes } from '#config/routes.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { cx } from '#ui/theme/class-names.ts';
import { loginWithReturn } from '../access/access-decision.ts';
import { BackArrow } from './back-arrow.tsx';
import { SkipLink } from './skip-link.tsx';
import { Brand } from './brand.tsx';
import { useSite } from '../access/session.ts';
import { ThemeSwitch } from './theme-switch.tsx';
import styles from './visitor-frame.module.css';

/** The operator's links, the contact page and the theme switch. */
export function Footer() {
  const { siteName, menus } = useSite();
  return (
    <footer className={styles.foot}>
      <div className={styles.footIn}>
        <span>{siteName}</span>
        {menus.map(({ title, path, isNewTab }) => (
          <a
            key={`${title}${path}`}
            href={path}
            {...(isNewTab ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
          >
            {title}
          </a>
        ))}
        <Link href={routes.explore}>Explore</Link>
        <Link href={routes.sitePosts}>News</Link>
        {menus.some(({ path }) => path === routes.help) ? null : <Link href={routes.help}>Help</Link>}
        <Link href={routes.contact}>Contact</Link>
        <span className={styles.footEnd}>
          <ThemeSwitch />
        </span>
      </div>
    </footer>
  );
}

export interface VisitorFrameProps {
  /** The current path, to return to after logging in. */
  readonly path: string;
  readonly width?: 'feed' | 'wide' | 'full';
  readonly children: ReactNode;
}

/** The frame for visitors: logo, search, login. */
export const VisitorFrame = ({ path, width = 'wide', children }: VisitorFrameProps) => (
  <div className={styles.page}>
    <SkipLink />
    <header className={styles.bar}>
      <div className={styles.barIn}>
        <BackArrow user={null} path={path} />
        <Brand href={routes.landing} compact />
        <nav aria-label="Main" className={styles.barEnd}>
          <ButtonLink href={routes.explore} variant="quiet" className={styles.roomy}>
            Explore
          </ButtonLink>
          <ButtonLink href={routes.search} variant="quiet">
            Search
          </ButtonLink>
          <ButtonLink href={loginWithReturn(path)} variant="secondary">
            Log in
          </ButtonLink>
          <ButtonLink href={routes.register} variant="primary">
            Join
          </ButtonLink>
        </nav>
      </div>
    </header>
    <main id="content" tabIndex={-1} className={cx(styles.content, styles[width])}>
      {children}
    </main>
    <Footer />
  </div>
);

/** A frame with a single block in the center, for login and registration pages and messages. */
export const BlankFrame = ({ children }: { children: ReactNode }) => (
  <div className={styles.blank}>
    <header>
      <Brand href={routes.landing} />
    </header>
    <main id="content" tabIndex={-1} className={styles.blankContent}>
      {children}
    </main>
    <footer>
      <ThemeSwitch />
    </footer>
  </div>
);
