import { Suspense, useSyncExternalStore } from 'react';
import { lazyPart } from '#ui/lazy-part';
import { toastStore } from '#ui/toast';

const Toaster = lazyPart(async () => (await import('#ui/toaster')).Toaster);

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
