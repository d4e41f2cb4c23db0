import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';

export interface LazyClientProps {
  /** On the server, and until the code is here. */
  readonly skeleton: ReactNode;
  /** A `lazy` component: only the browser draws it. */
  readonly children: ReactNode;
}

/**
 * What a page needs only where the server sent no data, or after it has loaded. `next/dynamic` does the same
 * and weighs more. Never on the server: what waits there comes with an inline script, which the content
 * security policy refuses.
 */
export const LazyClient = ({ skeleton, children }: LazyClientProps) =>
  useHydrated() ? <Suspense fallback={skeleton}>{children}</Suspense> : skeleton;
