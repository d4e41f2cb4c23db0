import { PurchaseDialogs } from '#components/wallet/purchase-dialogs.tsx';
import { useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import { useAfterLogin } from '../access/after-login.ts';
import { useAnalytics } from './analytics.ts';
import { ConnectionBar } from '../frame/connection-bar.tsx';
import { useContextMenu, useInstallPrompt, useRouteFocus, useRouteProgress } from './effects.ts';
import { useReferralVisit } from '../access/referral-visit.ts';
import { useScrollRestoration } from './scroll-restoration.ts';

/** Features that run behind every page. They load after it is interactive. */
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
      {/* A dialog that was requested earlier is in the store and opens now. */}
      <PurchaseDialogs />
    </>
  );
}
