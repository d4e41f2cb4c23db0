import { useEffect } from 'react';
import { untilLoaded } from '#lib/device/until-loaded.ts';

/** Keeps viewers and tips of the streams that queries show up to date, once there are queries. */
export function useLiveCounts(isLive: boolean): void {
  useEffect(() => {
    if (isLive) void untilLoaded(async () => (await import('./live-counts.ts')).countsMiddleware);
  }, [isLive]);
}
