import { deviceStore } from './device-store.ts';
import { localLocks } from './local-locks.ts';
import type { OutboxDevice, OutboxNews } from './outbox.ts';

/**
 * Holds a Web Lock until the signal aborts. Browsers refuse locks where they block storage; then messages are sent
 * without one.
 */
const holdWebLock: OutboxDevice['hold'] = (name, signal) =>
  new Promise((held) => {
    const untilAborted = () =>
      new Promise<void>((release) => {
        if (signal.aborted) return release();
        signal.addEventListener('abort', () => release());
        return held();
      });
    // Also rejects if the signal aborts while waiting; then nobody waits for `held` anymore.
    navigator.locks.request(`outbox/${name}`, { signal }, untilAborted).catch(() => held());
  });

/** The outbox of this browser. */
export function browserOutbox(): OutboxDevice {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('outbox') : null;
  return {
    store: deviceStore(),
    // Over plain http there are no Web Locks. Then every tab sends, and the server recognizes repeated messages
    // by their `clientId`.
    hold: 'locks' in navigator ? holdWebLock : localLocks(),
    publish: (news) => channel?.postMessage(news),
    listen: (hear) => {
      const heard = ({ data }: MessageEvent<OutboxNews>) => hear(data);
      const online = () => hear('online');
      channel?.addEventListener('message', heard);
      addEventListener('online', online);
      return () => {
        channel?.removeEventListener('message', heard);
        removeEventListener('online', online);
      };
    },
  };
}
