import { useEffect, useEffectEvent } from 'react';
import { useAppDispatch } from '#state/hooks.ts';
import { liveEventSent } from '#state/live/live-events.ts';

const everyMs = 3_000;

export interface MediaReport {
  readonly isSending: boolean;
  /** Ids of the accounts whose media arrives here. */
  readonly receives: readonly string[];
}

/**
 * Tells the server what this page sends and receives, while it does. Where media doesn't pass the server, that is
 * how it knows for how long a stream really ran.
 */
export function useMediaReports(streamId: string, isActive: boolean, look: () => MediaReport): void {
  const dispatch = useAppDispatch();
  const report = useEffectEvent(() => {
    const { isSending, receives } = look();
    dispatch(liveEventSent('stream/media', { streamId, isSending, receives: [...receives] }));
  });
  useEffect(() => {
    if (!isActive) return undefined;
    const sendReport = () => report();
    sendReport();
    const timer = setInterval(sendReport, everyMs);
    return () => clearInterval(timer);
  }, [isActive, streamId]);
}
