import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';

export interface LazyClientProps {
  /** Shown on the server and until the code has loaded. */
  readonly skeleton: ReactNode;
  /** A `lazy` component, rendered in the browser only. */
  readonly children: ReactNode;
}

/**
 * For parts that a page needs only if the server sent no data, or after it has loaded. Does what
 * `next/dynamic` does but is smaller. Never renders on the server, because React streams suspended content
 * with an inline script, which the content security policy blocks.
 */
export const LazyClient = ({ skeleton, children }: LazyClientProps) =>
  useHydrated() ? <Suspense fallback={skeleton}>{children}</Suspense> : skeleton;
