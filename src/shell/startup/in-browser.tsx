import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';

/**
 * For `lazy` components: only the browser draws them. On the server a boundary of some size is sent apart
 * from its place and put there by an inline script, which our content security policy rightly refuses.
 */
export const InBrowser = ({ children }: { children: ReactNode }) =>
  useHydrated() ? <Suspense fallback={null}>{children}</Suspense> : null;
