import type { ReactNode } from 'react';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { AppFrame } from './app-frame.tsx';
import { InBrowser } from '../startup/in-browser.tsx';
import type { LayoutName, PageFlags } from '../pages/page-flags.ts';
import { useSession, useUnread } from '../access/session.ts';
import { BlankFrame, VisitorFrame } from './visitor-frame.tsx';

const CountryBlocked = lazyPart(async () => (await import('../access/closed.tsx')).CountryBlocked);
const Maintenance = lazyPart(async () => (await import('../access/closed.tsx')).Maintenance);

const OperatorFrame = lazyPart(async () => (await import('./operator-frame.tsx')).OperatorFrame);

const Closed = ({ children }: { children: ReactNode }) => (
  <BlankFrame>
    <InBrowser>{children}</InBrowser>
  </BlankFrame>
);

export interface LayoutProps {
  readonly flags: PageFlags;
  /** The current path. */
  readonly path: string;
  readonly countryBlocked: boolean;
  readonly children: ReactNode;
}

/**
 * The app frame for logged-in users (or while a session is being confirmed), the visitor frame for others.
 */
function Open({ flags, path, children }: LayoutProps) {
  const { user, expected } = useSession();
  const unread = useUnread();
  if (!user && !expected)
    return (
      <VisitorFrame path={path} width={flags.width}>
        {children}
      </VisitorFrame>
    );
  return (
    <AppFrame user={user} path={path} unread={unread} width={flags.width} side={flags.rail}>
      {children}
    </AppFrame>
  );
}

/** The app frame, also before the session is confirmed, on pages that require one. */
function WithSession({ flags, path, children }: LayoutProps) {
  const { user } = useSession();
  const unread = useUnread();
  return (
    <AppFrame user={user} path={path} unread={unread} width={flags.width} side={flags.rail}>
      {children}
    </AppFrame>
  );
}

const layouts: Record<LayoutName, (props: LayoutProps) => ReactNode> = {
  primary: (props) => (props.flags.noredirect ? <Open {...props} /> : <WithSession {...props} />),
  public: Open,
  home: ({ path, children }) => (
    <VisitorFrame path={path} width="full">
      {children}
    </VisitorFrame>
  ),
  blank: ({ children }) => <BlankFrame>{children}</BlankFrame>,
  geoBlock: (props) =>
    props.countryBlocked ? (
      <Closed>
        <CountryBlocked />
      </Closed>
    ) : (
      <Open {...props} />
    ),
  operator: ({ path, children }) => (
    <InBrowser>
      <OperatorFrame path={path}>{children}</OperatorFrame>
    </InBrowser>
  ),
  maintenance: () => (
    <Closed>
      <Maintenance />
    </Closed>
  ),
};

/** Renders a page in its layout. */
export function Layout({ name, ...props }: LayoutProps & { name: LayoutName }) {
  const Chosen = layouts[name];
  return <Chosen {...props} />;
}
