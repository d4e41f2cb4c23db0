import Router from 'next/router';
import { useEffect } from 'react';
import { samePathOnly } from '#config/routes.ts';
import {
  browserEndpoint,
  closeShownNotifications,
  keepChoice,
  pushSupport,
  readSavedChoice,
  subscribeBrowser,
} from '#lib/device/push-subscription.ts';
import { addPushDevice, listPushDevices } from '#services/people/notifications.ts';
import { useApi, useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { selectAuthUser } from '#state/session/auth.ts';
import { selectConnection } from '#state/live/connection.ts';
import { liveEventSent } from '#state/live/live-events.ts';
import { StepUpHost } from '../access/step-up-host.tsx';
import { useUnread } from '../access/session.ts';

/** Without input for this long, nobody is taken to be looking at the page. In milliseconds. */
const awayAfterMs = 3 * 60_000;
const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** Tells the server whether someone looks at this page: meanwhile nothing is pushed to their devices. */
function useLooking(): void {
  const dispatch = useAppDispatch();
  const isConnected = useAppSelector(selectConnection) === 'connected';
  useEffect(() => {
    if (!isConnected) return undefined;
    let hasReported = false;
    let lastInput = Date.now();
    const look = () => {
      const isVisible = document.visibilityState === 'visible' && Date.now() - lastInput < awayAfterMs;
      if (hasReported !== isVisible) dispatch(liveEventSent('page/visible', { isVisible }));
      hasReported = isVisible;
    };
    const used = () => {
      lastInput = Date.now();
      if (!hasReported) look();
    };
    const turned = () => (document.visibilityState === 'visible' ? used() : look());
    look();
    const timer = setInterval(look, 30_000);
    for (const input of inputs) document.addEventListener(input, used, { passive: true });
    document.addEventListener('visibilitychange', turned);
    return () => {
      clearInterval(timer);
      for (const input of inputs) document.removeEventListener(input, used);
      document.removeEventListener('visibilitychange', turned);
    };
  }, [dispatch, isConnected]);
}

/** Shows the number of unread notifications and messages on the icon of the installed app. */
function useBadge(): void {
  const { messages, notifications } = useUnread();
  const total = messages + notifications;
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    const shown = total > 0 ? navigator.setAppBadge(total) : navigator.clearAppBadge();
    // Only installed apps have one.
    shown.catch(() => {});
  }, [total]);
}

/** Opens the page of a notification that was pressed while this tab was open. The worker waits for the answer. */
function useOpenedNotifications(): void {
  useEffect(() => {
    const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
    const open = ({ data, ports }: MessageEvent<{ open?: unknown } | null>) => {
      const path = typeof data?.open === 'string' ? samePathOnly(data.open) : null;
      if (!path) return;
      ports[0]?.postMessage('opening');
      void Router.push(path);
    };
    worker?.addEventListener('message', open);
    return () => worker?.removeEventListener('message', open);
  }, []);
}

/**
 * Turns push on again where its owner had turned it on: after they logged in again, or after the browser has
 * changed its address. Never asks for permission.
 */
function usePushAgain(): void {
  const api = useApi();
  const accountId = useAppSelector((state) => selectAuthUser(state)?._id ?? null);
  useEffect(() => {
    if (pushSupport() !== 'granted') return undefined;
    const subscribeAgain = async () => {
      const choice = readSavedChoice();
      if (choice?.accountId !== accountId) return;
      if (choice.endpoint !== null && (await browserEndpoint()) === choice.endpoint) return;
      const { publicKey } = await listPushDevices(api);
      if (!publicKey) return;
      const subscription = await subscribeBrowser(publicKey);
      await addPushDevice(api, { body: subscription });
      keepChoice({ accountId, endpoint: subscription.endpoint });
    };
    // The next page tries again.
    if (accountId) subscribeAgain().catch(() => {});
    return () => {
      // Logging out ends it on the server, and what is shown is for nobody else to see.
      const choice = readSavedChoice();
      if (accountId && choice?.accountId === accountId) keepChoice({ ...choice, endpoint: null });
      if (accountId) void closeShownNotifications().catch(() => {});
    };
  }, [api, accountId]);
}

/**
 * What connects this device with the account: push notifications, the app's badge, whether someone looks, and
 * the question who they are.
 */
export function Device() {
  useLooking();
  useBadge();
  useOpenedNotifications();
  usePushAgain();
  return <StepUpHost />;
}
