import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and during hydration, where the render must match the server's; true afterwards. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
