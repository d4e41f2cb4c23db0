import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and during hydration, where the render must match the server's; true afterwards. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/**
 * How far ahead of UTC the clocks are that dates are shown of, as the formatters of times take it: not at all on the
 * server and during hydration, then as far as the browser's.
 */
export const useMinutesAhead = (): number | undefined => (useHydrated() ? undefined : 0);
