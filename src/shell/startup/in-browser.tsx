import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';

/**
 * Renders `lazy` components in the browser only. On the server, React would stream larger boundaries out of
 * order and move them with an inline script, which our content security policy blocks.
 */
export const InBrowser = ({ children }: { children: ReactNode }) =>
  useHydrated() ? <Suspense fallback={null}>{children}</Suspense> : null;
