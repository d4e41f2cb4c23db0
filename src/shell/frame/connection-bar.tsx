import { useEffect, useState, useSyncExternalStore } from 'react';
import { selectConnection } from '#state/live/connection.ts';
import type { ConnectionStatus } from '#state/live/connection.ts';
import { useAppSelector } from '#state/hooks.ts';
import { OfflineBar } from '#ui/layout/offline-bar.tsx';

const watchNetwork = (changed: () => void) => {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
};

/**
 * The message about the connection, or null. Short interruptions aren't mentioned: `settled` is false during
 * their first seconds.
 */
export function connectionText(
  status: ConnectionStatus | null,
  online: boolean,
  settled: boolean,
): string | null {
  if (!online) return 'You’re offline. This page may be out of date.';
  const cut = status === 'disconnected' || status === 'reconnecting' || status === 'failed';
  return cut && settled ? 'Live updates are paused. Reconnecting …' : null;
}

const graceMs = 4_000;

/** True once the status hasn't changed for a while. */
function useSettled(status: ConnectionStatus | null): boolean {
  const [settled, setSettled] = useState<ConnectionStatus | null>(null);
  const calm =
    status === 'disconnected' || status === 'reconnecting' || status === 'failed' ? 'disconnected' : status;
  useEffect(() => {
    const timer = setTimeout(() => setSettled(calm), graceMs);
    return () => clearTimeout(timer);
  }, [calm]);
  return settled === calm;
}

/** Tells the user when they are offline or live updates are paused. */
export function ConnectionBar() {
  const status = useAppSelector(selectConnection);
  const online = useSyncExternalStore(
    watchNetwork,
    () => navigator.onLine,
    () => true,
  );
  return <OfflineBar>{connectionText(status, online, useSettled(status))}</OfflineBar>;
}
