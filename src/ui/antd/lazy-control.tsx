import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { useHydrated } from '../hooks/use-hydrated.ts';
import { useIsPhone } from '../hooks/use-is-phone.ts';

export interface LazyControlProps {
  /** A placeholder of the same size, until the code has loaded. */
  readonly resting: ReactNode;
  /** The browser's own control, for phones: their pickers are at hand at once and made for fingers. */
  readonly native?: ReactNode;
  readonly children: ReactNode;
}

/** Renders an antd control in the browser once its code has loaded; on a phone, the native control if there is one. */
export function LazyControl({ resting, native, children }: LazyControlProps) {
  const isPhone = useIsPhone();
  if (!useHydrated()) return resting;
  return isPhone && native ? native : <Suspense fallback={resting}>{children}</Suspense>;
}
