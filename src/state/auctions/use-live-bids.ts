import { useEffect } from 'react';
import { untilLoaded } from '#lib/device/until-loaded.ts';

/** Applies live bids to the auctions that queries show, once there are queries. */
export function useLiveBids(isLive: boolean): void {
  useEffect(() => {
    if (isLive) void untilLoaded(async () => (await import('./live-bids.ts')).bidsMiddleware);
  }, [isLive]);
}
