import { Suspense } from 'react';
import { useAppSelector } from '#state/hooks.ts';
import { selectCurrentUser } from '#state/session/user.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import type { PageFlags } from '../pages/page-flags.ts';
import { isProtected } from './access-decision.ts';

const ConsentDialog = lazyPart(
  async () => (await import('#components/people/auth/consent-dialog.tsx')).ConsentDialog,
);

export interface Place {
  readonly flags: PageFlags;
  readonly path: string;
}

/**
 * Asks to accept new terms where one needs an account; what anyone may read stays readable. The dialog's code
 * loads for those who are asked.
 */
export function ConsentHost({ flags, path }: Place) {
  const isDue = useAppSelector((state) => selectCurrentUser(state)?.consentDue ?? false);
  return isDue && isProtected(flags) ? (
    <Suspense fallback={null}>
      <ConsentDialog path={path} />
    </Suspense>
  ) : null;
}
