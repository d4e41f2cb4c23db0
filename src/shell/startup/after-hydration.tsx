import { Suspense, useEffect, useState } from 'react';
import { whenIdle } from '#lib/when-idle.ts';
import '#lib/device/history-steps.ts';
import '../frame/install-offer.ts';
import type { Place } from '../access/consent-host.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';

const Background = lazyPart(async () => (await import('./background.tsx')).Background);

/** Loads background features once the page has loaded and the browser is idle. */
export function AfterHydration(place: Place) {
  const [usable, setUsable] = useState(false);
  useEffect(() => whenIdle(() => setUsable(true)), []);
  return usable ? (
    <Suspense fallback={null}>
      <Background {...place} />
    </Suspense>
  ) : null;
}
