import { PurchaseDialogs } from '#parts/purchase-dialogs';
import { useAppSelector } from '#state/hooks';
import { selectSettings } from '#state/settings';
import { useAnalytics } from './analytics.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { useContextMenu, useInstallPrompt, useRouteFocus, useRouteProgress } from './effects.tsx';
import { useReferralVisit } from './referral-visit.tsx';

/** What goes on behind every page. Nobody misses it before the page is usable, so it comes after. */
export function Background() {
  const { siteName, allowContextMenu, googleAnalyticsCode } = useAppSelector(selectSettings);
  useRouteFocus();
  useRouteProgress();
  useContextMenu(allowContextMenu);
  useInstallPrompt(siteName);
  useAnalytics(googleAnalyticsCode);
  useReferralVisit();
  return (
    <>
      <ConnectionBar />
      {/* A task asked for earlier waits in the store and opens now. */}
      <PurchaseDialogs />
    </>
  );
}
