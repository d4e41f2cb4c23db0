import { Suspense, useEffect, useState } from 'react';
import { wasUsed, whenUsed } from '#lib/when-used.ts';
import { PurchaseDialogs } from '#components/money/wallet/purchase-dialogs.tsx';
import { hearTabs } from '#state/community/reactions-between-tabs.ts';
import { useAppSelector, useAppStore } from '#state/hooks.ts';
import { selectLoggedIn } from '#state/session/auth.ts';
import { selectSettings } from '#state/session/settings.ts';
import { selectPlayingStream } from '#state/streams/playing-stream.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { useAfterLogin } from '../access/after-login.ts';
import { ConsentHost, type Place } from '../access/consent-host.tsx';
import { ConnectionBar } from '../frame/connection-bar.tsx';
import { useDarkOffer } from './dark-offer.ts';
import {
  useContextMenu,
  useInstallPrompt,
  useRouteFiles,
  useRouteFocus,
  useRouteProgress,
} from './effects.ts';
import { useSessionWatch } from '../access/session-watch.ts';
import { useReferralVisit } from '../access/referral-visit.ts';
import { useFocusReturn } from './focus-return.ts';
import { useScrollRestoration } from './scroll-restoration.ts';

// Only loaded on sites with an analytics code.
const Analytics = lazyPart(async () => (await import('./analytics.ts')).Analytics);

const Device = lazyPart(async () => (await import('./device.tsx')).Device);

/** Loads with a logged-in user's first interaction: a page that is only opened stays light. */
function UsedDevice() {
  const isLoggedIn = useAppSelector(selectLoggedIn);
  // This component loads late, when the first interaction may be over.
  const [used, setUsed] = useState(wasUsed);
  useEffect(() => whenUsed(() => setUsed(true)), []);
  return isLoggedIn && used ? (
    <Suspense fallback={null}>
      <Device />
    </Suspense>
  ) : null;
}

const Views = lazyPart(async () => (await import('../views/views.ts')).Views);

/** Visitors who leave a page sooner than this, in milliseconds, and without touching it, haven't read it. */
const staysMs = 5_000;

/** Counts views from the first interaction on, or once the visitor has stayed for a while. */
function SeenViews() {
  const [stays, setStays] = useState(wasUsed);
  useEffect(() => {
    const timer = setTimeout(() => setStays(true), staysMs);
    const stop = whenUsed(() => setStays(true));
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return stays ? (
    <Suspense fallback={null}>
      <Views />
    </Suspense>
  ) : null;
}

const MiniPlayerHost = lazyPart(
  async () => (await import('#features/talk/live/mini/mini-player-host.tsx')).MiniPlayerHost,
);

/** Loads while a live stream plays, so that it is there when its viewer goes on to another page. */
function GoingOn({ path }: Pick<Place, 'path'>) {
  const isPlaying = useAppSelector((state) => selectPlayingStream(state) !== null);
  return isPlaying ? (
    <Suspense fallback={null}>
      <MiniPlayerHost path={path} />
    </Suspense>
  ) : null;
}

function useReactionsOfTabs(): void {
  const store = useAppStore();
  useEffect(() => hearTabs(store), [store]);
}

/** Features that run behind every page. They load after it is interactive. */
export function Background(place: Place) {
  const { siteName, allowContextMenu, googleAnalyticsCode } = useAppSelector(selectSettings);
  useRouteFocus();
  useScrollRestoration();
  useRouteProgress();
  useRouteFiles();
  useContextMenu(allowContextMenu);
  useInstallPrompt(siteName);
  useDarkOffer();
  useReferralVisit();
  useAfterLogin();
  useFocusReturn();
  useReactionsOfTabs();
  useSessionWatch(place.flags);
  return (
    <>
      <ConnectionBar />
      <UsedDevice />
      <SeenViews />
      <GoingOn path={place.path} />
      <ConsentHost {...place} />
      {googleAnalyticsCode ? (
        <Suspense fallback={null}>
          <Analytics code={googleAnalyticsCode} />
        </Suspense>
      ) : null}
      {/* A dialog that was requested earlier is in the store and opens now. */}
      <PurchaseDialogs />
    </>
  );
}
