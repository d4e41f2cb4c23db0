import { PurchaseDialogs } from '#components/wallet/purchase-dialogs.tsx';
import { useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import { useAfterLogin } from '../access/after-login.ts';
import { useAnalytics } from './analytics.ts';
import { ConnectionBar } from '../frame/connection-bar.tsx';
import { useContextMenu, useInstallPrompt, useRouteFocus, useRouteProgress } from './effects.ts';
import { useReferralVisit } from '../access/referral-visit.ts';
import { useScrollRestoration } from './scroll-restoration.ts';

/** What goes on behind every page. Nobody misses it before the page is usable, so it comes after. */
export function Background() {
  const { siteName, allowContextMenu, googleAnalyticsCode } = useAppSelector(selectSettings);
  useRouteFocus();
  useScrollRestoration();
  useRouteProgress();
  useContextMenu(allowContextMenu);
  useInstallPrompt(siteName);
  useAnalytics(googleAnalyticsCode);
  useReferralVisit();
  useAfterLogin();
  return (
    <>
      <ConnectionBar />
      {/* A task asked for earlier waits in the store and opens now. */}
      <PurchaseDialogs />
    </>
  );
}
