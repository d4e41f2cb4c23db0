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

/** Fetches what draws toasts when the first one is said, and keeps it. */
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
