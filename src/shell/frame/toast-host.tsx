import { Suspense, useSyncExternalStore } from 'react';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { toastStore } from '#ui/overlays/toast.ts';

const Toaster = lazyPart(async () => (await import('#ui/overlays/toaster.tsx')).Toaster);

let anySaid = false;
const subscribe = (changed: () => void) =>
  toastStore.subscribe(() => {
    anySaid = true;
    changed();
  });

/** Loads the toaster when the first toast is shown. */
export function ToastHost() {
  const needed = useSyncExternalStore(
    subscribe,
    () => anySaid,
    () => false,
  );
  return needed ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null;
}
