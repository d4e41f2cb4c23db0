import Router from 'next/router';
import { useEffect } from 'react';
import { sendViews } from '#services/across/statistics.ts';
import { useApi } from '#state/hooks.ts';
import { watchViews } from './watch-views.ts';

/** Tells the site what was seen, for the statistics of creators. */
export function Views(): null {
  const api = useApi();
  useEffect(() => {
    const [arrived] = performance.getEntriesByType('navigation');
    const watching = watchViews({
      send: (views) => sendViews(api, views),
      page: () => ({ pattern: Router.pathname, path: location.pathname }),
      // The visitor may have moved on before this was loaded.
      arrival: { address: arrived?.name ?? location.href, referrer: document.referrer },
    });
    Router.events.on('routeChangeComplete', watching.arrived);
    return () => {
      Router.events.off('routeChangeComplete', watching.arrived);
      watching.stop();
    };
  }, [api]);
  return null;
}
