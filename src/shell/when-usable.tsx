import { Suspense, lazy, useEffect, useState } from 'react';
import { whenIdle } from '#lib/when-idle';
import './install-offer.tsx';

const Background = lazy(async () => ({ default: (await import('./background.tsx')).Background }));

/** Brings what works in the background, once the page has loaded and the browser is idle. */
export function WhenUsable() {
  const [usable, setUsable] = useState(false);
  useEffect(() => whenIdle(() => setUsable(true)), []);
  return usable ? (
    <Suspense fallback={null}>
      <Background />
    </Suspense>
  ) : null;
}
