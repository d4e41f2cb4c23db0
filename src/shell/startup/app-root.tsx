import { ThemeProvider } from 'next-themes';
import { use, useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { followTranslation } from '#lib/device/translated-page.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import { RateContext } from '#ui/content/money.tsx';
import { SiteContext } from '#ui/layout/page-head.tsx';
import { AccessGate } from '../access/access-gate.tsx';
import { makeAppStore } from './app-store.ts';
import { Boundary } from './boundary.tsx';
import { Layout } from '../frame/layouts.tsx';
import { maintenance, resolveLayout } from '../frame/layout-resolver.ts';
import { NonceContext } from '../pages/nonce.ts';
import type { PageFlags } from '../pages/page-flags.ts';
import type { ShellProps } from '../pages/page-props.ts';
import { SiteHead } from '../frame/site-head.tsx';
import { MissingCode } from '#ui/feedback/missing-code.tsx';
import { ToastHost } from '../frame/toast-host.tsx';
import { useGuard } from '../access/use-guard.ts';
import { useCountryBlock, useServiceWorker, useStart } from './use-start.ts';
import { AfterHydration } from './after-hydration.tsx';

export interface AppRootProps {
  readonly flags: PageFlags;
  /** What the server rendered the frame with, if it did. */
  readonly shell: ShellProps | undefined;
  /** The current path. */
  readonly path: string;
  /** Resolves once the API can be called; absent if it already can. */
  readonly ready?: Promise<unknown>;
  readonly children: ReactNode;
}

/** What depends on the session and the public settings on every page. */
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

/** The page in its layout, if the viewer may see it. */
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

/** Everything around a page: store, theme, frame and background features. */
export function AppRoot({ flags, shell, path, ready, children }: AppRootProps) {
  const [store] = useState(() => makeAppStore(shell ?? {}, ready));
  const countryBlocked = useCountryBlock(store, shell?.countryBlocked);
  const [origin] = useState(shell?.origin ?? '');
  useStart(store, shell, flags);
  useServiceWorker();
  useEffect(() => followTranslation(document.body), []);
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
          <MissingCode />
          <AfterHydration {...{ flags, path }} />
        </Settled>
      </ThemeProvider>
    </Provider>
  );
}
