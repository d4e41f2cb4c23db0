import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { useHydrated } from '../hooks/use-hydrated.ts';

/**
 * Renders an antd control in the browser once its code has loaded, and until then a placeholder of the same
 * size.
 */
export const LazyControl = ({ resting, children }: { resting: ReactNode; children: ReactNode }) =>
  useHydrated() ? <Suspense fallback={resting}>{children}</Suspense> : resting;
