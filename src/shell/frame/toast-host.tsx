import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { untilLoaded } from '#lib/device/until-loaded.ts';
import { useAppStore } from '#state/hooks.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { toastStore } from '#ui/overlays/toast.ts';

const load = async () => (await import('#ui/overlays/toaster.tsx')).Toaster;
const Toaster = lazyPart(load);

let anySaid = false;
const subscribe = (changed: () => void) =>
  toastStore.subscribe(() => {
    anySaid = true;
    changed();
  });

/**
 * Shows the toaster with the first toast. Its code is loaded with the first interaction, because without a
 * connection it couldn't be, and what fails then would go unsaid.
 */
export function ToastHost() {
  const { deps } = useAppStore();
  useEffect(() => void deps.used().then(() => untilLoaded(load)), [deps]);
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
