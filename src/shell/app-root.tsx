import { ThemeProvider } from 'next-themes';
import { use, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { useAppSelector } from '#state/hooks';
import { selectSettings } from '#state/settings';
import { RateContext } from '#ui/money';
import { SiteContext } from '#ui/page-head';
import { AccessGate } from './access-gate.tsx';
import { makeAppStore } from './app-store.tsx';
import { Boundary } from './boundary.tsx';
import { Layout } from './layouts.tsx';
import { maintenance, resolveLayout } from './layout-resolver.tsx';
import { NonceContext } from './nonce.tsx';
import type { PageFlags } from './page-flags.tsx';
import type { ShellProps } from './page-props.tsx';
import { SiteHead } from './site-head.tsx';
import { ToastHost } from './toast-host.tsx';
import { useGuard } from './use-guard.tsx';
import { useCountryBlock, useOfflinePage, useStart } from './use-start.tsx';
import { WhenUsable } from './when-usable.tsx';

export interface AppRootProps {
  readonly flags: PageFlags;
  /** What the server drew the frame with, if it did. */
  readonly shell: ShellProps | undefined;
  /** The present address. */
  readonly path: string;
  /** Resolves when the API can be asked; left out, it can. */
  readonly ready?: Promise<unknown>;
  readonly children: ReactNode;
}

/** What the session and the public settings decide for every page. */
function Settled({
  flags,
  path,
  origin,
  children,
}: Pick<AppRootProps, 'flags' | 'path' | 'children'> & { origin: string }) {
  useGuard(flags, path);
  const { siteName, currency, tokenRate } = useAppSelector(selectSettings);
  const rate = useMemo(() => ({ currency, tokenRate }), [currency, tokenRate]);
  const site = useMemo(() => ({ siteName, origin }), [siteName, origin]);
  return (
    <SiteContext value={site}>
      <RateContext value={rate}>{children}</RateContext>
    </SiteContext>
  );
}

/** The page within its layout, for whom it is for. */
function Framed({
  flags,
  path,
  countryBlocked,
  children,
}: Omit<AppRootProps, 'shell' | 'ready'> & { countryBlocked: boolean }) {
  const name = resolveLayout({ declared: flags.layout, countryBlocked, maintenance });
  return (
    <Layout name={name} flags={flags} path={path} countryBlocked={countryBlocked}>
      <Boundary path={path}>
        <AccessGate flags={flags}>{children}</AccessGate>
      </Boundary>
    </Layout>
  );
}

/** Everything around a page: store, theme, frame, and what listens in the background. */
export function AppRoot({ flags, shell, path, ready, children }: AppRootProps) {
  const [store] = useState(() => makeAppStore(shell ?? {}, ready));
  const countryBlocked = useCountryBlock(store, shell?.countryBlocked);
  const [origin] = useState(shell?.origin ?? '');
  useStart(store, shell, flags);
  useOfflinePage();
  return (
    <Provider store={store}>
      <ThemeProvider
        attribute="data-theme"
        defaultTheme="light"
        enableSystem={false}
        disableTransitionOnChange
        nonce={use(NonceContext)}
      >
        <Settled {...{ flags, path, origin }}>
          <SiteHead />
          <Framed {...{ flags, path, countryBlocked }}>{children}</Framed>
          <ToastHost />
          <WhenUsable />
        </Settled>
      </ThemeProvider>
    </Provider>
  );
}
