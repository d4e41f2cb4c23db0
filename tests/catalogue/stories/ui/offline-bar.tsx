import { OfflineBar } from '#ui/layout/offline-bar.tsx';

/** At the top of the window, above the page. */
export const about = { alone: true };

export const Offline = () => (
  <>
    <OfflineBar>You’re offline. What you write is sent when the connection is back.</OfflineBar>
    <p>The page</p>
  </>
);
