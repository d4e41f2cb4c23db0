import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { useHydrated } from '../hooks/use-hydrated.ts';

/** A control of antd's, drawn in the browser once its code is here; what stands in its place has its size. */
export const LazyControl = ({ resting, children }: { resting: ReactNode; children: ReactNode }) =>
  useHydrated() ? <Suspense fallback={resting}>{children}</Suspense> : resting;
