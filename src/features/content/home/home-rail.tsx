import { Suspense, useSyncExternalStore } from 'react';
import { lazyPart } from '#ui/layout/lazy-part.ts';

const RailLists = lazyPart(async () => (await import('./rail-lists.tsx')).RailLists);

const wide = '(min-width: 1200px)';
const subscribe = (changed: () => void) => {
  const media = matchMedia(wide);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
};

/** The right rail next to the timeline, from 1200 px. In narrower windows nothing is loaded for it. */
export function HomeRail() {
  const hasRoom = useSyncExternalStore(
    subscribe,
    () => matchMedia(wide).matches,
    () => false,
  );
  return hasRoom ? (
    <Suspense fallback={null}>
      <RailLists />
    </Suspense>
  ) : null;
}
